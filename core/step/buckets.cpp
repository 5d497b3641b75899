#include "core/step/buckets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/cluster/collectives.h"
#include "core/memory/held_parameters.h"
#include "core/scenario/buffer_defaults.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/software_traits.h"
#include "core/traffic/shared_links.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

// Buckets of a chunk that are told apart; where there are more, several run as one.
constexpr double buckets_max = 512;

/// Parameters on one GPU of one block of each kind, by BlockKind.
using BlockParameters = std::array<ShardedCount, count_of<BlockKind>>;

/// Of the kinds that the layout has; the head with its copy of a tied table where the pipeline has several ranks.
BlockParameters parameters_of_blocks(const Scenario& scenario, const std::vector<StageContent>& layout) {
  const Model& model = scenario.model;
  const Plan& plan = scenario.plan;
  BlockParameters blocks;
  const auto count = [&](BlockKind kind) {
    const ParameterGroups groups =
        block_parameters(kind, model, trained_vocabulary(model, plan), copies_tied_table(plan));
    blocks[static_cast<std::size_t>(kind)] = on_one_gpu(groups, plan);
  };
  const auto any = [&](std::int64_t StageContent::*layers) {
    return std::any_of(layout.begin(), layout.end(), [&](const StageContent& stage) { return stage.*layers > 0; });
  };
  count(BlockKind::embedding);
  if (any(&StageContent::dense_layers)) count(BlockKind::dense_layer);
  if (any(&StageContent::moe_layers)) count(BlockKind::moe_layer);
  if (any(&StageContent::mtp_layers)) count(BlockKind::mtp_layer);
  count(BlockKind::head);
  return blocks;
}

/// In mirrored schedules two pipeline ranks hold each stage and sum its gradients too.
GroupSpan with_copies(GroupSpan group, const Scenario& scenario) {
  const std::int64_t copies = ways_of(scenario.plan).copies_of_model();
  if (copies == 1) return group;
  const GroupSpan pipeline = group_span(GroupKind::pp, scenario.cluster, scenario.plan);
  group.size *= copies;
  (pipeline.domains > 1 ? group.domains : group.in_domain) *= copies;
  group.crosses = std::max(group.crosses, pipeline.crosses);
  return group;
}

/// A part of a chunk as its exchange sees it, in the order of the model.
struct Part {
  double elements = 0;
  double forward = 0, backward = 0;  // seconds of the chunk's pass
  bool table = false;                // one tensor, never cut
  double units = 1;                  // that a framework which cuts by unit exchanges one by one: layers, or the head
};
using Parts = std::vector<Part>;

/// Seconds of the chunk's passes that lie behind the last `elements` of it.
struct Behind {
  double forward = 0, backward = 0;
};

/// Asked for in ascending order.
struct FromTheBack {
  const Parts& parts;
  std::size_t left = parts.size();  // parts before this one haven't been passed
  double elements = 0;
  Behind behind = {};

  Behind at(double wanted) {
    while (left > 0 && elements + parts[left - 1].elements < wanted) {
      const Part& part = parts[--left];
      elements += part.elements, behind.forward += part.forward, behind.backward += part.backward;
    }
    if (left == 0) return behind;
    const Part& part = parts[left - 1];
    const double share = part.elements > 0 ? std::clamp((wanted - elements) / part.elements, 0.0, 1.0) : 0;
    return {behind.forward + share * part.forward, behind.backward + share * part.backward};
  }
};

/// What one collective of so many elements takes.
struct Priced {
  Seconds gradients, parameters;
  Carried gradients_sent, parameters_sent;
  Seconds within_sites;  // what both would take without the fibre between sites
};

/// A group whose ranks hold the same parameters, and what an exchange over it costs.
struct Pricing {
  const Scenario& scenario;
  GroupSpan group;

