#include "core/script/said_so_far.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/base/characters.h"
#include "core/base/trimmed.h"
#include "core/fields/whole_parts.h"
#include "core/shell/shell_state.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

namespace {

constexpr int rounds_max = 6;  // of values that others ask for
constexpr const char* stand_in = "1";
constexpr std::array<const char*, 2> others = {"1009", "2"};  // far from 1, so that no quotient is rounded to the same

/// Values by the names of variables and arguments.
using Given = std::vector<std::pair<std::string, std::string>>;

ShellOutside filled_in(ShellOutside outside, const Given& values) {
  for (const auto& [name, value] : values) outside = with_given(std::move(outside), name, value);
  return outside;
}

Given stand_ins_for(const std::vector<std::string>& open) {
  Given values;
  for (const std::string& name : open) values.emplace_back(name, stand_in);
  return values;
}

bool is_argument(const std::string& name) {
  return !name.empty() && is_digit(name.front());
}

void add_open(std::vector<std::string>& open, const LaunchSource& source, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (std::find(open.begin(), open.end(), name) == open.end() && given_from_outside(source.outside, name).empty())
      open.push_back(name);
}

/// Adds what the problems ask for, and where that is an argument all that the script takes, as branches may hang on
/// them: `asked` is what it takes from outside.
void add_asked(std::vector<std::string>& open, const LaunchSource& source, const std::vector<Problem>& problems,
               std::vector<std::string> asked) {
  for (const Problem& problem : problems) add_open(open, source, problem.remedy.names);
  std::erase_if(asked, [](const std::string& name) { return !is_argument(name); });
  if (std::any_of(open.begin(), open.end(), is_argument)) add_open(open, source, asked);
}

Names fields_of(const LaunchText& launch, const Presets& presets) {
  const Names all = read_flags(*launch.framework, launch.flags, launch.world, presets).names;
  Names said;
  for (const auto& [name, value] : all)
    if (!value.none() && is_field_or_part(name)) said[name] = value;
  for (const Field& field : fields())
    if (const Value& own = value_at(all, std::string(field.path) + "." + std::string(field.own_key));
        !field.own_key.empty() && !own.none())
      said[std::string(field.path)] = own;
  if (launch.world.gpus) said["cluster.gpus"] = *launch.world.gpus;
  if (launch.world.gpus_per_node) said["cluster.gpus_per_node"] = *launch.world.gpus_per_node;
  if (const std::string* preset = value_at(all, "model.preset").text())
    if (const Model* model = presets.model(*preset)) said[std::string(whole_model)] = model->title;
  return said;
}

}  // namespace

Outcome<LaunchText> read_with_stand_ins(const LaunchSource& source, const Presets& presets,
                                        std::vector<Problem> problems, std::vector<std::string>& open) {
  const std::vector<std::string> asked = read_shell(source.text, source.outside).asked;
  for (int round = 0;; ++round) {
    const std::size_t before = open.size();
    add_asked(open, source, problems, asked);
    if (round == rounds_max || open.size() == before) return problems;
    Outcome<LaunchText> read = read_launch_text(source.text, source.name, presets.frameworks, presets.other_tools,
                                                filled_in(source.outside, stand_ins_for(open)));
    if (succeeded(read)) return read;
    problems = problems_of(read);
  }
}

namespace {

/// Whether a launch is read alike from both, where what was given is alone another word: what variables hold counts
/// where it isn't that word itself, which commands would have too.
bool launches_alike(const ShellScript& a, const std::string& word, const ShellScript& b, const std::string& other) {
  const auto same_variable = [&](const auto& left, const auto& right) {
    const bool given = left.second.size() == 1 && left.second[0].text == word && right.second.size() == 1 &&
                       right.second[0].text == other;
    return left.first == right.first && (given || left.second == right.second);
  };
  return a.commands == b.commands && a.environment == b.environment && a.exported == b.exported && a.slurm == b.slurm &&
         a.documents == b.documents && a.sourced == b.sourced && a.problems == b.problems &&
         std::equal(a.variables.begin(), a.variables.end(), b.variables.begin(), b.variables.end(), same_variable);
}

/// The framework and what it extends.
std::vector<LaunchFramework> framework_alone(const LaunchFramework& framework, const Presets& presets) {
  std::vector<LaunchFramework> alone;
  if (const LaunchFramework* base = find_framework(presets.frameworks, framework.extends)) alone.push_back(*base);
  alone.push_back(framework);
  return alone;
}

/// A launch with all of the open values taken, of which some are then others. A script is parsed once, and where a
/// shell's walk through it comes to the same as before it isn't read again.
class Filled {
 public:
  /// `framework`: whose the text is, which the first reading told.
  Filled(const LaunchSource& source, const Presets& presets, const LaunchFramework& framework)
      : source_(source), presets_(presets), framework_(framework) {
    if (framework.form != LaunchForm::flags) alone_ = framework_alone(framework, presets);
    if (!is_script(source.text, source.name, presets.frameworks)) return;
    tree_ = parse_shell(source.text);
    unfilled_ = walk_shell(*tree_, source.outside);
  }

