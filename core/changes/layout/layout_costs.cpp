#include "core/changes/layout/layout_costs.h"

#include <algorithm>

#include "core/changes/layout/assignments.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/plan_report.h"
#include "core/memory/activations.h"
#include "core/scenario/plan_schedule.h"

namespace shardscope {

namespace {

std::optional<Schedule> fixed_schedule(const Plan& plan) {
  if (ways_of(plan).searched()) return std::nullopt;
  Outcome<Schedule> outcome = schedule_of(plan, nullptr);
  return succeeded(outcome) ? std::optional(std::move(std::get<0>(outcome))) : std::nullopt;
}

}  // namespace

LayoutCosts::LayoutCosts(const Report& report, const MachineSpeed& speed)
    : report_(report),
      scenario_(report.scenario),
      speed_(speed),
      row_(block_row(report.scenario.model)),
      schedule_(fixed_schedule(report.scenario.plan)),
      blocks_(block_costs(report.scenario, report.layout, speed)),
      stragglers_(stragglers_of(report.scenario)) {
  const Plan& plan = scenario_.plan;
  stage_by_stage_ = schedule_ && schedule_->placement == StagePlacement::loop && plan.virtual_stages == 1 &&
                    stages() == plan.pp && plan.pp > 1 && stragglers_.jitter <= 0 && stragglers_.slow_factor >= 1;
  const PassTimes times = pass_times(scenario_, stage_costs(scenario_, report.layout, speed));
  transfer_ = times.transfer_from.empty() ? times.transfer.value : 0;
  for (const StageMemory& stage : report.memory.stages) held_.push_back(stage.held);
  sum_blocks();
  if (stage_by_stage_) bound_step_ends();
}

void LayoutCosts::bound_step_ends() {
  const std::int64_t ends = row_.blocks() - stages() + 1;  // of the first stage
  if (ends < 1) return;
  first_exposed_ = piece(0, 1).exposed;
  for (std::int64_t end = 2; end <= ends; ++end) first_exposed_ = std::min(first_exposed_, piece(0, end).exposed);
  const auto optimizer = [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    return piece(begin, end).optimizer;
  };
  double present = 0;
  const Cuts cuts = cuts_of(row_, report_.layout);
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) present = std::max(present, optimizer(0, cuts[k], cuts[k + 1]));
  optimizer_ = std::min(present, LeastCosts(stages(), row_.blocks(), optimizer, present).least());
}

/// A block's least time: that of a layer that isn't recomputed where only some of a stage's are.
void LayoutCosts::sum_blocks() {
  const bool all_redone = recomputes_every_layer(scenario_.plan);
  moe_before_ = {0};
  forward_before_ = input_before_ = whole_before_ = {0};
  const auto add = [&](const StageCost& cost, double count) {
    const StageTimes times = (count * cost).times();
    forward_before_.push_back(forward_before_.back() + times.forward.value);
    input_before_.push_back(input_before_.back() + times.input_pass().value);
    whole_before_.push_back(whole_before_.back() + times.whole_backward().value);
  };
  add(blocks_.embedding, 1);
  for (std::int64_t layer = 0; layer < row_.layers; ++layer) {
    const bool moe = is_moe_layer(scenario_.model, layer);
    moe_before_.push_back(moe_before_.back() + (moe ? 1 : 0));
    if (moe)
      add(all_redone ? blocks_.moe_redone : blocks_.moe, 1);
    else
      add(all_redone ? blocks_.dense_redone : blocks_.dense, 1);
  }
  if (row_.mtp_layers > 0) add(blocks_.mtp, static_cast<double>(row_.mtp_layers));
  add(blocks_.head, 1);
}

StageContent LayoutCosts::content_of(std::int64_t begin, std::int64_t end) const {
  const LayoutStage stage = stage_between(row_, begin, end);
  StageContent content;
  content.first_layer = std::clamp<std::int64_t>(begin - 1, 0, row_.layers);
  const auto first = static_cast<std::size_t>(content.first_layer);
  content.moe_layers = moe_before_[first + static_cast<std::size_t>(stage.layers)] - moe_before_[first];
  content.dense_layers = stage.layers - content.moe_layers;
  content.mtp_layers = stage.mtp_layers;
  content.embedding = stage.embedding;
  content.head = stage.loss;
  return content;
}

LayoutCosts::Piece& LayoutCosts::piece(std::int64_t begin, std::int64_t end) {
  const StageContent content = content_of(begin, end);
  const auto dense = static_cast<std::uint64_t>(content.dense_layers);
  const auto moe = static_cast<std::uint64_t>(content.moe_layers);
  const std::uint64_t ends =
      (content.embedding ? 1U : 0U) + (content.mtp_layers > 0 ? 2U : 0U) + (content.head ? 4U : 0U);
  const auto [found, made] = pieces_.try_emplace((dense << 34U) + (moe << 4U) + ends);
  Piece& piece = found->second;
  if (!made) return piece;
  piece.content = content;
  piece.cost = stage_cost(content, blocks_, scenario_.plan);
  piece.times = piece.cost.times();
  if (!stage_by_stage_) return piece;
  // As one of several ranks, since a model on a single one ties its output matrix; not the slow one.
  const std::size_t of = stragglers_.slow_rank == 0 ? 1 : 0;
  const RankStepEnd step_end = std::move(rank_step_ends(scenario_, {content, content}, blocks_, speed_)[of]);
  piece.optimizer = step_end.optimizer.value;
  // A last backward alone, with which all schedules of one stage per rank end; as long as the slow rank's, since a
  // longer one hides more.
  const bool split = splits_backward(scenario_.plan);
  const Seconds alone = split ? piece.times.backward_weight : piece.times.whole_backward();
  const double length = alone.value * (stragglers_.slow_rank ? stragglers_.slow_factor : 1);
  const PassRecord last{0, length, {split ? PassKind::backward_weight : PassKind::backward, 0, 0}};
  const TimeRange window{0, length};
  piece.exposed =
      exposure_of(scenario_.plan, {&last, 1}, step_end.exchange, {&window, 1}, {&window, 1}).gradients.exposed.value;
  return piece;
}