  [[nodiscard]] Priced price(double elements) const {
    Priced price = price_over(group, elements);
    price.within_sites = price.gradients + price.parameters;
    if (group.sites <= 1) return price;
    GroupSpan one_site = group;
    one_site.sites = 1;
    const Priced near = price_over(one_site, elements);
    price.within_sites = min(price.within_sites, near.gradients + near.parameters);
    return price;
  }

 private:
  [[nodiscard]] Priced price_over(const GroupSpan& span, double elements) const {
    const Plan& plan = scenario.plan;
    if (span.size <= 1 || elements <= 0) return {};
    const Bytes gradients{gradient_bytes_sent(plan, scenario.software) * elements};
    if (!shards_optimizer(plan) || shards_weights(plan)) {
      const CollectiveCost sum = collective_cost(Collective::all_reduce, gradients, span, scenario.cluster);
      return {sum.time, Seconds{}, sum.carried(), {}, {}};
    }
    const Bytes weights{weight_bytes_sent(plan) * elements};
    const CollectiveCost scatter = collective_cost(Collective::reduce_scatter, gradients, span, scenario.cluster);
    const CollectiveCost gather = collective_cost(Collective::all_gather, weights, span, scenario.cluster);
    return {scatter.time, gather.time, scatter.carried(), gather.carried(), {}};
  }
};

struct Cutting {
  double bucket = std::numeric_limits<double>::infinity();  // elements
  bool by_unit = false;                                     // a bucket for each unit instead
};

/// Buckets of a chunk from its end, so many of one size at a time; the table is in none of them.
struct Cut {
  double elements = 0, times = 1;
};
std::vector<Cut> cuts_of(const Parts& parts, const Cutting& cut) {
  std::vector<Cut> cuts;
  const auto add = [&](double elements, double count) {
    const double merged = std::max(1.0, std::ceil(count / buckets_max));  // that run as one
    for (double done = 0; done < count; done += merged) cuts.push_back({elements, std::min(merged, count - done)});
  };
  double rest = 0;
  for (std::size_t i = parts.size(); i-- > 0;) {
    const Part& part = parts[i];
    if (part.table || part.elements <= 0) continue;
    rest += part.elements;
    if (cut.by_unit) add(part.elements / part.units, part.units);
  }
  if (cut.by_unit || !std::isfinite(cut.bucket) || cut.bucket <= 0) return cuts;
  add(cut.bucket, std::floor(rest / cut.bucket * (1 + 1e-12)));
  return cuts;
}

/// Adds a chunk's buckets over one group, gradients from the model's end; what they would take without the fibre
/// between sites.
Seconds add_buckets(RankExchange& rank, ChunkBuckets& chunk, const Parts& parts, const Cutting& cut,
                    const Pricing& pricing) {
  Seconds within_sites;
  if (pricing.group.size <= 1) return within_sites;
  double rest = 0, table = 0;
  Behind whole;
  for (const Part& part : parts) {
    (part.table ? table : rest) += part.elements;
    whole.forward += part.forward, whole.backward += part.backward;
  }
  if (rest + table <= 0) return within_sites;
  FromTheBack position{parts};
  const auto add = [&](const Priced& cost, double times, double last_element) {
    const Behind behind = position.at(last_element);
    const auto share = [](double part, double all) { return all > 0 ? std::clamp(part / all, 0.0, 1.0) : 1; };
    chunk.gradients.push_back({cost.gradients * times, share(behind.backward, whole.backward)});
    if (cost.parameters > Seconds{})
      chunk.parameters.push_back({cost.parameters * times, 1 - share(behind.forward, whole.forward)});
    rank.gradients += cost.gradients * times, rank.parameters += cost.parameters * times;
    rank.gradients_sent.back() += times * cost.gradients_sent, rank.parameters_sent += times * cost.parameters_sent;
    within_sites += cost.within_sites * times;
  };
  double done = 0, priced = 0;
  Priced price;
  const std::vector<Cut> cuts = cuts_of(parts, cut);
  for (std::vector<Bucket>* buckets : {&chunk.gradients, &chunk.parameters})
    buckets->reserve(buckets->size() + cuts.size() + 1);
  for (const Cut& each : cuts) {
    if (each.elements != priced) price = pricing.price(priced = each.elements);
    done += each.elements * each.times;
    add(price, each.times, done);
  }
  double remainder = rest - done;
  if (remainder < 1e-9 * rest) remainder = 0;
  if (remainder + table > 0) add(pricing.price(remainder + table), 1, rest + table);
  return within_sites;
}

