// What the tests of core/scenario share: the project's presets, a small scenario as text, and what a parse said of it.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario_json/parse.h"
#include "tests/real_presets.h"

namespace shardscope::tests {

inline constexpr std::string_view small_scenario = R"({
  "shardscope": 1, "name": "Small", "model": "llama2-7b",
  "cluster": {"gpu": "a100-80", "gpus": 64},
  "plan": {"tp": 8, "pp": 2, "dp": 4, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64},
  "run": {"tokens": 2e12}})";

/// The text with the first `from` replaced; a case whose `from` isn't there is wrong itself.
inline std::string edited(std::string_view from, std::string_view to, std::string_view text = small_scenario) {
  std::string result(text);
  const std::size_t at = result.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, "the text has no ", from);
  return result.replace(at, from.size(), to);
}

/// The scenario that the text describes, with the script that it keeps; the test ends where it describes none.
inline LaunchedScenario launched_of(std::string_view text, const std::vector<Setting>& settings = {}) {
  const Outcome<ParsedScenario> parsed = parse_scenario(text, real_presets(), settings);
  if (succeeded(parsed)) return value_of(parsed).said;
  for (const Problem& problem : problems_of(parsed)) MESSAGE(line_of(problem, ""));
  REQUIRE(succeeded(parsed));
  return {};
}

inline Scenario scenario_of(std::string_view text, const std::vector<Setting>& settings = {}) {
  return launched_of(text, settings).scenario;
}

/// What is wrong with the text, a line a problem; empty where nothing is.
inline std::string complaints(std::string_view text, const std::vector<Setting>& settings = {}) {
  const Outcome<ParsedScenario> parsed = parse_scenario(text, real_presets(), settings);
  std::string lines;
  if (succeeded(parsed)) return lines;
  for (const Problem& problem : problems_of(parsed)) lines += line_of(problem, "") + "\n";
  return lines;
}

inline bool says(const std::string& lines, std::string_view words) {
  return lines.find(words) != std::string::npos;
}

}  // namespace shardscope::tests
