#include "core/changes/layout/cuts.h"

#include <algorithm>
#include <utility>

#include "core/base/trimmed.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

std::vector<LayoutStage> layout_stages(const std::vector<StageContent>& layout) {
  std::vector<LayoutStage> stages;
  stages.reserve(layout.size());
  for (const StageContent& stage : layout)
    stages.push_back({stage.layers(), stage.mtp_layers, stage.embedding, stage.head});
  return stages;
}

/// Whether plan.stage_layers can say it: MTP layers on the last stage, and no empty stage between the ends.
bool is_list_of_layers(const std::vector<LayoutStage>& stages) {
  for (std::size_t k = 0; k < stages.size(); ++k) {
    const bool last = k + 1 == stages.size();
    if (!last && stages[k].mtp_layers > 0) return false;
    if (k > 0 && !last && stages[k].layers == 0) return false;
  }
  return true;
}

/// Whether a plan that says nothing of its stages has these. One of more stages than layers must say something.
bool is_default(const Model& model, Plan plan, const std::vector<LayoutStage>& stages) {
  plan.stage_layers.reset(), plan.pipeline_layout.reset();
  return static_cast<std::int64_t>(stages.size()) <= model.num_hidden_layers &&
         layout_stages(stage_layout(model, plan)) == stages;
}

}  // namespace

BlockRow block_row(const Model& model) {
  return {std::max<std::int64_t>(model.num_hidden_layers, 0),
          std::max<std::int64_t>(model.num_nextn_predict_layers, 0)};
}

Cuts cuts_of(const BlockRow& row, const std::vector<StageContent>& layout) {
  Cuts cuts = {0};
  for (const StageContent& stage : layout)
    cuts.push_back(cuts.back() + (stage.embedding ? 1 : 0) + stage.layers() + (stage.mtp_layers > 0 ? 1 : 0) +
                   (stage.head ? 1 : 0));
  cuts.back() = row.blocks();
  return cuts;
}

LayoutStage stage_between(const BlockRow& row, std::int64_t begin, std::int64_t end) {
  const auto layers_before = [&](std::int64_t place) { return std::clamp<std::int64_t>(place - 1, 0, row.layers); };
  LayoutStage stage;
  stage.layers = layers_before(end) - layers_before(begin);
  stage.embedding = begin == 0 && end > 0;
  stage.loss = end == row.blocks() && begin < end;
  const std::int64_t mtp = row.layers + 1;
  if (row.mtp_layers > 0 && begin <= mtp && mtp < end) stage.mtp_layers = row.mtp_layers;
  return stage;
}

std::vector<LayoutStage> stages_between(const BlockRow& row, const Cuts& cuts) {
  std::vector<LayoutStage> stages;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) stages.push_back(stage_between(row, cuts[k], cuts[k + 1]));
  return stages;
}

Cuts with_border_at(const BlockRow& row, const Cuts& cuts, std::size_t border, std::int64_t place) {
  if (border == 0 || border + 1 >= cuts.size() || cuts.back() != row.blocks()) return cuts;
  Cuts moved = cuts;
  const std::int64_t least = cuts[border - 1] + 1, most = cuts[border + 1] - 1;
  if (least <= most) moved[border] = std::clamp(place, least, most);
  return moved;
}

Cuts with_block_moved(const Cuts& cuts, std::size_t from, std::size_t to) {
  if (from == to || std::max(from, to) + 1 >= cuts.size() || cuts[from + 1] - cuts[from] < 2) return {};
  Cuts moved = cuts;
  for (std::size_t border = std::min(from, to) + 1; border <= std::max(from, to); ++border)
    moved[border] += from < to ? -1 : 1;
  return moved;
}

std::string layout_text(const std::vector<StageContent>& layout) {
  return write_pipeline_layout(layout_stages(layout));
}

Scenario with_layout(Scenario scenario, const std::vector<LayoutStage>& stages) {
  Plan& plan = scenario.plan;
  const bool typed = plan.pipeline_layout.has_value();
  plan.stage_layers.reset(), plan.pipeline_layout.reset();
  if (is_default(scenario.model, plan, stages)) return scenario;
  if (typed || !is_list_of_layers(stages)) {
    plan.pipeline_layout = write_pipeline_layout(stages);
    return scenario;
  }
  plan.stage_layers.emplace();
  for (const LayoutStage& stage : stages) plan.stage_layers->push_back(stage.layers);
  return scenario;
}

Scenario with_even_layout(Scenario scenario) {
  scenario.plan.stage_layers.reset(), scenario.plan.pipeline_layout.reset();
  return with_layout(scenario, layout_stages(stage_layout(scenario.model, scenario.plan)));
}

std::variant<Scenario, std::string> with_typed_layout(const Scenario& scenario, std::string_view text) {
  const std::string bare(trimmed(text));
  auto parsed = parse_pipeline_layout(bare);
  if (parsed.index() == 1) return std::get<1>(std::move(parsed));
  Scenario typed = scenario;
  typed.plan.stage_layers.reset();
  typed.plan.pipeline_layout = bare;
  for (Problem& problem : validate(with_defaults(typed)))
    if (problem.severity == Severity::error && problem.path == "plan.pipeline_layout")
      return std::move(problem.message);
  // Said as briefly as the same stages can be.
  if (is_default(typed.model, typed.plan, std::get<0>(parsed))) typed.plan.pipeline_layout.reset();
  return typed;
}

}  // namespace shardscope
