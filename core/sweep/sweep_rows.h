// The rows of a sweep, for the command, the window and Python: each is the scenario as it was read with its own
// settings on top, evaluated by itself.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/problem.h"
#include "core/base/setting.h"
#include "core/plan_search/space/varied.h"
#include "core/report_json/report_fields.h"
#include "core/scenario/catalogue.h"
#include "core/scenario_json/parse.h"
#include "core/sweep/sweep_follow.h"
#include "core/sweep/sweep_questions.h"

namespace shardscope {

/// One scenario of a sweep. Without figures where it can't be read or its split is impossible.
struct SweepRow {
  std::vector<Setting> settings;   // what varies, then what followed; on top of the others they make its scenario
  nlohmann::ordered_json figures;  // report_fields(); null where there is no report
  bool read = false, valid = false;
  std::vector<Problem> problems;  // of one that isn't valid
  std::string problem;            // why not valid, or without a step: the first problem's words
};

/// The scenario with settings on top of its own. Any number of threads may call it at once.
using LoadsScenario = std::function<Outcome<ParsedScenario>(std::span<const Setting>)>;

/// What every row is made from.
struct SweepBase {
  LoadsScenario load;
  SweepFollow follow = SweepFollow::alone;
  ParsedScenario unvaried;
};
[[nodiscard]] Outcome<SweepBase> sweep_base(LoadsScenario load, SweepFollow follow);

/// A question by its name, and what follows where nobody says it: the question's own, else nothing.
[[nodiscard]] SweepFollow follow_of(std::optional<SweepQuestion> question);
/// The question's field with its values, before what else varies.
[[nodiscard]] Outcome<std::vector<Varied>> with_question(std::optional<SweepQuestion> question, const SweepBase& base,
                                                         std::vector<Varied> varied);

/// The scenario with what varies, after what hangs on it has followed.
[[nodiscard]] Outcome<ParsedScenario> swept_scenario(const SweepBase& base, std::span<const Setting> varied);
[[nodiscard]] SweepRow sweep_row(const SweepBase& base, const std::vector<Setting>& varied,
                                 std::span<const FieldPath> fields);

/// Evaluates a row for each of the choices behind those that are there, on so many threads.
void add_sweep_rows(std::vector<SweepRow>& rows, const SweepBase& base, std::span<const std::vector<Setting>> choices,
                    std::span<const FieldPath> fields, unsigned threads, const std::stop_token& stop = {});

/// Without those that are impossible where a range was asked for: only the valid values between are meant.
void keep_meant(std::vector<SweepRow>& rows, std::span<const Varied> varied);

/// Every row says each field that followed in any of them, in the same order: where it stayed what it was.
void complete_settings(std::vector<SweepRow>& rows, const SweepBase& base);

/// A row that was read, as core/plan_search/trial_log.h has a plan: {"scenario": …, "valid", "problem": a text or null,
/// its figures}, without a newline.
[[nodiscard]] std::string trial_line(const SweepBase& base, const SweepRow& row, const Catalogue& presets);

}  // namespace shardscope
