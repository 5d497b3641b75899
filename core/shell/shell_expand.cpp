#include <algorithm>
#include <span>
#include <utility>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/launchers/launchers.h"
#include "core/shell/filters/expression_fit.h"
#include "core/shell/filters/glob.h"
#include "core/shell/shell_arrays.h"
#include "core/shell/shell_state.h"
#include "core/shell/shell_words.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

using shell_tree::Part;
using shell_tree::PartKind;
using shell_tree::Pattern;

namespace {

/// A word in the making: the words that it has become so far, and the last of them.
class Expansion {
 public:
  Expansion(ShellState& state, bool splits) : state_(state), splits_(splits) {}

  ShellWords words(const shell_tree::Word& word) {
    for (const Part& part : word.parts) {
      const std::size_t begin = last_.text.size(), done = done_.size();
      take(part);
      if (part.whole && done == done_.size()) keep_signs(begin, word.pattern);
      if (last_.text.size() > limits::shell_word_bytes_max) state_.fail(part.line, "a word grows too long");
      if (!state_.script.problems.empty()) break;
    }
    if (begun_ || !last_.unknown.empty()) done_.push_back(std::move(last_));
    return std::move(done_);
  }

 private:
  /// Of what stands between quotes no sign is a pattern's.
  void keep_signs(std::size_t begin, Pattern pattern) {
    if (pattern == Pattern::none) return;
    const std::string text = last_.text.substr(begin);
    last_.text.replace(begin, text.size(), pattern == Pattern::glob ? literal_pattern(text) : literal_expression(text));
  }

  void take(const Part& part) {
    if (part.text == groups_variable && part.kind != PartKind::text && !state_.script.variables.contains(part.text))
      return unknown(part, part.code + " (what =~ finds isn't known here)");
    switch (part.kind) {
      case PartKind::text:
        begun_ = true;
        state_.spend(part.text.size());
        if (!part.text.empty()) put_text(last_, part.text, part.line);
        return;
      case PartKind::variable:
        return variable(part, part.text == "@", false);
      case PartKind::braces:
        return part.braces.counts ? count(part) : braces(part);
      case PartKind::arithmetic:
        return arithmetic(part);
      case PartKind::unknown:
        return unknown(part, part.text);
    }
  }

  bool whole(const Part& part) const { return part.whole || !splits_; }

  /// What a command counts that counts the lines of the list which the scheduler makes of a job's nodes: Grid Engine's
  /// has one for each; PBS's one for each rank (mpiprocs, one where it isn't said), of which sort -u or uniq leaves
  /// one.
  std::optional<ShellWords> nodes_counted(const std::string& code) const {
    const auto has = [&](std::string_view word) { return code.find(word) != std::string::npos; };
    const auto value = [&](Starter whose, Said said) {
      const auto found = state_.script.variables.find(variable_set_by(whose, said));
      return found == state_.script.variables.end() ? std::nullopt : std::optional<ShellWords>(found->second);
    };
    const bool of_pbs = has("PBS_NODEFILE"), listed = of_pbs || has("PE_HOSTFILE") || has("SGE_JOB_HOSTLIST");
    if (!listed || !has("wc -l")) return std::nullopt;
    std::optional<ShellWords> nodes = value(Starter::slurm, Said::nodes);
    if (!nodes) nodes = value(Starter::none, Said::chunks);
    const std::optional<ShellWords> ranks = value(Starter::none, Said::ranks_per_chunk);
    if (!nodes || !ranks || !of_pbs || has("sort -u") || has("uniq")) return nodes;
    return ShellWords{
        computed(state_, shell_computation(joined(*nodes).text + " * " + joined(*ranks).text), nodes->front().line)};
  }

  void unknown(const Part& part, const std::string& what) {
    if (const auto nodes = nodes_counted(part.code)) return put_words(*nodes, part.line);
    if (auto printed = printed_by(state_, part.code, part.line))
      return whole(part) ? put(*std::move(printed)) : put_words(split_words(*printed), part.line);
    const std::string name = shown(what);
    last_.marks.push_back({last_.text.size(), part.line, name, settled_code(state_, part.code), part.quoted});
    if (last_.unknown.empty() || is_unset_name(last_.unknown)) last_.unknown = name;
  }

