#include "render/cluster/rack_colors.h"

#include <algorithm>
#include <utility>

#include "core/cluster/fabric.h"
#include "core/cluster/gpu_pool.h"
#include "core/evaluate/pools.h"
#include "core/run/power.h"
#include "core/scenario/plan_counts.h"
#include "core/step/level_loads.h"
#include "render/cluster/rack_moment.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

constexpr std::int64_t group_shades = 8;
constexpr std::int64_t shades_max = 256;  // of a ramp; more items share them

/// The groups of each colouring by groups, and the grid that numbers them.
struct Grouping {
  bool experts = false;
  GroupKinds along;
};
std::optional<Grouping> grouping_of(RackColoring coloring) {
  switch (coloring) {
    case RackColoring::tensor_group:
      return Grouping{false, along({GroupKind::tp})};
    case RackColoring::context_group:
      return Grouping{false, along({GroupKind::cp})};
    case RackColoring::expert_group:
      return Grouping{true, along({GroupKind::ep})};
    case RackColoring::data_group:
      return Grouping{false, along({GroupKind::dp, GroupKind::cp})};
    case RackColoring::stage:
    case RackColoring::replica:
    case RackColoring::memory:
    case RackColoring::link_load:
    case RackColoring::power:
    case RackColoring::domain:
    case RackColoring::pool:
      break;
  }
  return std::nullopt;
}

/// Which of the groups along `kinds` the rank is in, counted in the order of ranks.
std::int64_t group_number(const RankGrid& grid, const GroupKinds& kinds, std::int64_t rank) {
  const Coordinates at = grid.coordinates(rank);
  std::int64_t number = 0, below = 1;
  for (const GroupKind kind : grid.order) {
    if (kinds[index_of(kind)]) continue;
    number += at[index_of(kind)] * below;
    below *= grid.degree[index_of(kind)];
  }
  return number;
}

/// Ranks beside each other that share a group along `kinds`, counted from a multiple of that.
std::int64_t ranks_beside(const RankGrid& grid, const GroupKinds& kinds) {
  std::int64_t ranks = 1;
  for (const GroupKind kind : grid.order) {
    if (!kinds[index_of(kind)] && grid.degree[index_of(kind)] > 1) break;
    ranks *= grid.degree[index_of(kind)];
  }
  return ranks;
}

GroupKind dimension_of(RackColoring coloring) {
  return coloring == RackColoring::replica ? GroupKind::dp : GroupKind::pp;
}

std::vector<ImU32> ramp(const Theme& theme, std::int64_t count) {
  const auto shades = static_cast<int>(std::clamp<std::int64_t>(count, 1, shades_max));
  std::vector<ImU32> colors;
  for (int i = 0; i < shades; ++i) colors.push_back(ordinal_color(theme, i, shades));
  return colors;
}

double hottest(const std::vector<RankLoad>& loads) {
  double most = 0;
  for (const RankLoad& each : loads) most = std::max(most, each.load);
  return most;
}

std::size_t pools_of(const Cluster& cluster) {
  return std::max<std::size_t>(1, cluster.pools.size());
}

/// GPUs before the pool.
std::int64_t begin_of_pool(const Cluster& cluster, std::size_t pool) {
  std::int64_t begin = 0;
  for (std::size_t p = 0; p < pool; ++p) begin += cluster.pools[p].gpus;
  return begin;
}

/// Whether the colouring needs both the GPU's stage and its pool.
bool by_stage_and_pool(RackColoring coloring) {
  return coloring == RackColoring::memory || coloring == RackColoring::link_load || coloring == RackColoring::power;
}

bool by_pool(RackColoring coloring) {
  return coloring == RackColoring::pool;
}

bool holds(const Report& report, std::size_t pool, std::size_t stage) {
  if (!report.pools) return true;
  const PoolsReport& pools = *report.pools;
  if (!pools.by_stages) return pool < pools.shares.size() && pools.shares[pool].replicas > 0;
  return stage < pools.pool_of_stage.size() && pools.pool_of_stage[stage] == pool;
}

std::vector<RankLoad> loads_on(const Report& report, const std::vector<LevelLoad>& network) {
  const std::vector<CarriedByKind>& sent = report.time->sent;
  std::vector<RankLoad> loads(sent.size());
  for (std::size_t rank = 0; rank < sent.size(); ++rank)
    for (const LevelLoad& level : network) {
      if (!(level.capacity.value > 0)) continue;
      Bytes bytes;
      for (const Carried& kind : sent[rank]) bytes += kind.through[index_of(level.level)];
      const double load = bytes / level.capacity / report.time->step;
      if (load > loads[rank].load) loads[rank] = {level.level, load};
    }
  return loads;
}

