// app/commands/answers: what commands find out before they print it, for whoever else asks the same: the Python module.
// In: a scenario or a command's options, and the presets. Out: values: a report with what a framework says of the plan,
// a search's request. Nothing is printed here.
//
// What `report` says of one scenario.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "app/output/report_page.h"
#include "core/launch/inexpressible.h"
#include "core/presets/presets.h"
#include "core/report_json/report_json.h"
#include "core/scenario_json/parse.h"

namespace shardscope {

struct Checked {
  NamedReport named;
  ParsedScenario loaded;
  std::optional<FrameworkFindings> findings;
};

/// `rules`: the framework whose rules hold; empty: those of a launch script's own.
[[nodiscard]] Checked check_scenario(const std::string& source, ParsedScenario loaded, const Presets& presets,
                                     const std::string& rules = {});

/// The whole report, of a framework's plan with its rules.
[[nodiscard]] nlohmann::ordered_json json_of(const Checked& checked, TensorLists tensors);

}  // namespace shardscope