struct ChunkParts {
  Parts dense, experts;
};

/// The chunk's blocks in the order of the model; `backward` is the pass that makes gradients whole.
ChunkParts parts_of(const std::array<BlockRun, block_runs_max>& runs, const BlockParameters& blocks, bool weight_pass,
                    bool reads_tokens, double shards) {
  ChunkParts parts;
  for (const BlockRun& run : runs) {
    const bool table = run.kind == BlockKind::embedding;
    const bool only_table = table && run.count <= 0 && reads_tokens;  // MTP layers embed the next tokens
    if (run.count <= 0 && !only_table) continue;
    const StageTimes times = run.cost->times();
    const double backward = (weight_pass ? times.backward_weight : times.whole_backward()).value;
    const ShardedCount& count = blocks[index_of(run.kind)];
    const double blocks_here = only_table ? 1 : run.count;
    const bool head = run.kind == BlockKind::head;
    Part part{count.dense * blocks_here / shards, times.forward.value * run.count, backward * run.count, table,
              table || head ? 1 : std::max(1.0, run.count)};
    parts.dense.push_back(part);
    part.elements = count.experts * run.count / shards;
    part.table = false;
    parts.experts.push_back(part);
  }
  return parts;
}

/// What a chunk has and adds to its rank.
struct ChunkExchange {
  RankExchange of;       // this chunk alone
  Seconds within_sites;  // what its buckets would take without the fibre between sites
  StageCost passes;
};

/// What all ranks' exchanges follow from.
struct Exchanges {
  const Scenario& scenario;
  const BlockCosts& blocks;
  BlockParameters parameters;
  bool in_passes = false;  // ZeRO-3: here remains what replicas of its shards exchange
  double shards = 1;       // that the parameters are in by then
  Pricing dense, experts;

  [[nodiscard]] Cutting cut(const StageContent& stage) const {
    const std::optional<BufferDefault> bucket = buffer_sizes(scenario.plan, scenario.software).bucket_elements;
    if (state_traits_of(scenario.software).gradients_in_one_buffer)
      return {bucket && stage.embedding ? bucket->value : Cutting{}.bucket, false};
    if (bucket) return {bucket->value, false};
    return {Cutting{}.bucket, true};
  }

  [[nodiscard]] ChunkExchange chunk_exchange(const StageContent& stage, bool reads_tokens) const {
    const Plan& plan = scenario.plan;
    ChunkExchange made{{}, {}, stage_cost(stage, blocks, plan)};
    const ChunkParts parts =
        parts_of(block_runs(stage, blocks, plan), parameters, splits_backward(plan), reads_tokens, shards);
    for (const Part& part : parts.dense) made.of.held.dense += part.elements * shards;
    for (const Part& part : parts.experts) made.of.held.experts += part.elements * shards;
    ChunkBuckets& chunk = made.of.chunks.emplace_back();
    made.of.gradients_sent.emplace_back();
    if (!runs_backward(plan)) return made;
    const Cutting cutting = cut(stage);
    made.within_sites = add_buckets(made.of, chunk, parts.dense, cutting, dense);
    if (!in_passes) made.within_sites += add_buckets(made.of, chunk, parts.experts, cutting, experts);
    const auto sooner = [](const Bucket& a, const Bucket& b) { return a.share < b.share; };
    std::stable_sort(chunk.gradients.begin(), chunk.gradients.end(), sooner);
    std::stable_sort(chunk.parameters.begin(), chunk.parameters.end(), sooner);
    return made;
  }
};