std::int64_t LayoutCosts::passes() const {
  return report_.timeline ? static_cast<std::int64_t>(report_.timeline->records.size()) : 0;
}

LayoutResult LayoutCosts::measure(const Cuts& cuts) {
  if (!schedule_) {
    const Report report = evaluate(with_layout(scenario_, stages_between(row_, cuts)));
    return {report.time ? report.time->step : Seconds{}, report.memory.peak, report.memory.peak_stage};
  }
  std::vector<StageContent> layout;
  std::vector<StageCost> costs;
  LayoutResult result;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    layout.push_back(content_of(cuts[k], cuts[k + 1]));
    costs.push_back(piece(cuts[k], cuts[k + 1]).cost);
    if (!stage_by_stage_) continue;
    const Bytes bytes{memory(static_cast<std::int64_t>(k), cuts[k], cuts[k + 1])};
    if (bytes > result.peak) result.peak = bytes, result.peak_rank = static_cast<std::int64_t>(k);
  }
  if (!stage_by_stage_) {
    const MemoryReport memory = memory_over_step(scenario_, layout, &*schedule_);
    result.peak = memory.peak, result.peak_rank = memory.peak_stage;
  }
  result.step = run_step(scenario_, layout, blocks_, costs, *schedule_, speed_).time.step;
  return result;
}

double LayoutCosts::memory(std::int64_t stage, std::int64_t begin, std::int64_t end) {
  Piece& of = piece(begin, end);
  if (of.memory.empty()) {
    const std::vector<StageContent> everywhere(static_cast<std::size_t>(stages()), of.content);
    // Where input and weight gradients are apart, which moment holds most depends on what a stage has.
    const bool moves = splits_backward(scenario_.plan) && recompute_mode(scenario_.plan) != RecomputeMode::none;
    const MemoryReport report =
        moves ? memory_over_step(scenario_, everywhere, &*schedule_) : memory_when_held(scenario_, everywhere, held_);
    for (const StageMemory& rank : report.stages) of.memory.push_back(rank.total.value);
  }
  return of.memory[static_cast<std::size_t>(stage)];
}

double LayoutCosts::busy(std::int64_t rank, std::int64_t begin, std::int64_t end) {
  return piece(begin, end).times.both().value * stragglers_.rank_factor(static_cast<std::int32_t>(rank));
}

/// When the stage's own last pass ends, at least.
double LayoutCosts::end_bound(std::int64_t stage, std::int64_t begin, std::int64_t end, const StageTimes& own) const {
  const auto m = static_cast<double>(schedule_->micro_batches);
  const auto hops = static_cast<double>(stage), hops_behind = static_cast<double>(stages() - 1 - stage);
  const double forward = own.forward.value, backward = own.whole_backward().value;
  const double start = forward_before_[static_cast<std::size_t>(begin)] + hops * transfer_;
  double bound = start + m * (forward + backward);
  if (!ways_of(scenario_.plan).one_by_one) return bound;
  const auto after = static_cast<std::size_t>(end);
  // To the last stage and back: what the stage waits for between a micro-batch's forward and its backward.
  const double round = forward_before_.back() - forward_before_[after] + whole_before_.back() - whole_before_[after] +
                       2 * hops_behind * transfer_;
  const double warm = std::min(m, hops_behind + 1);  // forwards before the first backward
  bound = std::max(bound, start + forward + round + m * backward + (m - warm) * forward);
  bound = std::max(bound, start + m * forward + (m - warm) * backward + round + backward);
  if (m > warm) bound = std::max(bound, start + forward + round + (m - warm) * (forward + backward) + round + backward);
  return bound;
}

double LayoutCosts::step_bound(std::int64_t stage, std::int64_t begin, std::int64_t end) {
  const Piece& of = piece(begin, end);
  const auto first = static_cast<std::size_t>(begin);
  const double way_back = static_cast<double>(stage) * transfer_;
  const double slow = stragglers_.rank_factor(static_cast<std::int32_t>(stage));
  const StageTimes own{of.times.forward * slow, of.times.recompute * slow, of.times.backward_input * slow,
                       of.times.backward_weight * slow};
  const double own_end = end_bound(stage, begin, end, own);
  double last_end = own_end + of.exposed;
  if (splits_backward(scenario_.plan)) {
    const auto m = static_cast<double>(schedule_->micro_batches);
    const double inputs = forward_before_[first] + way_back + m * (own.forward + own.input_pass()).value;
    last_end = std::max(last_end, inputs + input_before_[first] + way_back + first_exposed_);
  } else {
    last_end = std::max(last_end, own_end + whole_before_[first] + way_back + first_exposed_);
  }
  return last_end + std::max(of.optimizer * slow, optimizer_) + report_.time->breakdown.other.value;
}

}  // namespace shardscope