double hottest_of_pools(const Report& report) {
  double most = 0;
  for (std::size_t pool = 0; pool < pools_of(report.scenario.cluster); ++pool)
    most = std::max(most, hottest(rank_loads(report, pool)));
  return most;
}

std::vector<ImU32> pool_shades(const Theme& theme, const Cluster& cluster) {
  const auto pools = static_cast<int>(pools_of(cluster));
  std::vector<ImU32> shades;
  for (int i = 0; i < pools; ++i) shades.push_back(ordinal_color(theme, i, pools));
  return shades;
}

const Gpu& gpu_of_pool(const Cluster& cluster, std::size_t pool) {
  return cluster.pools.empty() ? cluster.gpu : cluster.pools[pool].gpu;
}

/// Of a rank's power as sold (TDP) how much it draws on average: all of it for as long as it works, of its waiting
/// nothing is known. Nothing where the step is unknown.
std::optional<double> power_share(const Report& report, std::size_t rank) {
  if (!report.time || !report.timeline || rank >= report.timeline->busy.size()) return std::nullopt;
  return std::clamp(report.timeline->busy[rank] / report.time->step, 0.0, 1.0);
}

std::vector<ImU32> power_shades(const Report& report, const Theme& theme) {
  std::vector<ImU32> shades;
  const Cluster& cluster = report.scenario.cluster;
  for (std::size_t p = 0; p < pools_of(cluster); ++p)
    for (std::size_t stage = 0; stage < report.memory.stages.size(); ++stage) {
      const std::optional<double> share = power_share(report, stage);
      const bool known = share && gpu_of_pool(cluster, p).tdp_watts;
      shades.push_back(!known ? theme.raised : heat_color(theme, holds(report, p, stage) ? *share : 0));
    }
  return shades;
}

std::vector<ImU32> shades_of(const Report& report, RackColoring coloring, const Theme& theme) {
  const Plan& plan = report.scenario.plan;
  std::vector<ImU32> shades;
  switch (coloring) {
    case RackColoring::stage:
      return ramp(theme, plan.pp);
    case RackColoring::replica:
      return ramp(theme, replicas_of(plan));
    case RackColoring::memory:
      for (std::size_t p = 0; p < pools_of(report.scenario.cluster); ++p) {
        const Bytes capacity = capacity_at(report, begin_of_pool(report.scenario.cluster, p));
        for (const StageMemory& stage : report.memory.stages)
          shades.push_back(heat_color(theme, capacity.value > 0 ? stage.total / capacity : 0));
      }
      return shades;
    case RackColoring::link_load:
      for (std::size_t p = 0; p < pools_of(report.scenario.cluster); ++p)
        for (const RankLoad& each : rank_loads(report, p)) shades.push_back(heat_color(theme, each.load));
      return shades;
    case RackColoring::pool:
      return pool_shades(theme, report.scenario.cluster);
    case RackColoring::power:
      return power_shades(report, theme);
    case RackColoring::tensor_group:
    case RackColoring::context_group:
    case RackColoring::expert_group:
    case RackColoring::data_group:
    case RackColoring::domain:
      break;
  }
  for (std::int64_t i = 0; i < group_shades; ++i)
    shades.push_back(ordinal_color(theme, static_cast<int>(i * 3 % group_shades), group_shades));
  return shades;
}

}  // namespace

std::vector<RankLoad> rank_loads(const Report& report) {
  return report.time && !report.network.empty() ? loads_on(report, report.network) : std::vector<RankLoad>{};
}

std::vector<RankLoad> rank_loads(const Report& report, std::size_t pool) {
  const Cluster& cluster = report.scenario.cluster;
  if (!is_mixed(cluster) || !report.time) return rank_loads(report);
  std::vector<RankLoad> loads = loads_on(
      report,
      level_loads(report.time->sent, all_of_pool(report.scenario, cluster.pools[pool]).cluster, report.time->step));
  for (std::size_t stage = 0; stage < loads.size(); ++stage)
    if (!holds(report, pool, stage)) loads[stage] = {};
  return loads;
}

Bytes capacity_at(const Report& report, std::int64_t gpu) {
  const Cluster& cluster = report.scenario.cluster;
  return is_mixed(cluster) ? Bytes{kind_of_gpu(cluster, gpu).capacity_bytes()} : report.memory.capacity;
}

