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
#include "core/shell/shell_source.h"
#include "core/shell/shell_state.h"

namespace shardscope {

namespace {

constexpr int rounds_max = 6;  // of values that others ask for
constexpr const char* stand_in = "1";
constexpr std::array<const char*, 2> others = {"1009", "2"};  // far from 1, so that no quotient is rounded to the same

ShellOutside filled_in(ShellOutside outside, const std::vector<std::string>& open) {
  for (const std::string& name : open) outside = with_given(std::move(outside), name, stand_in);
  return outside;
}

bool is_argument(const std::string& name) {
  return !name.empty() && is_digit(name.front());
}

/// All that the script takes: branches may hang on them.
std::vector<std::string> arguments_of(const LaunchSource& source) {
  std::vector<std::string> names = read_shell(source.text, source.outside).asked;
  std::erase_if(names, [](const std::string& name) { return !is_argument(name); });
  return names;
}

void add_open(std::vector<std::string>& open, const LaunchSource& source, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (std::find(open.begin(), open.end(), name) == open.end() && given_from_outside(source.outside, name).empty())
      open.push_back(name);
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
                                        std::vector<std::string>& open) {
  for (int round = 0;; ++round) {
    Outcome<LaunchText> read = read_launch_text(source.text, source.name, presets.frameworks, presets.other_tools,
                                                filled_in(source.outside, open));
    if (succeeded(read) || round == rounds_max) return read;
    const std::size_t before = open.size();
    for (const Problem& problem : problems_of(read)) add_open(open, source, problem.remedy.names);
    if (std::any_of(open.begin(), open.end(), is_argument)) add_open(open, source, arguments_of(source));
    if (open.size() == before) return read;
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

/// A launch with all of the open values taken, of which one is then another. A script is parsed once, and where a
/// shell's walk through it comes to the same as before it isn't read again.
class Filled {
 public:
  Filled(const LaunchSource& source, const Presets& presets, std::vector<LaunchFramework> frameworks,
         const std::vector<std::string>& open, Names said)
      : source_(source),
        presets_(presets),
        frameworks_(std::move(frameworks)),
        outside_(filled_in(source.outside, open)),
        said_(std::move(said)) {
    if (!is_script(source.text, source.name, frameworks_)) return;
    tree_ = parse_shell(source.text);
    walked_ = walk_shell(*tree_, outside_);
  }

  /// Nothing where that can't be read.
  [[nodiscard]] std::optional<Names> fields_with(const std::string& name, const std::string& value) const {
    const ShellOutside outside = with_given(outside_, name, value);
    if (!tree_) return fields_in(read_launch_text(source_.text, source_.name, frameworks_, {}, outside));
    const ShellScript script = walk_shell(*tree_, outside);
    if (launches_alike(script, value, walked_, stand_in)) return said_;
    return fields_in(read_walked_script(source_.text, script, outside, frameworks_));
  }

  /// Branches that hang on what isn't known, nothing taken in its place.
  [[nodiscard]] std::vector<Problem> open_branches() const {
    return tree_ ? walk_shell(*tree_, source_.outside).notices : std::vector<Problem>{};
  }

 private:
  [[nodiscard]] std::optional<Names> fields_in(const Outcome<LaunchText>& read) const {
    return succeeded(read) ? std::optional(fields_of(value_of(read), presets_)) : std::nullopt;
  }

  const LaunchSource& source_;
  const Presets& presets_;
  std::vector<LaunchFramework> frameworks_;  // whose the text is, which the first reading told: others needn't be asked
  ShellOutside outside_;
  Names said_;  // with all stand-ins
  std::optional<shell_tree::Script> tree_;
  ShellScript walked_;
};

/// The framework and what it extends.
std::vector<LaunchFramework> framework_alone(const LaunchFramework& framework, const Presets& presets) {
  std::vector<LaunchFramework> alone;
  if (const LaunchFramework* base = find_framework(presets.frameworks, framework.extends)) alone.push_back(*base);
  alone.push_back(framework);
  return alone;
}

void keep_same(Names& said, const Names& other) {
  std::erase_if(said, [&](const auto& entry) { return value_at(other, entry.first) != entry.second; });
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

/// Without what a branch decides that hangs on an open value: with each word that it tells apart, and with usual ones.
void keep_same_in_branches(Names& said, const Filled& filled, std::string_view text,
                           const std::vector<std::string>& taken) {
  const std::vector<std::string_view> lines = lines_of(text);
  std::set<std::pair<std::string, std::string>> tried;
  for (const Problem& notice : filled.open_branches()) {
    if (notice.places.empty() || notice.places.front().line < 1) continue;
    std::vector<std::string> words = words_of_branch(lines, notice.places.front().line);
    words.insert(words.end(), {"true", "false"});
    for (const std::string& name : notice.remedy.names) {
      if (std::find(taken.begin(), taken.end(), name) == taken.end()) continue;
      for (const std::string& word : words)
        if (!tried.emplace(name, word).second)
          continue;
        else if (const std::optional<Names> other = filled.fields_with(name, word))
          keep_same(said, *other);
    }
  }
}

}  // namespace

Names said_so_far(const LaunchSource& source, const Presets& presets, const std::vector<std::string>& open) {
  std::vector<std::string> taken = open;
  const Outcome<LaunchText> read = read_with_stand_ins(source, presets, taken);
  if (!succeeded(read)) return {};
  Names said = fields_of(value_of(read), presets);
  const Filled filled(source, presets, framework_alone(*value_of(read).framework, presets), taken, said);
  for (const std::string& name : taken) {
    std::optional<Names> changed;
    for (const char* other : others)
      if (!changed) changed = filled.fields_with(name, other);
    if (!changed) return {};
    keep_same(said, *changed);
  }
  keep_same_in_branches(said, filled, source.text, taken);
  if (!said.contains("cluster.gpus")) said.erase("plan.dp");  // what is left of them
  return said;
}

}  // namespace shardscope