  void put(ShellWord word) {
    begun_ = true;
    state_.spend(word.text.size() + 1);
    put_word(last_, std::move(word));
  }

  /// The first joins what stands before, the last what follows.
  void put_words(ShellWords words, int line) {
    if (done_.size() > limits::shell_words_max) return state_.fail(line, "a word grows too long");
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i > 0) done_.push_back(std::exchange(last_, {}));
      const int own = words[i].line;
      put(std::move(words[i]));
      last_.line = own;
    }
  }

  void variable(const Part& part, bool array, bool star) {
    put_value(part, look_up(state_, part.text, part.line), array, star);
  }

  void put_value(const Part& part, std::optional<ShellWords> value, bool array, bool star) {
    if (!value) return unknown(part, "$" + part.text);
    if (star && whole(part)) return put(joined(*std::move(value)));
    if (array && (part.quoted || !splits_)) return put_words(*std::move(value), part.line);
    if (array) {
      ShellWords parts;
      for (const ShellWord& word : *value)
        for (ShellWord& piece : split_words(word)) parts.push_back(std::move(piece));
      return put_words(std::move(parts), part.line);
    }
    if (value->empty()) return;
    ShellWord scalar = part.text == "*" ? joined(*std::move(value)) : std::move(value->front());
    if (!whole(part)) return put_words(split_words(scalar), part.line);
    for (ShellMark& mark : scalar.marks) mark.quoted = true;
    put(std::move(scalar));
  }

  void count(const Part& part) {
    const std::optional<ShellWords> value = look_up(state_, part.text, part.line);
    if (!value || !joined(*value).unknown.empty()) return unknown(part, part.code);
    const std::size_t keys = part.braces.array ? keys_of_array(state_.script.variables, part.text).size() : 0;
    const std::size_t count = part.braces.array ? std::max(keys, value->size()) : joined(*value).text.size();
    put_text(last_, std::to_string(count), part.line);
    begun_ = true;
  }

  void braces(const Part& part) {
    const shell_tree::Braces& form = part.braces;
    if (form.keys) return put_words(keys_of_array(state_.script.variables, part.text), part.line);
    if (form.indirect) return indirect(part);
    ShellWord index;
    if (!form.index.empty()) index = expand_whole(state_, form.index.front());
    if (!index.unknown.empty()) return unknown(part, index.unknown);
    const std::optional<ShellWords> value =
        form.index.empty() ? look_up(state_, part.text, part.line) : element(part, index.text);
    if (!form.edit.empty()) return edited(part, value);
    const bool empty = form.colon && value && joined(*value).text.empty() && joined(*value).unknown.empty();
    const bool set = value && !empty;
    if (form.sign == '+' ? set : !set && (form.sign == '-' || form.sign == '=')) return otherwise(part);
    if (form.sign == '+') return assume(form);
    put_value(part, value, form.array, form.star);
  }

  /// ${!NAME}: as if the name stood there that NAME has for its value.
  void indirect(const Part& part) {
    const std::optional<ShellWords> named = look_up(state_, part.text, part.line);
    if (!named) return unknown(part, "$" + part.text);
    Part direct = part;
    direct.text = joined(*named).text;
    const bool names = !direct.text.empty() && std::all_of(direct.text.begin(), direct.text.end(), is_name);
    if (!names || !joined(*named).unknown.empty()) return unknown(part, part.code);
    direct.braces.indirect = false;
    direct.braces.assumption = "$" + direct.text;
    braces(direct);
  }

  /// An array's element: what isn't in it is empty; nothing where the name isn't set.
  std::optional<ShellWords> element(const Part& part, const std::string& key) {
    std::optional<ShellWords> own = element_of_array(state_.script.variables, part.text, key);
    if (own) return own;
    const std::optional<ShellWords> all = look_up(state_, part.text, part.line);
    if (!all) return std::nullopt;
    const ShellWord number = computed(state_, shell_computation(key), part.line);
    const std::optional<std::int64_t> said = parse_whole(number.text);
    if (!said) return ShellWords{{"", part.line, number.unknown.empty() ? part.code : number.unknown}};
    const auto count = static_cast<std::int64_t>(all->size());
    const std::int64_t at = *said < 0 ? count + *said : *said;
    return at >= 0 && at < count ? ShellWords{(*all)[static_cast<std::size_t>(at)]} : ShellWords{};
  }

  /// ${NAME%pattern} and its like; of an array each of its words, or some of them.
  void edited(const Part& part, const std::optional<ShellWords>& value) {
    if (!value) return unknown(part, "$" + part.text);
    const bool cuts = part.braces.edit == ":";
    ShellWords words = part.braces.array ? *value : ShellWords{joined(*value)};
    std::vector<std::string> operands;
    for (const shell_tree::Word& each : part.braces.operands) {
      const ShellWord operand = expand_whole(state_, each);
      if (!operand.unknown.empty()) return unknown(part, operand.unknown);
      operands.push_back(operand.text);
    }
    if (cuts)
      for (std::string& each : operands)
        each = computed(state_, shell_computation(trimmed(each).empty() ? "0" : each), part.line).text;
    if (cuts && part.braces.array) return put_value(part, some_of(part, std::move(words), operands), true, false);
    for (ShellWord& word : words) {
      if (!word.unknown.empty()) return unknown(part, word.unknown);
      state_.spend(word.text.size() * (word.text.size() + 1));
      std::optional<std::string> text = edited_text(word.text, part.braces.edit, operands);
      if (!text) return unknown(part, part.code);
      word.text = *std::move(text);
    }
    put_value(part, std::move(words), part.braces.array, part.braces.star);
  }

  /// ${NAME[@]:1:2}, ${@:2}; of arguments the first is 1. Nothing where a bound can't be one.
  static std::optional<ShellWords> some_of(const Part& part, ShellWords words, std::span<const std::string> bounds) {
    const bool arguments = part.text == "@" || part.text == "*";
    const std::optional<std::int64_t> offset = parse_whole(bounds[0]);
    const std::optional<std::int64_t> length = bounds.size() > 1 ? parse_whole(bounds[1]) : limits::shell_elements_max;
    if (!offset || !length || *length < 0 || (arguments && *offset == 0)) return std::nullopt;
    const auto count = static_cast<std::int64_t>(words.size());
    const std::int64_t begin = *offset < 0 ? count + *offset : std::min(*offset - (arguments ? 1 : 0), count);
    if (begin < 0) return ShellWords{};
    const std::int64_t end = std::min(count - begin, *length) + begin;
    return ShellWords(words.begin() + begin, words.begin() + end);
  }

  void assume(const shell_tree::Braces& form) {
    if (last_.assumed.empty()) last_.assumed = form.assumption;
  }

  void otherwise(const Part& part) {
    const shell_tree::Braces& form = part.braces;
    ShellWords words;
    for (const shell_tree::Word& word : form.otherwise)
      for (ShellWord& each : expand(state_, word)) words.push_back(std::move(each));
    if (form.problem) state_.script.problems.push_back(*form.problem);
    for (ShellWord& word : words)
      if (word.assumed.empty()) word.assumed = form.assumption;
    if (form.sign == '=') state_.script.variables[part.text] = {joined(words)};
    if (whole(part) && !form.array)
      put(joined(std::move(words)));
    else
      put_words(std::move(words), part.line);
    assume(form);
  }

  void arithmetic(const Part& part) {
    const ShellWord result = computed(state_, part.computation, part.line);
    if (!result.unknown.empty()) return unknown(part, result.unknown);
    put(result);
  }

  ShellState& state_;
  bool splits_;
  ShellWords done_;
  ShellWord last_;
  bool begun_ = false;  // the last has characters, or quotes that make it a word even when empty
};

}  // namespace

