// A Hugging Face config.json where a scenario is wanted: the model on a cluster and a plan that are taken for granted,
// and said to be.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/setting.h"
#include "core/presets/presets.h"
#include "core/scenario_json/parse.h"

namespace shardscope {

/// A configuration of a model, with or without a model_type: no key of a scenario is in it.
[[nodiscard]] bool is_bare_model(std::string_view text);

/// The model of a config.json; one problem where it is another kind of model than those that are modelled.
[[nodiscard]] Outcome<ParsedModel> model_of_config(std::string_view text, const Presets& presets);

/// The model on a node of the GPU that is assumed, without a split, the settings on top; a notice says what was taken.
[[nodiscard]] Outcome<ParsedScenario> scenario_of_model(std::string_view text, const Presets& presets,
                                                        std::span<const Setting> settings);

inline constexpr std::int64_t bare_sequence = 4096;  // or the model's longest, where that is less
inline constexpr int bare_global_batch = 128;

}  // namespace shardscope
