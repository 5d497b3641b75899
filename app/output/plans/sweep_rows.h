// The rows of a sweep, for the command and for the window: each is the scenario as it was read with its own settings on
// top, evaluated by itself.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/files/scenario_source.h"
#include "core/base/setting.h"
#include "core/plan_search/space/varied.h"
#include "core/report_json/report_fields.h"
#include "core/sweep/sweep_follow.h"

namespace shardscope {

/// One scenario of a sweep. Without figures where it can't be read or its split is impossible.
struct SweepRow {
  std::vector<Setting> settings;   // what varies, then what followed; on top of the others they make its scenario
  nlohmann::ordered_json figures;  // report_fields(); null where there is no report
  bool read = false, valid = false;
  std::string problem;  // why not valid, or without a step: the first problem's words
};

/// What every row is made from: read once, since stdin can't be read again.
struct SweepBase {
  ReadSource read;
  std::vector<Setting> settings;
  SweepFollow follow = SweepFollow::alone;
  ParsedScenario unvaried;

  bool operator==(const SweepBase&) const = default;
};
[[nodiscard]] Outcome<SweepBase> sweep_base(ReadSource read, std::vector<Setting> settings, SweepFollow follow,
                                            const Presets& presets);

/// The scenario with what varies, after what hangs on it has followed.
[[nodiscard]] Outcome<ParsedScenario> swept_scenario(const SweepBase& base, std::span<const Setting> varied,
                                                     const Presets& presets);
[[nodiscard]] SweepRow sweep_row(const SweepBase& base, const std::vector<Setting>& varied,
                                 std::span<const FieldPath> fields, const Presets& presets);

/// Evaluates the rows from `from` up to `to` of the choices into their places, on so many threads.
void add_sweep_rows(std::vector<SweepRow>& rows, const SweepBase& base, std::span<const std::vector<Setting>> choices,
                    std::span<const FieldPath> fields, const Presets& presets, unsigned threads,
                    const std::stop_token& stop = {});

/// Without those that are impossible where a range was asked for: only the valid values between are meant.
void keep_meant(std::vector<SweepRow>& rows, std::span<const Varied> varied);

/// Every row says each field that followed in any of them, in the same order: where it stayed what it was.
void complete_settings(std::vector<SweepRow>& rows, const SweepBase& base);

}  // namespace shardscope