ShellWords expand(ShellState& state, const shell_tree::Word& word, bool splits) {
  return Expansion(state, splits).words(word);
}

ShellWord expand_whole(ShellState& state, const shell_tree::Word& word) {
  ShellWord whole = joined(expand(state, word, false));
  whole.line = word.line;
  return whole;
}

namespace {

/// Where the $NAME, ${ … } or $( … ) ends that begins at `at`; `at` where none does.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  if (text[at] != '$' || at + 1 >= text.size()) return at;
  std::size_t end = at + 1;
  if (text[end] == '{' || text[end] == '(') {
    int depth = 0;
    for (; end < text.size(); ++end) {
      if (text[end] == '{' || text[end] == '(') ++depth;
      if ((text[end] == '}' || text[end] == ')') && --depth == 0) return end + 1;
    }
    return at;
  }
  if (!is_name(text[end])) return std::string_view("@*#").find(text[end]) == std::string_view::npos ? at : end + 1;
  if (is_digit(text[end])) return end + 1;
  while (end < text.size() && is_name(text[end])) ++end;
  return end;
}

}  // namespace

ShellWord expanded_again(ShellState& state, const ShellWord& word) {
  if (word.text.find('$') == std::string::npos) return word;
  state.spend(word.text.size());
  ShellWord all{"", word.line, word.unknown, word.assumed};
  bool single = false;
  int line = word.line;
  auto mark = word.marks.begin();
  const auto pass_marks = [&](std::size_t at) {
    for (; mark != word.marks.end() && mark->at <= at; ++mark) {
      if (mark->line > 0) line = mark->line;
      all.marks.push_back(*mark);
      all.marks.back().at = all.text.size();
    }
  };
  for (std::size_t at = 0; at < word.text.size();) {
    pass_marks(at);
    if (word.text[at] == '\'') single = !single;
    const bool escaped = word.text[at] == '\\' && !single && at + 1 < word.text.size();
    const std::size_t end = single || escaped ? at : end_of_value(word.text, at);
    if (end > at)
      put_word(all, joined(expand(state, parse_shell_document(word.text.substr(at, end - at), line), false)));
    const std::size_t next = end > at ? end : std::min(at + (escaped ? 2 : 1), word.text.size());
    if (end == at) all.text += word.text.substr(at, next - at);
    at = next;
    if (all.text.size() <= limits::shell_word_bytes_max) continue;
    return state.fail(line, "a word grows too long"), all;
  }
  pass_marks(word.text.size());
  return all;
}

