#include "core/sweep/sweep_rows.h"

#include <algorithm>

#include "core/base/share_work.h"
#include "core/scenario_json/settings_between.h"
#include "core/scenario_json/write.h"
#include "core/script/evaluate_loaded.h"

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

/// Fields that followed in some row, in the order of the rows.
std::vector<std::string> followed_fields(const std::vector<SweepRow>& rows) {
  std::vector<std::string> keys;
  for (const SweepRow& row : rows)
    for (const Setting& setting : row.settings)
      if (std::find(keys.begin(), keys.end(), setting.key) == keys.end()) keys.push_back(setting.key);
  return keys;
}

}  // namespace

Outcome<SweepBase> sweep_base(LoadsScenario load, SweepFollow follow) {
  Outcome<ParsedScenario> unvaried = load({});
  if (!succeeded(unvaried)) return problems_of(unvaried);
  return SweepBase{std::move(load), follow, std::move(std::get<ParsedScenario>(unvaried))};
}

SweepFollow follow_of(std::optional<SweepQuestion> question) {
  return question ? entry_of(*question).follow : SweepFollow::alone;
}

Outcome<std::vector<Varied>> with_question(std::optional<SweepQuestion> question, const SweepBase& base,
                                           std::vector<Varied> varied) {
  if (!question) return varied;
  Outcome<Varied> own = varied_by(axis_of(*question), base.unvaried.said.scenario, base.follow, swept_values_max);
  if (!succeeded(own)) return problems_of(own);
  varied.insert(varied.begin(), std::move(std::get<Varied>(own)));
  return varied;
}

Outcome<ParsedScenario> swept_scenario(const SweepBase& base, std::span<const Setting> varied) {
  Outcome<ParsedScenario> loaded = base.load(varied);
  if (succeeded(loaded)) {
    Scenario& scenario = std::get<ParsedScenario>(loaded).said.scenario;
    scenario = after_varying(base.unvaried.said.scenario, scenario, base.follow);
  }
  return loaded;
}

SweepRow sweep_row(const SweepBase& base, const std::vector<Setting>& varied, std::span<const FieldPath> fields) {
  SweepRow row;
  row.settings = varied;
  Outcome<ParsedScenario> loaded = base.load(varied);
  if (!succeeded(loaded)) {
    row.problems = problems_of(loaded);
    row.problem = first_problem(row.problems, Severity::error);
    return row;
  }
  row.read = true;
  Scenario& scenario = std::get<ParsedScenario>(loaded).said.scenario;
  Scenario followed = after_varying(base.unvaried.said.scenario, scenario, base.follow);
  for (Setting& setting : settings_between(scenario, followed)) row.settings.push_back(std::move(setting));
  scenario = std::move(followed);
  if (std::optional<nlohmann::ordered_json> figures = figures_of_loaded(scenario, fields)) {
    row.valid = true, row.figures = std::move(*figures);
    return row;
  }
  const Report report = evaluate_loaded(value_of(loaded));
  row.valid = report.valid;
  row.problem = why_not_whole(report);
  if (report.valid)
    row.figures = report_fields(report, fields, value_of(loaded).said.launch);
  else
    row.problems = report.problems;
  return row;
}

void add_sweep_rows(std::vector<SweepRow>& rows, const SweepBase& base, std::span<const std::vector<Setting>> choices,
                    std::span<const FieldPath> fields, unsigned threads, const std::stop_token& stop) {
  const std::size_t first = rows.size();
  rows.resize(first + choices.size());
  share_work(choices.size(), threads, stop,
             [&](std::size_t i) { rows[first + i] = sweep_row(base, choices[i], fields); });
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

std::string trial_line(const SweepBase& base, const SweepRow& row, const Catalogue& presets) {
  using Json = nlohmann::ordered_json;
  const Outcome<ParsedScenario> loaded = base.load(row.settings);
  if (!succeeded(loaded)) return "{}";
  Json json = {{"scenario", Json::parse(write_scenario(value_of(loaded).said, presets), nullptr, false)},
               {"valid", row.valid},
               {"problem", row.problem.empty() ? Json(nullptr) : Json(row.problem)}};
  if (row.figures.is_object()) json.update(row.figures);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace shardscope