  /// What it says with stand-ins for the open values, and for those that it asks for then; nothing where it can't be
  /// read.
  [[nodiscard]] std::optional<Names> take(std::vector<std::string>& open) {
    for (int round = 0;; ++round) {
      outside_ = filled_in(source_.outside, stand_ins_for(open));
      if (tree_) walked_ = walk_shell(*tree_, outside_);
      const Outcome<LaunchText> read = read_walked(walked_, outside_);
      said_ = fields_in(read).value_or(Names{});
      if (succeeded(read)) return said_;
      const std::size_t before = open.size();
      add_asked(open, source_, problems_of(read), unfilled_.asked);
      if (round == rounds_max || open.size() == before) return std::nullopt;
    }
  }

  /// The same with some of them another; nothing where that can't be read.
  [[nodiscard]] std::optional<Names> fields_with(const Given& values) const {
    const ShellOutside outside = filled_in(outside_, values);
    if (!tree_) return fields_in(read_walked({}, outside));
    const ShellScript script = walk_shell(*tree_, outside);
    if (values.size() == 1 && launches_alike(script, values[0].second, walked_, stand_in)) return said_;
    return fields_in(read_walked(script, outside));
  }

  /// Branches that hang on what isn't known, nothing taken in its place.
  [[nodiscard]] const std::vector<Problem>& open_branches() const { return unfilled_.notices; }

 private:
  [[nodiscard]] Outcome<LaunchText> read_walked(const ShellScript& script, const ShellOutside& outside) const {
    const std::span<const LaunchFramework> asked = alone_.empty() ? std::span(&framework_, 1) : std::span(alone_);
    if (!tree_) return read_launch_text(source_.text, source_.name, asked, {}, outside);
    return read_walked_script(source_.text, script, outside, asked, alone_.empty() ? &framework_ : nullptr);
  }
  [[nodiscard]] std::optional<Names> fields_in(const Outcome<LaunchText>& read) const {
    return succeeded(read) ? std::optional(fields_of(value_of(read), presets_)) : std::nullopt;
  }