/// Chunks that hold the same have the same exchange: most of a deep pipeline's are alike, and each kind is made once.
class KindsOfChunks {
 public:
  explicit KindsOfChunks(const Exchanges& exchanges) : exchanges_(exchanges) {}

  const ChunkExchange& of(const StageContent& stage, bool reads_tokens) {
    for (const Kind& kind : kinds_)
      if (hold_the_same(kind.stage, stage) && kind.reads_tokens == reads_tokens) return kind.made;
    kinds_.push_back({stage, reads_tokens, exchanges_.chunk_exchange(stage, reads_tokens)});
    return kinds_.back().made;
  }

 private:
  struct Kind {
    StageContent stage;
    bool reads_tokens;
    ChunkExchange made;
  };
  const Exchanges& exchanges_;
  std::vector<Kind> kinds_;
};

void add_to(RankExchange& rank, const RankExchange& chunk) {
  rank.chunks.push_back(chunk.chunks.front());
  rank.gradients += chunk.gradients, rank.parameters += chunk.parameters;
  rank.gradients_sent.push_back(chunk.gradients_sent.front());
  rank.parameters_sent += chunk.parameters_sent;
  rank.held.dense += chunk.held.dense, rank.held.experts += chunk.held.experts;
}

Exchanges exchanges_of(const Scenario& scenario, const std::vector<StageContent>& layout, const BlockCosts& blocks) {
  const Plan& plan = scenario.plan;
  const Cluster& cluster = scenario.cluster;
  const bool in_passes = shards_weights(plan);
  const GroupSpan dense =
      in_passes ? replica_group_span(cluster, plan) : with_copies(gradient_group_span(cluster, plan), scenario);
  return {scenario,
          blocks,
          parameters_of_blocks(scenario, layout),
          in_passes,
          in_passes ? std::max(1.0, shard_groups(plan).dense) : 1,
          {scenario, dense},
          {scenario, with_copies(expert_gradient_group_span(cluster, plan), scenario)}};
}

}  // namespace

std::vector<RankExchange> rank_exchanges(const Scenario& scenario, const std::vector<StageContent>& layout,
                                         const BlockCosts& blocks) {
  const Plan& plan = scenario.plan;
  const std::size_t ranks = ranks_with_stages(plan, layout.size());
  const Exchanges exchanges = exchanges_of(scenario, layout, blocks);
  const LinksShared shared = links_shared_with_gradients(scenario);
  const Seconds transfers = transfer_cost(scenario).time * (runs_backward(plan) ? 2 : 1);  // of a stage's micro-batch
  KindsOfChunks kinds(exchanges);
  std::vector<RankExchange> result(ranks);
  for (std::size_t r = 0; r < ranks; ++r) {
    RankExchange& rank = result[r];
    const auto stages = held_by_rank(plan, r, ranks, layout);
    StageCost passes;
    Seconds within_sites;
    bool lacks_table = ends_of_rank(scenario.model, stages).table_for_mtp;  // till a stage brings it
    for (const StageContent& stage : stages) {
      const bool reads_tokens = lacks_table && stage.mtp_layers > 0;
      lacks_table &= !reads_tokens;
      const ChunkExchange& chunk = kinds.of(stage, reads_tokens);
      if (rank.chunks.empty())
        rank = chunk.of, passes = chunk.passes;
      else
        add_to(rank, chunk.of), passes += chunk.passes;
      within_sites += chunk.within_sites;
    }
    LinksShared own = shared;
    const Seconds whole = rank.gradients + rank.parameters;
    if (whole > Seconds{}) own.share = within_sites / whole;  // of these messages, not of a probe
    rank.rounds = gradient_rounds(plan, scenario.software);
    rank.contention = contention_beside(passes, transfers * static_cast<double>(stages.size()), own);
  }
  return result;
}

}  // namespace shardscope
