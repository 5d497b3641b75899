// core/report_json: Report → JSON: the contract with everything that reads the program's output.
// Keys never change their meaning; a key says its unit (SI) unless it is a count or a ratio; every key is always there;
// what isn't known is null, never 0.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>

#include "core/report/report.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

/// For which pipeline ranks the tensors are listed that fill their memory (core/inspect/memory/ledger.h), as `tensors`
/// beside `parts`.
enum class TensorLists { none, peak_stage, every_stage };

/// `launch`: what the script that the scenario was read from said beside it, which `scenario` then has.
/// The whole report but the timeline's passes, which are only counted; with lists of tensors its critical path is
/// listed too. Numbers are written so that they read back exactly; one that isn't finite becomes null.
[[nodiscard]] nlohmann::ordered_json report_json(const Report& report, TensorLists tensors = TensorLists::none,
                                                 const Launch& launch = {});

/// A key of report_json() and what stands there. `totals`: the same without its longest lists, where only a figure of
/// it is wanted; none: all of it is short.
struct ReportSection {
  std::string_view key;
  nlohmann::ordered_json (*make)(const Report& report, TensorLists tensors, const Launch& launch);
  nlohmann::ordered_json (*totals)(const Report& report) = nullptr;
};

/// In the order of report_json().
[[nodiscard]] std::span<const ReportSection> report_sections();

/// A figure that is asked so often by itself that nothing else is written for it, nor evaluated: its path, and what
/// stands there; evaluate_figures() is enough for it.
struct ReportFigure {
  std::string_view path;
  nlohmann::ordered_json (*make)(const PlanReport& report);
};

[[nodiscard]] std::span<const ReportFigure> report_figures();

/// An array of {severity, path, message, rule}.
[[nodiscard]] nlohmann::ordered_json problems_json(const std::vector<Problem>& problems);

}  // namespace shardscope
