#include "core/frameworks/scenario_names.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/limits.h"
#include "core/expressions/json_value.h"
#include "core/scenario/pipeline_layout.h"
#include "core/scenario/plan_counts.h"
#include "core/transformer/layout.h"

namespace shardscope {

namespace {

void add_fields(Names& names, std::span<const Field> table, const Scenario& scenario) {
  for (const Field& field : table) names.insert_or_assign(std::string(field.path), field_value(field, scenario));
}

/// The parts of a field have names of their own beside it, and so has its own value where it is one of them. Of a
/// choice that isn't said the first holds.
void add_parts(Names& names, const Field& field, const Scenario& filled) {
  const Value own = field_value(field, filled);
  if (own.none()) return;
  if (!field.own_key.empty()) names[std::string(field.path) + "." + std::string(field.own_key)] = own;
  for (const Field& part : field.parts) {
    Value value = field_value(part, filled);
    if (value.none() && part.kind == FieldKind::choice) value = std::string(part.choices.front().json);
    names[std::string(part.path)] = std::move(value);
  }
}

/// Whether Megatron cuts the model so without being told: as many layers per stage, MTP with the loss at the end.
bool even(const std::vector<StageContent>& stages) {
  for (const StageContent& stage : stages)
    if (stage.layers() != stages.front().layers() || (stage.mtp_layers > 0 && &stage != &stages.back())) return false;
  return !stages.empty() && stages.front().layers() > 0;
}

void add_stages(Names& names, const Scenario& filled) {
  const std::vector<StageContent> stages = stage_layout(filled.model, filled.plan);
  Value::List layers;
  std::vector<LayoutStage> layout;
  for (const StageContent& stage : stages) {
    layers.emplace_back(stage.layers());
    layout.push_back({stage.layers(), stage.mtp_layers, stage.embedding, stage.head});
  }
  names["plan.stage_list"] = std::move(layers);
  if (filled.plan.pipeline_layout)
    names["plan.layout"] = *filled.plan.pipeline_layout;
  else
    names["plan.layout"] = stages.size() > 1 && !even(stages) ? Value(write_pipeline_layout(layout)) : Value();
}

/// "([0]*3+[1]*58)"; None where every layer is MoE or none is.
Value moe_pattern(const Model& model) {
  const std::int64_t layers = std::clamp<std::int64_t>(model.num_hidden_layers, 0, limits::layers_max);
  if (!has_experts(model) || layers == 0) return {};
  std::string text;
  std::int64_t runs = 0;
  for (std::int64_t begin = 0, end = 0; begin < layers; begin = end) {
    const bool moe = is_moe_layer(model, begin);
    for (end = begin; end < layers && is_moe_layer(model, end) == moe;) ++end;
    text += std::string(runs++ == 0 ? "(" : "+") + (moe ? "[1]*" : "[0]*") + std::to_string(end - begin);
  }
  return runs == 1 && is_moe_layer(model, 0) ? Value() : Value(text + ")");
}

void derive_layout(Names& names) {
  const std::string* layout = value_at(names, "plan.layout").text();
  if (layout == nullptr) return;
  const std::variant<std::vector<LayoutStage>, std::string> parsed = parse_pipeline_layout(*layout);
  if (parsed.index() != 0) return;  // what is wrong with it, validate() says
  Value::List symbols, stages;
  for (const LayoutStage& stage : std::get<0>(parsed)) {
    std::string letters(stage.embedding ? "E" : "");
    letters += std::string(static_cast<std::size_t>(stage.layers), 't');
    letters += std::string(static_cast<std::size_t>(stage.mtp_layers), 'm');
    letters += stage.loss ? "L" : "";
    for (const char letter : letters) symbols.emplace_back(std::string(1, letter));
    stages.emplace_back(std::move(letters));
  }
  names["layout_symbols"] = std::move(symbols);
  names["layout_stages"] = std::move(stages);
}

void derive_moe_layers(Names& names) {
  const Value pattern = value_at(names, "model.moe_pattern");
  names["model.moe_pattern_is_list"] = pattern.list() != nullptr;
  if (pattern.whole() && *pattern.whole() > 0) {  // of all layers, whatever a model that the text names has
    names["model.moe_layer_freq"] = pattern;
    const Value& said = value_at(names, "model.first_k_given");
    names["model.first_k_dense_replace"] = said.whole() ? said : Value(0);
    names["model.moe_layers"] = Value();
  }
  if (pattern.list() == nullptr) return;
  Value::List layers;
  std::int64_t dense = 0;  // before the first MoE layer
  for (std::size_t i = 0; i < pattern.list()->size(); ++i)
    if (is_true((*pattern.list())[i]))
      layers.emplace_back(static_cast<std::int64_t>(i));
    else if (layers.empty())
      ++dense;
  const bool only_first = static_cast<std::size_t>(dense) + layers.size() == pattern.list()->size();
  if (only_first)
    names["model.first_k_dense_replace"] = dense;
  else
    names["model.moe_layers"] = std::move(layers);
}

}  // namespace

Value field_value(const Field& field, const Scenario& scenario) {
  const FieldValue value = field.get(scenario);
  if (const bool* on = std::get_if<bool>(&value)) return *on;
  if (const double* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
    if (field.kind != FieldKind::names) return Value::List(list->begin(), list->end());
    Value::List names;
    for (const std::int64_t i : *list) names.emplace_back(std::string(field.choices[static_cast<std::size_t>(i)].json));
    return names;
  }
  const auto* count = std::get_if<std::int64_t>(&value);
  if (count == nullptr) return {};
  if (field.kind == FieldKind::choice) return std::string(field.choices[static_cast<std::size_t>(*count)].json);
  return *count;
}

bool scales_alike(Precision one, Precision other) {
  return facts_of(one).scaling == Scaling::tensor && facts_of(other).scaling == Scaling::tensor;
}

void add_model_names(Names& names, const Model& filled) {
  Scenario scenario;
  scenario.model = filled;
  add_fields(names, model_fields(), scenario);
  names["model.preset"] = filled.preset.empty() ? Value() : Value(filled.preset);
  const nlohmann::ordered_json scaling =
      nlohmann::ordered_json::parse(filled.rope_scaling.value_or("{}"), nullptr, false);
  if (scaling.is_object())
    for (const auto& entry : scaling.items())
      names["model.rope_scaling." + entry.key()] = value_from_json(entry.value());
}

Names names_of(const Scenario& filled) {
  Names names;
  add_model_names(names, filled.model);
  add_fields(names, plan_fields(), filled);
  for (const Field& field : plan_fields()) add_parts(names, field, filled);
  add_stages(names, filled);
  names["model.moe_pattern_text"] = moe_pattern(filled.model);
  names["world_size"] = gpus_at_work(filled.plan);
  names["microbatches"] = micro_batches_of(filled.plan);
  names["gpus_per_node"] = filled.cluster.gpus_per_node;
  if (filled.run.tokens) names["run.tokens"] = *filled.run.tokens;
  return names;
}

void derive_names(Names& names) {
  derive_layout(names);
  derive_moe_layers(names);
}

}  // namespace shardscope
