#include "app/output/plans/sweep_rows.h"

#include <algorithm>

#include "core/base/share_work.h"
#include "core/scenario_json/settings_between.h"

namespace shardscope {

namespace {

/// The first problem that is as severe, where there is one.
std::string first_problem(const std::vector<Problem>& problems, Severity severity) {
  const auto found = std::find_if(problems.begin(), problems.end(),
                                  [&](const Problem& problem) { return problem.severity == severity; });
  if (found == problems.end()) return {};
  return found->path.empty() ? found->message : found->path + ": " + found->message;
}

/// Why a plan is impossible or, where only a warning says so, has no step.
std::string why_not_whole(const Report& report) {
  std::string why = first_problem(report.problems, Severity::error);
  return why.empty() && !report.time ? first_problem(report.problems, Severity::warning) : why;
}

Outcome<ParsedScenario> as_varied(const SweepBase& base, std::span<const Setting> varied, const Presets& presets) {
  std::vector<Setting> settings = base.settings;
  settings.insert(settings.end(), varied.begin(), varied.end());
  return load_read(base.read, settings, presets);
}

/// Fields that followed in some row, in the order of the rows.
std::vector<std::string> followed_fields(const std::vector<SweepRow>& rows) {
  std::vector<std::string> keys;
  for (const SweepRow& row : rows)
    for (const Setting& setting : row.settings)
      if (std::find(keys.begin(), keys.end(), setting.key) == keys.end()) keys.push_back(setting.key);
  return keys;
}

}  // namespace

Outcome<SweepBase> sweep_base(ReadSource read, std::vector<Setting> settings, SweepFollow follow,
                              const Presets& presets) {
  Outcome<ParsedScenario> unvaried = load_read(read, settings, presets);
  if (!succeeded(unvaried)) return problems_of(unvaried);
  return SweepBase{std::move(read), std::move(settings), follow, std::move(std::get<ParsedScenario>(unvaried))};
}

Outcome<ParsedScenario> swept_scenario(const SweepBase& base, std::span<const Setting> varied, const Presets& presets) {
  Outcome<ParsedScenario> loaded = as_varied(base, varied, presets);
  if (succeeded(loaded)) {
    Scenario& scenario = std::get<ParsedScenario>(loaded).said.scenario;
    scenario = after_varying(base.unvaried.said.scenario, scenario, base.follow);
  }
  return loaded;
}

SweepRow sweep_row(const SweepBase& base, const std::vector<Setting>& varied, std::span<const FieldPath> fields,
                   const Presets& presets) {
  SweepRow row;
  row.settings = varied;
  Outcome<ParsedScenario> loaded = as_varied(base, varied, presets);
  if (!succeeded(loaded)) {
    row.problem = first_problem(problems_of(loaded), Severity::error);
    return row;
  }
  row.read = true;
  Scenario& scenario = std::get<ParsedScenario>(loaded).said.scenario;
  Scenario followed = after_varying(base.unvaried.said.scenario, scenario, base.follow);
  for (Setting& setting : settings_between(scenario, followed)) row.settings.push_back(std::move(setting));
  scenario = std::move(followed);
  const Report report = evaluate_loaded(value_of(loaded));
  row.valid = report.valid;
  row.problem = why_not_whole(report);
  if (report.valid) row.figures = report_fields(report, fields, value_of(loaded).said.launch);
  return row;
}

void add_sweep_rows(std::vector<SweepRow>& rows, const SweepBase& base, std::span<const std::vector<Setting>> choices,
                    std::span<const FieldPath> fields, const Presets& presets, unsigned threads,
                    const std::stop_token& stop) {
  const std::size_t first = rows.size();
  rows.resize(first + choices.size());
  share_work(choices.size(), threads, stop,
             [&](std::size_t i) { rows[first + i] = sweep_row(base, choices[i], fields, presets); });
}

void keep_meant(std::vector<SweepRow>& rows, std::span<const Varied> varied) {
  if (std::any_of(varied.begin(), varied.end(), [](const Varied& each) { return each.range; }))
    std::erase_if(rows, [](const SweepRow& row) { return !row.valid; });
}

void complete_settings(std::vector<SweepRow>& rows, const SweepBase& base) {
  const std::vector<std::string> keys = followed_fields(rows);
  // What a field is where it stayed, as a setting has it: what leads there from a scenario in which it is another.
  for (SweepRow& row : rows) {
    std::vector<Setting> all;
    for (const std::string& key : keys) {
      if (const Setting* own = find_setting(row.settings, key))
        all.push_back(*own);
      else
        all.emplace_back(key, setting_text(base.unvaried.said.scenario, key));
    }
    row.settings = std::move(all);
  }
}

}  // namespace shardscope