  const LaunchSource& source_;
  const Presets& presets_;
  const LaunchFramework& framework_;
  std::vector<LaunchFramework> alone_;  // of a configuration, whose keys tell which of them it is
  std::optional<shell_tree::Script> tree_;
  ShellScript unfilled_;  // without stand-ins
  ShellOutside outside_;  // with all of them
  ShellScript walked_;
  Names said_;
};

void keep_same(Names& said, const Names& other) {
  std::erase_if(said, [&](const auto& entry) { return value_at(other, entry.first) != entry.second; });
}

bool asks_for(const Problem& notice, const std::string& name) {
  return std::find(notice.remedy.names.begin(), notice.remedy.names.end(), name) != notice.remedy.names.end();
}

/// Without what is another value where one of the names has another; false where that can't be read.
bool keep_same_with(Names& said, const Filled& filled, const std::string& name) {
  for (const char* other : others)
    if (const std::optional<Names> changed = filled.fields_with({{name, other}}))
      return keep_same(said, *changed), true;
  return false;
}

/// The same of all of them, none of which a branch hangs on: together, each with a value of its own, by which another
/// would hide no change; one by one where they can't be read so.
bool keep_same_with_all(Names& said, const Filled& filled, const std::vector<std::string>& names) {
  Given values;
  for (const std::string& name : names) values.emplace_back(name, std::to_string(1009 + 14 * values.size()));
  if (names.size() > 1)
    if (const std::optional<Names> changed = filled.fields_with(values)) return keep_same(said, *changed), true;
  return std::all_of(names.begin(), names.end(),
                     [&](const std::string& name) { return keep_same_with(said, filled, name); });
}

bool is_keyword(std::string_view word) {
  constexpr std::string_view keywords[] = {"if", "elif", "then", "else", "case", "in"};
  return std::find(std::begin(keywords), std::end(keywords), word) != std::end(keywords);
}

/// The words of a line but for options, variables and what is assigned: "elif [ $2 = bf16 ]" has bf16.
void add_words(std::vector<std::string>& words, std::string_view line) {
  std::string word;
  char before = ' ';  // the word
  for (const char c : std::string(line) + " ") {
    const bool part = is_name(c) || c == '.' || c == '-';
    if (part) word += c;
    if (part) continue;
    const bool variable = before == '$' || before == '{';
    if (!word.empty() && word.front() != '-' && c != '=' && !variable && !is_keyword(word)) words.push_back(word);
    word.clear();
    before = c;
  }
}

/// The words that a branch tells apart, from the line of its if or case on: fp16 and bf16.
std::vector<std::string> words_of_branch(const std::vector<std::string_view>& lines, int first) {
  constexpr std::size_t lines_max = 80, words_max = 12;
  std::vector<std::string> words;
  const std::size_t begin = static_cast<std::size_t>(std::max(1, first)) - 1;
  for (std::size_t i = begin; i < std::min(lines.size(), begin + lines_max) && words.size() < words_max; ++i) {
    const std::string_view line = trimmed(lines[i]);
    if (i > begin && (line == "fi" || line == "esac")) break;
    const std::size_t pattern = line.find(')');  // of a case: "7B) L=32;;"
    if (i == begin || line.starts_with("elif"))
      add_words(words, line);
    else if (pattern != std::string_view::npos && line.find_first_of("(=$") > pattern)
      add_words(words, line.substr(0, pattern));
  }
  return words;
}

/// What a condition asks that tells apart no word, `if $FAST`, or one of these among others.
bool asks_true_or_false(const std::vector<std::string>& words) {
  return words.empty() || std::any_of(words.begin(), words.end(), [](const std::string& word) {
           const std::string same = lower(word);
           return same == "true" || same == "false";
         });
}

/// Without what a branch decides that hangs on an open value: with each word that it tells apart, and with usual ones.
void keep_same_in_branches(Names& said, const Filled& filled, std::string_view text,
                           const std::vector<std::string>& taken) {
  const std::vector<std::string_view> lines = lines_of(text);
  std::set<std::pair<std::string, std::string>> tried;
  for (const Problem& notice : filled.open_branches()) {
    if (notice.places.empty() || notice.places.front().line < 1) continue;
    std::vector<std::string> words = words_of_branch(lines, notice.places.front().line);
    if (asks_true_or_false(words)) words.insert(words.end(), {"true", "false"});
    for (const std::string& name : notice.remedy.names) {
      if (std::find(taken.begin(), taken.end(), name) == taken.end()) continue;
      for (const std::string& word : words)
        if (!tried.emplace(name, word).second)
          continue;
        else if (const std::optional<Names> other = filled.fields_with({{name, word}}))
          keep_same(said, *other);
    }
  }
}

}  // namespace

Names said_so_far(const LaunchSource& source, const Presets& presets, const LaunchFramework& framework,
                  const std::vector<std::string>& open) {
  std::vector<std::string> taken = open;
  Filled filled(source, presets, framework);
  std::optional<Names> read = filled.take(taken);
  if (!read) return {};
  Names said = *std::move(read);
  const auto in_branch = [&](const std::string& name) {
    return std::any_of(filled.open_branches().begin(), filled.open_branches().end(),
                       [&](const Problem& notice) { return asks_for(notice, name); });
  };
  const auto others_from = std::stable_partition(taken.begin(), taken.end(), in_branch);
  for (auto name = taken.begin(); name != others_from; ++name)
    if (!keep_same_with(said, filled, *name)) return {};
  if (!keep_same_with_all(said, filled, {others_from, taken.end()})) return {};
  keep_same_in_branches(said, filled, source.text, taken);
  if (!said.contains("cluster.gpus")) said.erase("plan.dp");  // what is left of them
  return said;
}

}  // namespace shardscope
