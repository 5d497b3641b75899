#include "core/launch_text/stray_words.h"

#include <algorithm>
#include <string>

#include "core/base/trimmed.h"
#include "core/launch_text/command/flag_words.h"

namespace shardscope {

namespace {

Problem stray(int line, std::string message) {
  return {Severity::error, TextPlace{{}, line, {}}, std::move(message), "stray-word"};
}

/// What a line that begins with a flag comes from.
struct Cut {
  std::string why;
  bool certain = false;  // even where flags alone were pasted
};

Cut cut_before(const std::vector<std::string_view>& lines, int line) {
  auto above = static_cast<std::size_t>(std::max(line - 1, 0));  // counted from 1
  const auto at = [&](std::size_t number) { return number > 0 ? lines[number - 1] : std::string_view(); };
  const auto goes_on = [&](std::size_t number) { return trimmed(at(number)).ends_with('\\'); };
  if (above == 0 || above > lines.size()) return {};
  const std::string_view before = trimmed(at(above));
  const std::string number = "line " + std::to_string(above);
  if (before.empty() && goes_on(above - 1)) return {number + " is empty, which ends the command", true};
  if (before.starts_with('#')) {
    while (above > 1 && trimmed(at(above - 1)).starts_with('#')) --above;
    if (!goes_on(above - 1)) return {};
    return {"the comment in line " + std::to_string(above) + " ends the command", true};
  }
  if (before.find(" #") != std::string_view::npos) return {"the comment in " + number + " ends the command", true};
  if (goes_on(above)) return {number + " ends with a blank behind its \\", true};
  return {number + " has no \\ at its end", false};
}

/// Lines that a shell takes for commands of their own.
std::vector<Problem> lines_alone(const ShellScript& script, std::string_view text, const LaunchWords& launch) {
  std::vector<Problem> problems;
  const std::vector<std::string_view> lines = lines_of(text);
  for (std::size_t i = 0; i < script.commands.size(); ++i) {
    const ShellWord& first = script.commands[i].front();
    if (!is_flag_word(first.text)) continue;
    const Cut cut = cut_before(lines, script.command_lines[i]);
    if (cut.why.empty() || (launch.pasted && !cut.certain)) continue;
    problems.push_back(stray(script.command_lines[i], shown(first.text) + " begins a command of its own: " + cut.why));
  }
  return problems;
}

/// The sign, in UTF-8, that begins or parts words as - and a blank do, and is neither; empty where there is none.
std::string_view false_sign(std::string_view word, bool anywhere) {
  constexpr std::string_view dashes[] = {"\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2015", "\u2212"};
  constexpr std::string_view blank = "\u00a0";
  for (const std::string_view dash : dashes)
    if (anywhere ? word.find(dash) != std::string_view::npos
                 : word.starts_with(dash) || word.starts_with("-" + std::string(dash)))
      return dash;
  return word.find(blank) != std::string_view::npos && word.find("--") != std::string_view::npos ? blank
                                                                                                 : std::string_view();
}

class StrayReader {
 public:
  explicit StrayReader(const LaunchWords& launch) : framework_(*launch.framework), words_(launch.command) {}

  std::vector<Problem> read() {
    std::size_t begin = program_at(words_);
    if (begin == 0)
      while (begin < words_.size() && !is_known(words_[begin].text)) ++begin;
    for (std::size_t i = begin; i < words_.size(); ++i) {
      const ShellWord& word = words_[i];
      if (says_sign(word) || word.inner || says_comment(word) || !is_flag_word(word.text)) continue;
      std::size_t end = i + 1;
      while (end < words_.size() && !is_flag_word(words_[end].text)) ++end;
      left_over(word, std::span(words_).subspan(i + 1, end - i - 1));
    }
    return std::move(problems_);
  }

 private:
  bool is_known(std::string_view word) const {
    return is_flag_word(word) && (framework_.flag(word) != nullptr || framework_.ignores(word));
  }

  void say(const ShellWord& word, const std::string& message) { problems_.push_back(stray(word.line, message)); }

  bool says_sign(const ShellWord& word) {
    const std::string_view sign = false_sign(word.text, is_flag_word(word.text));
    if (sign.empty()) return false;
    say(word, shown(word.text) + (sign == "\u00a0" ? " has a blank in it that isn't a space, so it is one word"
                                                   : " is no flag: its " + std::string(sign) + " isn't a -"));
    return true;
  }

  static bool is_comment(std::string_view text) { return text == "#" || text.starts_with("#-"); }

  /// What a text that eval runs has of the shell: "&>", "2>&1", "|".
  static bool is_of_shell(std::string_view text) {
    if (!text.empty() && text[0] >= '0' && text[0] <= '9') text.remove_prefix(1);
    return !text.empty() && std::string_view("&|;<>").find(text[0]) != std::string_view::npos;
  }

  bool says_comment(const ShellWord& word) {
    if (!is_comment(word.text)) return false;
    say(word, "the # stands in quotes, where it begins no comment: the program gets it as a word");
    return true;
  }

  /// A name of a flag without its dashes.
  bool says_name(const ShellWord& word) {
    const std::string& text = word.text;
    const bool one_dash = text.size() > 2 && text[0] == '-' && text[1] != '-';
    const std::string flag = (one_dash ? "-" : "--") + text;
    if (!is_known(flag) || (!one_dash && text.find('-') == std::string::npos)) return false;
    say(word, shown(text) + " is no flag; " + flag + " is");
    return true;
  }

  void left_over(const ShellWord& flag, std::span<const ShellWord> values) {
    const FlagSpec* spec = framework_.flag(flag.text);
    const std::size_t own = count_of_values(spec, values);
    const bool takes_any = spec == nullptr || spec->key.starts_with(of_tokenizer);  // "your tokenizer's path"
    bool said = false;  // what follows may be a value of what was meant
    for (std::size_t i = own; i < values.size(); ++i) {
      const ShellWord& word = values[i];
      if (word.inner || !word.unknown.empty() || is_of_shell(word.text)) return;
      const bool elsewhere = !false_sign(word.text, false).empty() || is_comment(word.text);
      const bool name = !elsewhere && says_name(word);
      if (elsewhere || name || said || takes_any || word.text.empty()) {
        said = said || elsewhere || name;
        continue;
      }
      said = true;
      if (trimmed(word.text).empty())
        say(word, "a blank behind the \\ at this line's end is a word of its own");
      else
        say(word, shown(word.text) + " belongs to no flag: " + shown(flag.text) +
                      (spec->type == FlagType::toggle ? " takes no value" : " takes one value"));
    }
  }

  const LaunchFramework& framework_;
  const ShellWords& words_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> stray_words(const ShellScript& script, std::string_view text, const LaunchWords& launch) {
  if (launch.framework == nullptr) return {};
  std::vector<Problem> problems = lines_alone(script, text, launch);
  return problems.empty() ? StrayReader(launch).read() : problems;
}

}  // namespace shardscope
