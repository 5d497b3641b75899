#include "core/lanes/rank_lanes.h"

#include <algorithm>
#include <tuple>

#include "core/scenario/plan_schedule.h"

namespace shardscope {

namespace {

LanePass lane_pass_of(PassKind kind) {
  if (role_of(kind) == PassRole::forward) return LanePass::forward;
  if (kind == PassKind::backward_input) return LanePass::backward_input;
  return kind == PassKind::backward_weight ? LanePass::backward_weight : LanePass::backward;
}

/// What of its stage a pass runs: all of it, without the ends where they have passes of their own, or one of those.
StageContent content_of(StageContent stage, PassKind kind, bool ends_apart) {
  if (!ends_apart) return stage;
  const bool embedding = kind == PassKind::embedding || kind == PassKind::embedding_backward;
  const bool head = kind == PassKind::loss || kind == PassKind::loss_backward;
  if (embedding || head) stage.dense_layers = stage.moe_layers = stage.mtp_layers = 0;
  stage.embedding = embedding, stage.head = head;
  return stage;
}

class Rank {
 public:
  Rank(const Report& report, std::int32_t rank, const MachineSpeed& speed) : report_(report), speed_(speed) {
    lanes_.rank = rank;
    const Plan& plan = report.scenario.plan;
    stages_ = stages_of_rank(plan, rank, report.timeline->ranks, report.layout.size());
  }

  RankLanes made() {
    for (const PassRecord& record : report_.timeline->lane(lanes_.rank)) {
      const std::size_t at = lanes_of(record.pass);
      const double alone = lanes_.passes[at].length;
      lanes_.places.push_back({at, record.start, record.end, alone > 0 ? (record.end - record.start) / alone : 1});
    }
    return std::move(lanes_);
  }

 private:
  const Report& report_;
  const MachineSpeed& speed_;
  StagesOfRank stages_;
  RankLanes lanes_;
  std::vector<std::tuple<std::uint16_t, LanePass, bool>> known_;  // chunk, pass, whether it is an end's own

  std::size_t lanes_of(const Pass& pass) {
    const std::tuple key{pass.chunk, lane_pass_of(pass.kind), is_end(pass.kind)};
    const auto found = std::find(known_.begin(), known_.end(), key);
    if (found != known_.end()) return static_cast<std::size_t>(found - known_.begin());
    known_.push_back(key);
    const std::size_t stage = stages_[std::min<std::size_t>(pass.chunk, stages_.size() - 1)];
    const StageContent content = content_of(report_.layout[stage], pass.kind, report_.scenario.plan.end_passes);
    lanes_.passes.push_back(pass_lanes(content, report_.scenario, speed_, lane_pass_of(pass.kind)));
    lanes_.stages.push_back(static_cast<std::int64_t>(stage));
    return known_.size() - 1;
  }
};

}  // namespace

std::vector<bool> critical_places(const RankLanes& lanes, const CriticalPath& path) {
  std::vector<bool> critical(lanes.places.size(), false);
  for (const CriticalStep& step : path.steps)
    if (step.pass.rank == lanes.rank && step.pass.bar < critical.size()) critical[step.pass.bar] = true;
  return critical;
}

std::optional<RankLanes> rank_lanes(const Report& report, std::int32_t rank) {
  if (!report.time || !report.timeline || report.pools || rank < 0 || rank >= report.timeline->ranks)
    return std::nullopt;
  const std::optional<MachineSpeed> speed = machine_speed(report.scenario);
  if (!speed) return std::nullopt;
  return Rank(report, rank, *speed).made();
}

}  // namespace shardscope
