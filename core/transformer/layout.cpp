#include "core/transformer/layout.h"

#include <algorithm>
#include <cstddef>

#include "core/base/limits.h"
#include "core/scenario/pipeline_layout.h"
#include "core/scenario/plan_counts.h"

namespace shardscope {

bool hold_the_same(StageContent one, const StageContent& other) {
  one.first_layer = other.first_layer;
  return one == other;
}

namespace {

/// Layers of each stage where the plan doesn't say: the stages that go short are the last, the first, the last but
/// one, the second, and so on, since the head and the embedding weigh on the ends.
std::vector<std::int64_t> even_layers(std::int64_t layers, std::size_t stages) {
  const auto count = static_cast<std::int64_t>(stages);
  const std::int64_t fewer = layers / count;
  const std::int64_t extra = layers % count;
  std::vector<std::int64_t> result(stages, extra > 0 ? fewer + 1 : fewer);
  if (extra == 0) return result;
  for (std::int64_t i = 0; i < count - extra; ++i) {
    const std::int64_t stage = i % 2 == 0 ? count - 1 - i / 2 : i / 2;
    result[static_cast<std::size_t>(stage)] = fewer;
  }
  return result;
}

/// The stages as plan.pipeline_layout has them; empty without one, and where it lays out another number of stages.
std::vector<LayoutStage> laid_out(const Plan& plan, std::size_t stages) {
  if (!plan.pipeline_layout) return {};
  auto parsed = parse_pipeline_layout(*plan.pipeline_layout);
  if (parsed.index() != 0 || std::get<0>(parsed).size() != stages) return {};
  return std::get<0>(std::move(parsed));
}

/// The plan's stages, but no more than could hold anything: a layer each, the embedding, MTP layers and the head. Of a
/// plan with more, which no machine could run, the rest would be empty.
std::size_t stages_laid_out(const Model& model, const Plan& plan) {
  const auto listed = static_cast<std::int64_t>(plan.stage_layers ? plan.stage_layers->size() : 0);
  const std::int64_t layers = std::clamp<std::int64_t>(model.num_hidden_layers, 0, limits::layers_max);
  const std::int64_t mtp = std::clamp<std::int64_t>(model.num_nextn_predict_layers, 0, limits::layers_max);
  return static_cast<std::size_t>(std::min({stages_of(plan), limits::layers_max, std::max(layers, listed) + mtp + 2}));
}

}  // namespace

bool copies_tied_table(const Plan& plan) {
  return plan.pp > 1;
}

std::vector<StageContent> stage_layout(const Model& model, const Plan& plan) {
  const std::size_t stages = stages_laid_out(model, plan);
  const std::int64_t layers = std::clamp<std::int64_t>(model.num_hidden_layers, 0, limits::layers_max);
  std::vector<std::int64_t> counts = plan.stage_layers.value_or(std::vector<std::int64_t>{});
  if (!plan.stage_layers) counts = even_layers(layers, stages);
  counts.resize(stages, 0);

  std::vector<StageContent> layout(stages);
  std::int64_t next = 0;
  for (std::size_t k = 0; k < stages; ++k) {
    StageContent& stage = layout[k];
    stage.first_layer = next;
    const std::int64_t end = next + std::clamp<std::int64_t>(counts[k], 0, limits::layers_max - next);
    for (; next < end; ++next) ++(is_moe_layer(model, next) ? stage.moe_layers : stage.dense_layers);
  }
  layout.front().embedding = true;
  layout.back().head = true;
  const std::int64_t mtp_layers = std::clamp<std::int64_t>(model.num_nextn_predict_layers, 0, limits::layers_max);
  const std::vector<LayoutStage> stated = laid_out(plan, stages);
  const auto with_mtp =
      std::find_if(stated.begin(), stated.end(), [](const LayoutStage& stage) { return stage.mtp_layers > 0; });
  const auto mtp_stage = with_mtp == stated.end() ? stages - 1 : static_cast<std::size_t>(with_mtp - stated.begin());
  layout[mtp_stage].mtp_layers = mtp_layers;
  return layout;
}

}  // namespace shardscope
