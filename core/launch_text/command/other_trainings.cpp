#include "core/launch_text/command/other_trainings.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/launch_text/command/flag_words.h"
#include "core/launch_text/command/launch_world.h"

namespace shardscope {

namespace {

enum class Launches { nothing, training, other_training };

/// What a command launches; one without a launcher of ranks is no training by itself.
Launches launched_by(const ShellScript& script, const ShellWords& words, std::span<const OtherTool> others) {
  const bool flags =
      std::any_of(words.begin(), words.end(), [](const ShellWord& word) { return is_flag_word(word.text); });
  if (!flags || program_at(words) == 0 || is_printed(words)) return Launches::nothing;
  const OtherTool* other = other_tool_of(telling_words(script, words), others);
  if (other != nullptr && other->kind == OtherKind::training) return Launches::other_training;
  const bool tools = other == nullptr || other->kind == OtherKind::tool;
  return tools && starter_of(words) != Starter::none ? Launches::training : Launches::nothing;
}

}  // namespace

std::optional<Problem> take_out_other_trainings(ShellScript& script, std::span<const OtherTool> others) {
  if (others.empty() || script.commands.size() < 2) return std::nullopt;
  std::vector<std::size_t> taken_out;
  std::string named;
  bool any = false;
  for (std::size_t i = 0; i < script.commands.size(); ++i) {
    const ShellWords words = flattened(script.commands[i]);
    const Launches what = launched_by(script, words, others);
    any = any || what == Launches::training;
    if (what != Launches::other_training) continue;
    taken_out.push_back(i);
    named += (named.empty() ? "" : ", ") + shown(name_of_file(words[program_at(words)].text)) +
             (words.front().line > 0 ? " (line " + std::to_string(words.front().line) + ")" : "");
  }
  if (!any || taken_out.empty()) return std::nullopt;
  for (const std::size_t each : taken_out) script.commands[each] = {{"true", 0, {}}};  // the others keep their places
  return Problem{Severity::warning, TextPlace{},
                 "the script launches another training too, which isn't read: " + named +
                     "; its loss and what runs beside its model aren't modelled",
                 std::string(rule_name::several_launches)};
}

}  // namespace shardscope