std::int64_t stage_of_gpu(const RankMapping& mapping, std::int64_t gpu) {
  const std::int64_t rank = mapping.rank_on(gpu);
  return rank < 0 ? -1 : mapping.dense.coordinates(rank)[index_of(GroupKind::pp)];
}

FailureDomain failure_domain(const Cluster& cluster) {
  const Fabric fabric = fabric_of(cluster);
  for (const LevelKind kind : {LevelKind::pod, LevelKind::rack, LevelKind::node})
    if (const FabricLevel* level = fabric.find(kind)) return {kind, level->gpus};
  return {LevelKind::gpu, 1};
}

std::optional<double> watts_of_gpu(const Cluster& cluster, std::int64_t gpu) {
  if (cluster.pools.empty()) return watts_per_gpu(cluster);
  std::int64_t end = 0;
  for (const Pool& pool : cluster.pools)
    if (gpu < (end += pool.gpus))
      return pool.gpu.server_watts_per_gpu ? std::optional(*pool.gpu.server_watts_per_gpu * cluster.pue) : std::nullopt;
  return std::nullopt;
}

std::optional<double> watts_of(const Cluster& cluster, const GpuRange& gpus) {
  double sum = 0;
  std::int64_t first = gpus.first, end = 0;
  const std::size_t pools = std::max<std::size_t>(1, cluster.pools.size());
  for (std::size_t p = 0; p < pools && first < gpus.end; ++p) {
    end = cluster.pools.empty() ? gpus.end : end + cluster.pools[p].gpus;
    if (first >= end) continue;
    const std::int64_t stop = p + 1 == pools ? gpus.end : std::min(end, gpus.end);
    const std::optional<double> watts = watts_of_gpu(cluster, first);
    if (!watts) return std::nullopt;
    sum += *watts * static_cast<double>(stop - first);
    first = stop;
  }
  return sum;
}

RackColors::RackColors(const Report& report, RackColoring coloring, const Theme& theme, std::span<const RankMoment> now)
    : report_(&report),
      coloring_(coloring),
      mapping_(map_ranks(report.scenario.plan, report.scenario.cluster)),
      idle_(theme.raised),
      shades_(shades_of(report, coloring, theme)),
      cycles_(grouping_of(coloring) || coloring == RackColoring::domain),
      domain_(coloring == RackColoring::domain ? failure_domain(report.scenario.cluster).gpus : 1) {
  if (now.size() == static_cast<std::size_t>(report.scenario.plan.pp)) {
    shades_ = moment_shades(report, coloring, theme, now);
    if (coloring != RackColoring::memory) coloring_ = coloring = RackColoring::stage;
    cycles_ = false;
  }
  if (const std::optional<Grouping> groups = grouping_of(coloring))
    rank_run_ = ranks_beside(groups->experts ? mapping_.experts : mapping_.dense, groups->along);
  else
    rank_run_ = mapping_.dense.stride[index_of(dimension_of(coloring))];
  const Cluster& cluster = report.scenario.cluster;
  if (is_mixed(cluster) && (by_pool(coloring) || by_stage_and_pool(coloring)))
    for (std::size_t p = 0; p < cluster.pools.size(); ++p) pool_begins_.push_back(begin_of_pool(cluster, p));
}

std::int64_t RackColors::key(std::int64_t gpu) const {
  if (coloring_ == RackColoring::domain) return gpu / domain_;
  const auto after = std::upper_bound(pool_begins_.begin(), pool_begins_.end(), gpu);
  const std::int64_t pool = std::max<std::int64_t>(0, after - pool_begins_.begin() - 1);
  if (by_pool(coloring_)) return pool;
  const std::int64_t rank = mapping_.rank_on(gpu);
  if (rank < 0) return -1;
  if (const std::optional<Grouping> groups = grouping_of(coloring_))
    return group_number(groups->experts ? mapping_.experts : mapping_.dense, groups->along, rank);
  const std::size_t kind = index_of(dimension_of(coloring_));
  const std::int64_t degree = mapping_.dense.degree[kind];
  return pool * degree + rank / mapping_.dense.stride[kind] % degree;
}

