#include "core/shell/shell_conditions.h"

#include <algorithm>
#include <vector>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/scenario/parts/cluster.h"
#include "core/shell/filters/expression_fit.h"
#include "core/shell/filters/glob.h"
#include "core/shell/syntax/shell_tree.h"

namespace shardscope {

namespace {

/// Nothing counts as 0, as in [[ ]].
std::optional<std::int64_t> number_of(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text.empty() ? 0 : parse_whole(text);
}

bool is_file_test(const std::string& word) {
  return word.size() == 2 && word[0] == '-' &&
         std::string_view("abcdefghkprstuwxGLNOS").find(word[1]) != std::string_view::npos;
}

std::optional<bool> compare(const std::string& left, const std::string& sign, const std::string& right, bool patterns) {
  if (sign == "=" || sign == "==" || sign == "!=") {
    const std::optional<bool> equal = patterns ? matches_pattern(left, right) : left == right;
    return equal ? std::optional(*equal != (sign == "!=")) : std::nullopt;
  }
  if (sign == "=~") return fits_expression(left, right);
  if (sign == "<") return left < right;
  if (sign == ">") return left > right;
  const std::optional<std::int64_t> a = number_of(left), b = number_of(right);
  if (!a || !b) return false;
  if (sign == "-eq") return *a == *b;
  if (sign == "-ne") return *a != *b;
  if (sign == "-gt") return *a > *b;
  if (sign == "-ge") return *a >= *b;
  if (sign == "-lt") return *a < *b;
  if (sign == "-le") return *a <= *b;
  return std::nullopt;
}

/// Whether what has no value here is a number of GPUs, by what it is called or what prints it.
bool counts_gpus(const ShellWord& word) {
  constexpr std::string_view signs[] = {"gpus",       "ngpu",     "n_gpu",   "num_gpu",      "gpu_num",
                                        "gpu_count",  "gpu_per",  "nproc",   "device_count", "device_per",
                                        "nvidia-smi", "rocm-smi", "amd-smi", "npu-smi"};
  std::string said = lower(word.unknown);
  for (const ShellMark& mark : word.marks) said += " " + lower(mark.code);
  return !word.unknown.empty() && word.text.empty() &&
         std::any_of(std::begin(signs), std::end(signs),
                     [&](std::string_view sign) { return said.find(sign) != std::string::npos; });
}

/// An unknown number of GPUs beside a known one: as many as a node usually has, or as are asked for, where more are.
std::string enough_gpus(const std::string& sign, const std::string& beside) {
  const std::int64_t asked = sign == "-eq" || sign == "-ne" ? 0 : number_of(beside).value_or(0);
  return std::to_string(std::max<std::int64_t>(asked, usual_gpus_per_node));
}

/// Whether it has no value, or a default that is none.
bool is_unset(const ShellWord& word) {
  return !word.unknown.empty() || (word.text.empty() && !word.assumed.empty());
}

bool compares_numbers(std::string_view sign) {
  return sign.size() == 3 && sign[0] == '-' && sign != "-nt" && sign != "-ot";
}

bool is_comparison(const ShellWord& word) {
  constexpr std::string_view signs[] = {"=",   "==",  "!=",  "<",   ">",   "-eq", "-ne",
                                        "-gt", "-ge", "-lt", "-le", "-nt", "-ot", "=~"};
  return std::find(std::begin(signs), std::end(signs), word.text) != std::end(signs);
}

/// Reads the words from left to right: or, and, not, one test.
class Condition {
 public:
  Condition(std::span<const ShellWord> words, bool patterns) : words_(words), patterns_(patterns) {}

  ShellTruth read() { return any_of(); }

 private:
  bool at(std::initializer_list<std::string_view> signs) const {
    return !words_.empty() && words_.front().unknown.empty() &&
           std::find(signs.begin(), signs.end(), words_.front().text) != signs.end();
  }
  void drop(std::size_t count = 1) { words_ = words_.subspan(std::min(count, words_.size())); }

  ShellTruth any_of() {
    ShellTruth truth = all_of();
    while (at({"||", "-o"})) {
      drop();
      truth = negated(both_hold(negated(truth), negated(all_of())));
    }
    return truth;
  }

  ShellTruth all_of() {
    ShellTruth truth = one();
    while (at({"&&", "-a"})) {
      drop();
      truth = both_hold(truth, one());
    }
    return truth;
  }

