#include "core/script/launch_reading.h"

#include <algorithm>
#include <utility>

#include "core/base/rule_names.h"
#include "core/base/trimmed.h"
#include "core/fields/whole_parts.h"
#include "core/launch/import_launch.h"
#include "core/script/said_so_far.h"
#include "core/shell/shell_code.h"

namespace shardscope {

namespace {

constexpr std::size_t asked_max = 24;  // that are shown

bool has(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// "4" of ${NAME:-4}, wherever the text has it first.
std::string otherwise_of(std::string_view text, const std::string& name) {
  for (const char* sign : {":-", "-", ":=", "="}) {
    const std::string begin = "${" + name + sign;
    const std::size_t at = text.find(begin);
    if (at == std::string_view::npos) continue;
    const std::size_t end = text.find_first_of("}\n", at);
    if (end == std::string_view::npos || text[end] != '}') continue;
    return std::string(text.substr(at + begin.size(), end - at - begin.size()));
  }
  return {};
}

/// Whether it hangs on the variable or argument.
bool hangs_on(const Problem& problem, const std::string& name) {
  return has(problem.remedy.names, name);
}

/// What the script takes from outside, and what a scheduler sets that its problems ask for: SLURM_ARRAY_TASK_ID.
std::vector<std::string> asked_for(const ShellScript& script, const std::vector<Problem>& problems) {
  std::vector<std::string> names = script.asked;
  for (const Problem& problem : problems)
    for (const std::string& name : problem.remedy.names)
      if (problem.remedy.kind == RemedyKind::outside && !has(names, name) && !script.variables.contains(name))
        names.push_back(name);
  return names;
}

/// What the script takes from outside that reaches the model, the plan or the machine, or is why it isn't read.
std::vector<AskedValue> asked_of(const LaunchSource& source, const LaunchReading& reading) {
  const std::vector<LaunchLines> texts = lines_of_launch(source, reading.files);
  ShellOutside nothing;
  nothing.files = source.outside.files;
  std::vector<AskedValue> all;
  const ShellScript script = read_shell(source.text, nothing);
  for (const std::string& name : asked_for(script, reading.problems)) {
    AskedValue asked{name, otherwise_of(source.text, name), {}};
    bool counts = !given_from_outside(source.outside, name).empty();
    for (const Problem& problem : reading.problems) counts = counts || hangs_on(problem, name);
    for (const Problem& notice : reading.notices)
      counts =
          counts || (notice.rule == rule_name::assumed_branch && !asked.otherwise.empty() && hangs_on(notice, name));
    for (const LitSpan& span : reading.lit.spans) {
      if (span.part == LitPart::none) continue;
      const std::string_view line = line_of_launch(texts, span.file, span.place.line);
      if (!has(variables_in(line.substr(span.place.begin, span.place.end - span.place.begin)), name)) continue;
      counts = true;
      for (const std::string& field : span.fields)
        if (!has(asked.fields, field)) asked.fields.push_back(field);
    }
    if (counts) all.push_back(std::move(asked));
  }
  std::stable_partition(all.begin(), all.end(), [](const AskedValue& asked) { return asked.otherwise.empty(); });
  if (all.size() > asked_max) all.resize(asked_max);
  return all;
}

/// Of what is asked for, what nobody has said.
std::vector<std::string> open_values(const LaunchSource& source, const LaunchReading& reading,
                                     std::vector<std::string> open) {
  for (const AskedValue& asked : reading.asked)
    if (asked.otherwise.empty() && given_from_outside(source.outside, asked.name).empty() && !has(open, asked.name))
      open.push_back(asked.name);
  return open;
}

/// Whether the script branches by one of them.
bool branches_by(const LaunchSource& source, const std::vector<std::string>& open) {
  const std::vector<Problem> notices = read_shell(source.text, source.outside).notices;
  return std::any_of(notices.begin(), notices.end(), [&](const Problem& notice) {
    return std::any_of(open.begin(), open.end(), [&](const std::string& name) { return hangs_on(notice, name); });
  });
}

void take_import(LaunchReading& reading, const LaunchSource& source, const Presets& presets, const Scenario* present) {
  Outcome<ImportedLaunch> imported = import_launch(source.text, source.name, presets, {}, present, source.outside);
  if (!succeeded(imported)) return void(reading.problems = problems_of(imported));
  ParsedScenario& parsed = std::get<0>(imported).parsed;
  for (Problem& notice : parsed.notices) {
    const bool field = notice.path != whole_model && is_field_or_part(notice.path);
    if (field && notice.rule == rule_name::taken_for_granted)
      reading.assumed.push_back(std::move(notice.path));
    else
      reading.notices.push_back(std::move(notice));
  }
  reading.notices = at_their_flags(std::move(reading.notices), parsed.places);
  reading.said = with_defaults(std::move(parsed.said));
}

}  // namespace

LaunchReading read_launch_source(const LaunchSource& source, const Presets& presets, const Scenario* present) {
  LaunchReading reading;
  reading.lines = lines_of(trimmed(source.text)).size();
  const Outcome<LaunchText> as_given =
      read_launch_text(source.text, source.name, presets.frameworks, presets.other_tools, source.outside);
  Outcome<LaunchText> read = as_given;
  const std::optional<LaunchForm> form = form_of_file(source.name);
  std::vector<std::string> stand_ins;
  reading.form = form.value_or(LaunchForm::flags);
  if (!succeeded(read) && reading.form == LaunchForm::flags)
    read = read_with_stand_ins(source, presets, problems_of(as_given), stand_ins);
  if (succeeded(read)) {
    const LaunchFramework& framework = *value_of(read).framework;
    reading.framework = framework.preset, reading.title = framework.title;
    if (!form) reading.form = source.text.starts_with("#!") ? LaunchForm::flags : framework.form;
    reading.files = value_of(read).files;
    reading.recipes = value_of(read).recipes, reading.recipe = value_of(read).recipe;
    reading.lit = lit_script(lines_of_launch(source, reading.files), value_of(read));
  }
  if (succeeded(as_given))
    take_import(reading, source, presets, present);
  else
    reading.problems = problems_of(as_given);
  reading.is_script = reading.form == LaunchForm::flags;
  if (reading.is_script) reading.asked = asked_of(source, reading);
  if (reading.problems.empty()) return reading;
  const std::vector<LaunchLines> texts = lines_of_launch(source, reading.files);
  reading.lit = with_faults(std::move(reading.lit), texts, faults_of(reading.problems));
  if (!succeeded(read)) return reading;
  const std::vector<std::string> open = open_values(source, reading, std::move(stand_ins));
  reading.so_far = said_so_far(source, presets, *value_of(read).framework, open);
  reading.branches_open = reading.is_script && branches_by(source, open);
  return reading;
}

}  // namespace shardscope
