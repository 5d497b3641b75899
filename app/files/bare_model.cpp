#include "app/files/bare_model.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/rule_names.h"
#include "core/fields/json_document.h"
#include "core/huggingface/meta_params.h"
#include "core/scenario/catalogue.h"
#include "core/scenario_json/write.h"

namespace shardscope {

bool is_bare_model(std::string_view text) {
  const Outcome<nlohmann::json> document = parse_document(text);
  if (!succeeded(document) || !value_of(document).is_object()) return false;
  const nlohmann::json& object = value_of(document);
  if (object.contains("shardscope") || object.contains("plan") || object.contains("model")) return false;
  if (is_meta_params(object)) return true;
  constexpr const char* keys[] = {"model_type", "text_config", "hidden_size", "n_embd", "d_model", "num_hidden_layers"};
  return std::any_of(std::begin(keys), std::end(keys), [&](const char* key) { return object.contains(key); });
}

Outcome<ParsedModel> model_of_config(std::string_view text, const Presets& presets) {
  if (const OtherTool* other = other_model_of(text, presets.other_tools)) return std::vector{not_read(*other)};
  return parse_huggingface(text, presets);
}

Outcome<ParsedScenario> scenario_of_model(std::string_view text, const Presets& presets,
                                          std::span<const Setting> settings) {
  Outcome<ParsedModel> read = model_of_config(text, presets);
  if (!succeeded(read)) return problems_of(read);
  const ParsedModel& model = value_of(read);
  const std::int64_t longest = model.model.max_position_embeddings.value_or(0);
  const std::int64_t sequence = longest > 0 ? std::min(longest, bare_sequence) : bare_sequence;
  const nlohmann::ordered_json document = {
      {"shardscope", 1},
      {"model", whole_model_json(model.model)},
      {"cluster", {{"gpu", assumed_gpu}, {"gpus", usual_gpus_per_node}}},
      {"plan",
       {{"dp", "auto"}, {"sequence_length", sequence}, {"micro_batch", 1}, {"global_batch", bare_global_batch}}}};
  Outcome<ParsedScenario> parsed = parse_scenario(document.dump(), presets, settings);
  if (auto* scenario = std::get_if<ParsedScenario>(&parsed)) {
    std::vector<Problem>& notices = scenario->notices;
    notices.insert(notices.begin(),
                   {Severity::hint, "plan",
                    "a config.json says a model alone; " + std::to_string(usual_gpus_per_node) + " " + assumed_gpu +
                        ", no split, sequences of " + std::to_string(sequence) +
                        " tokens, micro-batches of 1 and a global batch of " + std::to_string(bare_global_batch) +
                        " are taken where --set doesn't say otherwise",
                    std::string(rule_name::taken_for_granted)});
    notices.insert(notices.end(), model.notices.begin(), model.notices.end());
  }
  return parsed;
}

}  // namespace shardscope