  ShellTruth one() {
    bool turned = false;
    for (; at({"!"}) && words_.size() > 1; turned = !turned) drop();
    if (!at({"("}) || words_.size() < 3 || is_comparison(words_[1])) return turned ? negated(test()) : test();
    if (++depth_ > limits::shell_nesting_max) return {std::nullopt, "what nests too deeply"};
    drop();
    const ShellTruth inner = any_of();
    --depth_;
    if (at({")"})) drop();
    return turned ? negated(inner) : inner;
  }

  ShellTruth test() {
    if (words_.empty()) return {false, {}};
    if (words_.size() >= 3 && is_comparison(words_[1])) return comparison();
    const bool alone = words_.size() == 1 || at({"&&", "||", ")"});
    if (!alone && at({"-n", "-z"})) {
      const bool wants_text = words_.front().text == "-n";
      const ShellWord word = words_[1];
      drop(2);
      if (is_open(word) && word.text.empty()) return {std::nullopt, doubt_of(word)};
      return {!word.text.empty() == wants_text, doubt_of(word), false, is_unset(word)};
    }
    if (!alone && words_.front().unknown.empty() && is_file_test(words_.front().text)) {
      const std::string file = words_[1].text.empty() ? words_[1].unknown : words_[1].text;
      drop(2);
      return {std::nullopt, "the file " + shown(file)};
    }
    const ShellWord word = words_.front();
    drop();
    if (is_open(word) && word.text.empty()) return {std::nullopt, doubt_of(word)};
    return {!word.text.empty(), doubt_of(word), false, is_unset(word)};
  }

  ShellTruth comparison() {
    ShellWord left = words_[0], right = words_[2];
    const ShellWord sign = words_[1];
    bool guessed = false;
    drop(3);
    if (compares_numbers(sign.text) && counts_gpus(left) != counts_gpus(right)) {
      ShellWord &gpus = counts_gpus(left) ? left : right, &beside = counts_gpus(left) ? right : left;
      if (beside.unknown.empty() && number_of(beside.text))
        gpus = {enough_gpus(sign.text, beside.text), gpus.line, {}, said_unknown(gpus.unknown)}, guessed = true;
    }
    const std::string doubt = doubt_of(left).empty() ? doubt_of(right) : doubt_of(left);
    if (is_open(left)) return {std::nullopt, left.unknown};
    if (is_open(right)) return {std::nullopt, right.unknown};
    const std::optional<bool> holds = compare(left.text, sign.text, right.text, patterns_);
    if (!holds) return {std::nullopt, shown(left.text + " " + sign.text + " " + right.text)};
    return {holds, doubt, false, guessed || is_unset(left) || is_unset(right)};
  }

  std::span<const ShellWord> words_;
  bool patterns_;
  int depth_ = 0;
};

}  // namespace

std::string doubt_of(const ShellWord& word) {
  return word.unknown.empty() ? word.assumed : word.unknown;
}

bool is_open(const ShellWord& word) {
  return !word.unknown.empty() && !is_unset_name(word.unknown);
}

bool is_unset_name(const std::string& unknown) {
  if (unknown.size() < 2 || unknown[0] != '$') return false;
  const char c = unknown[1];
  return (is_name(c) && c != '0') || c == '@' || c == '*' || c == '#' || c == '?';
}

std::string said_unknown(const std::string& unknown) {
  constexpr std::string_view of_scheduler = "$(SLURM_";
  const bool name = unknown.starts_with(of_scheduler) && unknown.ends_with(')') &&
                    std::all_of(unknown.begin() + 2, unknown.end() - 1, is_name);
  return name ? "$" + unknown.substr(2, unknown.size() - 3) : unknown;
}

ShellTruth both_hold(const ShellTruth& a, const ShellTruth& b) {
  const auto fails_surely = [](const ShellTruth& truth) { return truth.holds == false && truth.depends.empty(); };
  if (fails_surely(a)) return a;
  if (fails_surely(b)) return b;
  ShellTruth both{true, a.depends.empty() ? b.depends : a.depends, false, a.unset || b.unset};
  if (!a.holds || !b.holds) both.holds.reset();
  if (a.holds == false || b.holds == false) both.holds = false;
  return both;
}

ShellTruth negated(ShellTruth truth) {
  if (truth.holds) truth.holds = !*truth.holds;
  return truth;
}

ShellTruth condition_of(std::span<const ShellWord> words, bool patterns) {
  return Condition(words, patterns).read();
}

}  // namespace shardscope
