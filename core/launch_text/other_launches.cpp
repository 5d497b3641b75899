#include "core/launch_text/other_launches.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/launch_text/command/flag_words.h"
#include "core/launchers/launchers.h"

namespace shardscope {

namespace {

std::vector<std::string> texts_of(const ShellWords& words) {
  std::vector<std::string> texts;
  for (const ShellWord& word : words) texts.push_back(word.text);
  return texts;
}

using FlagValues = std::vector<std::pair<std::string, std::string>>;

/// Each flag with its value, glued to it by = or the word behind it, and each KEY=VALUE; of two the last.
FlagValues values_of_flags(const ShellWords& words) {
  FlagValues values;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i].text;
    if (!is_flag_word(word) && key_of_override(word).empty()) continue;
    const std::size_t equals = word.find('=');
    const bool has_value = i + 1 < words.size() && !is_flag_word(words[i + 1].text);
    const std::string flag = word.substr(0, equals);
    std::erase_if(values, [&](const auto& each) { return each.first == flag; });
    values.emplace_back(flag, equals != std::string::npos ? word.substr(equals + 1)
                              : has_value                 ? words[i + 1].text
                                                          : std::string());
  }
  return values;
}

/// Whether it says the model, the plan or the machines, or may do so.
bool carries_any(const std::string& flag, const LaunchCandidate& launch) {
  if (launch.framework == nullptr) return true;
  const FlagSpec* spec = launch.framework->flag(flag);
  if (spec != nullptr && carries_plan(*spec)) return true;
  const LauncherName* option = find_option(flag, starter_called(launch.words->front().text));
  return option != nullptr && is_counted(option->said);
}

/// "the one with --tensor-model-parallel-size 8 (others 1, 2, 4)": the flags in which it differs from the others, those
/// of model, plan and machines where there are any.
std::string difference(const LaunchCandidate& chosen, std::span<const ShellWords* const> others) {
  constexpr std::size_t flags_max = 4;
  std::vector<FlagValues> values_of_others;
  for (const ShellWords* other : others) values_of_others.push_back(values_of_flags(*other));
  std::vector<std::string> of_plan, of_rest;
  for (const auto& chosen_value : values_of_flags(*chosen.words)) {
    const std::string &flag = chosen_value.first, &value = chosen_value.second;
    std::vector<std::string> theirs;
    for (const FlagValues& values : values_of_others) {
      const auto found =
          std::find_if(values.begin(), values.end(), [&](const auto& each) { return each.first == flag; });
      const std::string their = found == values.end() ? "without" : shown(found->second);
      const bool same = found != values.end() && found->second == value;
      if (!same && std::find(theirs.begin(), theirs.end(), their) == theirs.end()) theirs.push_back(their);
    }
    if (theirs.empty()) continue;
    const std::string words =
        shown(flag) + (value.empty() ? "" : " " + shown(value)) + " (others " + joined(theirs) + ")";
    (carries_any(flag, chosen) ? of_plan : of_rest).push_back(words);
  }
  std::vector<std::string>& said = of_plan.empty() ? of_rest : of_plan;
  const std::size_t more = said.size() - std::min(said.size(), flags_max);
  said.resize(said.size() - more);
  if (said.empty()) return "one of them";
  return "the one with " + joined(said) + (more > 0 ? " and " + std::to_string(more) + " more that differ" : "");
}

std::string name_of_program(const ShellWords& words) {
  return std::string(name_of_file(words[program_at(words)].text));
}

}  // namespace

std::optional<Problem> other_launches(std::span<const LaunchCandidate> all, const LaunchCandidate& chosen) {
  std::vector<std::string> lines;
  std::vector<const ShellWords*> others;
  for (const LaunchCandidate& each : all) {
    const bool same = each.words == chosen.words || texts_of(*each.words) == texts_of(*chosen.words);
    if (same || each.known * 2 < chosen.known) continue;
    others.push_back(each.words);
    std::string line = std::to_string(each.words->front().line);
    if (const std::string program = name_of_program(*each.words);
        program != name_of_program(*chosen.words) && !program.empty())
      line += ": " + shown(program);
    if (each.words->front().line == 0) continue;  // of a file that the script reads
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  if (others.empty()) return std::nullopt;
  const int first = chosen.words->front().line;
  const std::string own = std::to_string(first);
  std::string where;
  for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 4); ++i) where += (i == 0 ? "" : ", ") + lines[i];
  const std::string times = std::to_string(others.size() + 1) + " times; ";
  const bool one_line = first > 0 && where == own;
  const std::string differs = difference(chosen, others);
  const bool here = first > 0 && !one_line;
  return Problem{Severity::hint, TextPlace{{}, first, {}},
                 (one_line ? "this line launches " : "the script launches ") + times +
                     (here ? "the launch here" + (differs == "one of them" ? "" : ", " + differs + ",") : differs) +
                     " is read, the others aren't" + (one_line || where.empty() ? "" : " (line " + where + ")"),
                 std::string(rule_name::several_launches)};
}

}  // namespace shardscope