ShellWord expand_document(ShellState& state, const shell_tree::Document& document) {
  if (document.literal) return {document.text, document.line, ""};
  return expand_whole(state, parse_shell_document(document.text, document.line));
}

std::optional<ShellWords> value_of_name(const ShellState& state, const std::string& name, int line) {
  if (state.arguments && !name.empty()) {
    if (name == "@" || name == "*") return *state.arguments;
    if (name == "#") return ShellWords{{std::to_string(state.arguments->size()), line, ""}};
    if (const std::optional<std::int64_t> number = parse_whole(name); number && *number > 0) {
      const auto at = static_cast<std::size_t>(*number) - 1;
      return at < state.arguments->size() ? ShellWords{(*state.arguments)[at]} : ShellWords{};
    }
  }
  const auto found = state.script.variables.find(name);
  if (found != state.script.variables.end()) return found->second;
  const std::string unknown = "$(" + name + ")";
  const bool of_slurm = is_of_slurm(name) && !state.script.slurm.empty();
  if (of_slurm) return ShellWords{{"", line, unknown, "", {{0, line, unknown, "$" + name}}}};
  return std::nullopt;
}

std::optional<ShellWords> look_up(ShellState& state, const std::string& name, int line) {
  std::optional<ShellWords> value = value_of_name(state, name, line);
  const auto note = [&](std::vector<std::string>& names) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  const bool argument = name == "@" || name == "*" || name == "#" || parse_whole(name).value_or(0) > 0;
  if (argument && state.outer_arguments) note(state.script.used);
  if (!value && !name.empty() && is_name(name[0]) && name != "0") note(state.script.asked);
  const auto given = state.outside->environment.find(name);
  if (value && given != state.outside->environment.end() && value->size() == 1 && value->front().line == 0 &&
      value->front().text == given->second)
    note(state.script.used);
  return value;
}

}  // namespace shardscope