RackColors::Run RackColors::run(std::int64_t gpu, std::int64_t limit) const {
  Run run{key(gpu), std::min(gpu + 1, limit)};
  for (const PoolRanks& pool : mapping_.pools)  // behind a pool's end other ranks follow
    if (gpu >= pool.first_gpu && gpu < pool.first_gpu + pool.gpus) limit = std::min(limit, pool.first_gpu + pool.gpus);
  const auto after = std::upper_bound(pool_begins_.begin(), pool_begins_.end(), gpu);
  if (after != pool_begins_.end()) limit = std::min(limit, *after);
  if (coloring_ == RackColoring::domain) {
    run.end = std::min((gpu / domain_ + 1) * domain_, limit);
  } else if (const std::int64_t rank = mapping_.rank_on(gpu); by_pool(coloring_) || rank < 0) {
    run.end = limit;  // a site's and a pool's idle GPUs are its last
  } else {
    const std::int64_t end = std::min(gpu + rank_run_ - rank % rank_run_, limit);
    if (mapping_.rank_on(end - 1) == rank + end - 1 - gpu) run.end = end;
  }
  return run;
}

ImU32 RackColors::color(std::int64_t key) const {
  if (key < 0 || shades_.empty()) return idle_;
  const auto shades = static_cast<std::int64_t>(shades_.size());
  if (cycles_) return shades_[static_cast<std::size_t>(key % shades)];
  const std::int64_t degree = coloring_ == RackColoring::stage     ? report_->scenario.plan.pp
                              : coloring_ == RackColoring::replica ? replicas_of(report_->scenario.plan)
                                                                   : shades;
  const std::int64_t at = degree > shades ? key * shades / degree : key;
  return shades_[static_cast<std::size_t>(std::min(at, shades - 1))];
}

namespace {

RackLegend no_legend(std::string why) {
  return {"", "", std::move(why), {}};
}

/// Of groups that have no order: the shades that tell neighbours apart.
RackLegend legend_of_neighbours(const Theme& theme, std::string words) {
  RackLegend legend{std::move(words), "", "", {}};
  for (std::int64_t i = 0; i < group_shades; ++i)
    legend.cells.push_back(ordinal_color(theme, static_cast<int>(i), group_shades));
  return legend;
}

RackLegend power_legend(const Report& report, std::vector<ImU32> cells) {
  const Cluster& cluster = report.scenario.cluster;
  const std::optional<double> watts = cluster.gpu.tdp_watts;
  if (!watts || !power_share(report, 0)) return no_legend("the GPU's power is unknown");
  return {"0 %",
          is_mixed(cluster) ? "100 % of its TDP, for as long as it works"
                            : "100 % of its TDP, " + format_power(*watts).text() + ", for as long as it works",
          "", std::move(cells), "100 %"};
}

}  // namespace

RackLegend rack_legend(const Report& report, RackColoring coloring, const Theme& theme) {
  const Plan& plan = report.scenario.plan;
  const Cluster& cluster = report.scenario.cluster;
  constexpr std::int64_t cells_max = 16;
  switch (coloring) {
    case RackColoring::stage:
      return {"stage 0", grouped(plan.pp - 1), "", ramp(theme, std::min(plan.pp, cells_max))};
    case RackColoring::replica:
      return {"replica 0", grouped(replicas_of(plan) - 1), "", ramp(theme, std::min(replicas_of(plan), cells_max))};
    case RackColoring::memory:
      if (report.memory.stages.empty()) return no_legend("the memory is unknown");
      return {"empty",
              is_mixed(cluster) ? "full, each pool's own GPU; red: does not fit"
                                : "full, " + format_bytes(report.memory.capacity).text() + "; red: does not fit",
              "", ramp(theme, cells_max), "full"};
    case RackColoring::link_load: {
      const double most = hottest_of_pools(report);
      if (!(most > 0)) return no_legend("no traffic is known");
      return {"0 %", "100 % of the step busy; the hottest " + format_percent(most).text(), "", ramp(theme, cells_max),
              "100 %"};
    }
    case RackColoring::power:
      return power_legend(report, ramp(theme, cells_max));
    case RackColoring::pool:
      if (!is_mixed(cluster)) return no_legend("all GPUs are of one kind");
      return {cluster.pools.front().gpu.title, cluster.pools.back().gpu.title, "", pool_shades(theme, cluster),
              cluster.pools.back().gpu.short_title};
    case RackColoring::domain:
      return legend_of_neighbours(
          theme, "neighbouring " + std::string(name_of(failure_domain(cluster).level)) + "s, which fail together");
    case RackColoring::tensor_group:
    case RackColoring::context_group:
    case RackColoring::expert_group:
    case RackColoring::data_group:
      break;
  }
  return legend_of_neighbours(theme, "neighbouring groups");
}

}  // namespace shardscope
