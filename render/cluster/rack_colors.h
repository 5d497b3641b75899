// What the cells of the rack diagram are coloured by: each GPU's key, and the key's colour.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/inspect/moment.h"
#include "core/report/report.h"
#include "render/cluster/grid/racks_view.h"
#include "render/text/theme.h"

namespace shardscope {

/// The most that a GPU of a pipeline rank loads any level's links, as a share of the step: the critical rank's load in
/// the report, by what each rank sends. Empty where the step is unknown.
struct RankLoad {
  LevelKind level = LevelKind::gpu;
  double load = 0;
};
[[nodiscard]] std::vector<RankLoad> rank_loads(const Report& report);
/// The same on one pool's links; 0 for pipeline ranks that the pool doesn't hold.
[[nodiscard]] std::vector<RankLoad> rank_loads(const Report& report, std::size_t pool);

/// The memory of a GPU: its own pool's, or the report's where there is one kind.
[[nodiscard]] Bytes capacity_at(const Report& report, std::int64_t gpu);

/// The colours of GPUs under one colouring. Made once per frame; a GPU then costs a few divisions.
class RackColors {
 public:
  /// `now`: of each pipeline rank, at one moment of the step, in place of what the colouring is over the step; memory
  /// and power as they are then, of all else what it does. Empty: no moment.
  RackColors(const Report& report, RackColoring coloring, const Theme& theme, std::span<const RankMoment> now = {});

  /// What GPUs of one colour share; -1 where the plan leaves the GPU idle and colours by rank.
  [[nodiscard]] std::int64_t key(std::int64_t gpu) const;
  [[nodiscard]] ImU32 color(std::int64_t key) const;
  /// The key of a GPU, and the first GPU after it that may have another; at most `limit`. Both lie on one site.
  struct Run {
    std::int64_t key = -1, end = 0;
  };
  [[nodiscard]] Run run(std::int64_t gpu, std::int64_t limit) const;
  [[nodiscard]] const RankMapping& mapping() const { return mapping_; }
  [[nodiscard]] const Report& report() const { return *report_; }

 private:
  const Report* report_;
  RackColoring coloring_;
  RankMapping mapping_;
  ImU32 idle_;
  std::vector<ImU32> shades_;              // by key, or by its remainder where `cycles_`
  std::int64_t rank_run_ = 1;              // neighbouring ranks that have one key, counted from a multiple of it
  bool cycles_ = false;                    // neighbouring groups differ; the eighth looks like the first again
  std::vector<std::int64_t> pool_begins_;  // GPUs before each pool, where the colour depends on it
  std::int64_t domain_ = 1;                // GPUs that fail together
};

/// The pipeline rank of the rank that the plan puts on a GPU; -1 where it puts none.
[[nodiscard]] std::int64_t stage_of_gpu(const RankMapping& mapping, std::int64_t gpu);

/// The level that GPUs fail together in: the pod where there are several, else the rack, the node, the GPU itself.
struct FailureDomain {
  LevelKind level = LevelKind::rack;
  std::int64_t gpus = 1;
};
[[nodiscard]] FailureDomain failure_domain(const Cluster& cluster);

/// Watts of a GPU with its share of host, network and cooling, by the pool that it is in; nothing where unknown.
[[nodiscard]] std::optional<double> watts_of_gpu(const Cluster& cluster, std::int64_t gpu);
/// Of GPUs [first, end).
[[nodiscard]] std::optional<double> watts_of(const Cluster& cluster, const GpuRange& gpus);

/// The colours from first to last with the words at both ends; `why` instead where nothing is known to colour by.
struct RackLegend {
  std::string low, high, why;
  std::vector<ImU32> cells;
  std::string brief = {};  // in place of `high` where not even its first clause has room; may be empty
};
[[nodiscard]] RackLegend rack_legend(const Report& report, RackColoring coloring, const Theme& theme);

}  // namespace shardscope
