// The kinds of presets that the program and a person have alike, once for both readers.
#pragma once

#include <string>

#include "core/presets/presets.h"
#include "core/scenario_json/parse.h"

namespace shardscope {

/// Calls visit(kind, its presets, how a file's text is read) for each kind.
template <class Visit>
void for_each_preset_kind(Presets& presets, Visit visit) {
  visit(PresetKind::models, presets.models, [&](const std::string& text) -> Outcome<Model> {
    Outcome<ParsedModel> parsed = parse_model(text, presets);
    if (!succeeded(parsed)) return problems_of(parsed);
    return std::get<0>(parsed).model;
  });
  visit(PresetKind::gpus, presets.gpus, [&](const std::string& text) { return parse_gpu(text, presets); });
  visit(PresetKind::clusters, presets.clusters, [&](const std::string& text) { return parse_cluster(text, presets); });
  visit(PresetKind::scenarios, presets.scenarios, [&](const std::string& text) -> Outcome<LaunchedScenario> {
    Outcome<ParsedScenario> parsed = parse_scenario(text, presets);
    if (!succeeded(parsed)) return problems_of(parsed);
    return std::get<0>(parsed).said;
  });
  visit(PresetKind::frameworks, presets.frameworks,
        [&](const std::string& text) { return parse_framework(text, presets.frameworks); });
}

}  // namespace shardscope
