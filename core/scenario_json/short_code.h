// A scenario as one word to paste into a chat, and back: "shardscope1_" and base64url of its JSON, deflated with a
// dictionary of the keys. Where it came from a preset, the JSON is the preset's name and what differs (RFC 7386).
// The last three bytes check the others, so that a word that was cut or mistyped is noticed.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/base/problem.h"
#include "core/base/setting.h"
#include "core/scenario/catalogue.h"
#include "core/scenario_json/parse.h"

namespace shardscope {

[[nodiscard]] std::string scenario_code(const LaunchedScenario& said, const Catalogue& presets);

/// Whether the text, without blanks around it, begins as a code does.
[[nodiscard]] bool is_scenario_code(std::string_view text);

/// The scenario of a code, or why it holds none. `settings` as in parse_scenario().
[[nodiscard]] Outcome<ParsedScenario> parse_scenario_code(std::string_view code, const Catalogue& presets,
                                                          std::span<const Setting> settings = {});

}  // namespace shardscope
