#include "core/shell/shell_conditions.h"

#include <algorithm>
#include <vector>

#include "core/base/characters.h"
#include "core/base/number_text.h"

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
  const bool equal = patterns ? matches_pattern(left, right) : left == right;
  if (sign == "=" || sign == "==") return equal;
  if (sign == "!=") return !equal;
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

/// Whether it has no value, or a default that is none.
bool is_unset(const ShellWord& word) {
  return !word.unknown.empty() || (word.text.empty() && !word.assumed.empty());
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
    const ShellWord left = words_[0], sign = words_[1], right = words_[2];
    drop(3);
    const std::string doubt = doubt_of(left).empty() ? doubt_of(right) : doubt_of(left);
    if (is_open(left)) return {std::nullopt, left.unknown};
    if (is_open(right)) return {std::nullopt, right.unknown};
    const std::optional<bool> holds = compare(left.text, sign.text, right.text, patterns_);
    if (!holds) return {std::nullopt, shown(left.text + " " + sign.text + " " + right.text)};
    return {holds, doubt, false, is_unset(left) || is_unset(right)};
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

namespace {

/// [abc], [0-9] and [^x], without their brackets. Only a glob has [!x] for [^x].
bool is_in_class(char c, std::string_view members, bool glob) {
  const bool none = members.size() > 1 && (members[0] == '^' || (glob && members[0] == '!'));
  if (none) members.remove_prefix(1);
  bool found = false;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const bool range = i + 2 < members.size() && members[i + 1] == '-';
    found |= range ? members[i] <= c && c <= members[i + 2] : members[i] == c;
    if (range) i += 2;
  }
  return found != none;
}

}  // namespace

bool matches_pattern(std::string_view text, std::string_view pattern) {
  std::size_t at = 0, sign = 0, star = std::string_view::npos, star_at = 0;
  const auto one = [&](std::size_t& next) {
    next = sign + 1;
    if (pattern[sign] != '[') return pattern[sign] == '?' || pattern[sign] == text[at];
    const std::size_t end = pattern.find(']', sign + 2);
    if (end == std::string_view::npos) return pattern[sign] == text[at];
    next = end + 1;
    return is_in_class(text[at], pattern.substr(sign + 1, end - sign - 1), true);
  };
  while (at < text.size()) {
    std::size_t next = sign;
    if (sign < pattern.size() && pattern[sign] == '*') {
      star = sign++, star_at = at;
    } else if (sign < pattern.size() && one(next)) {
      ++at, sign = next;
    } else if (star != std::string_view::npos) {
      sign = star + 1, at = ++star_at;
    } else {
      return false;
    }
  }
  while (sign < pattern.size() && pattern[sign] == '*') ++sign;
  return sign == pattern.size();
}

namespace {

/// A regular expression of which all ways through the text go on at once: no text makes it try again and again.
class ExpressionFit {
 public:
  ExpressionFit(std::string_view text, std::string_view expression, std::size_t& work_left)
      : text_(text), expression_(expression), work_left_(work_left) {}

  std::optional<bool> anywhere() {
    if (text_.size() > text_max || expression_.size() > expression_max) return std::nullopt;
    const Places ends = any_of(Places(text_.size() + 1, true));
    if (!followed_ || at_ < expression_.size()) return std::nullopt;
    return std::find(ends.begin(), ends.end(), true) != ends.end();
  }

 private:
  static constexpr std::size_t text_max = 4'096, expression_max = 256, work_of_one = 32;
  using Places = std::vector<bool>;  // where it may stand in the text

  bool at_sign(char sign) const { return at_ < expression_.size() && expression_[at_] == sign; }

  /// Counts another list of places, and follows no further where there are too many.
  void spend() {
    const std::size_t work = text_.size() + work_of_one;
    followed_ &= work <= work_left_;
    work_left_ -= std::min(work, work_left_);
  }

  Places any_of(const Places& from) {
    Places ends = row(from);
    while (followed_ && at_sign('|')) {
      ++at_;
      spend();
      join(ends, row(from));
    }
    return ends;
  }

  Places row(Places places) {
    while (followed_ && at_ < expression_.size() && !at_sign('|') && !at_sign(')')) places = repeated(places);
    return places;
  }

  /// One piece, with the signs behind it that say how often: .*? is .* as well.
  Places repeated(const Places& from) {
    const std::size_t begin = at_;
    Places once = one(from);
    bool optional = false, many = false;
    std::size_t behind = at_;
    for (; behind < expression_.size() && is_often(expression_[behind]); ++behind) {
      optional |= expression_[behind] != '+', many |= expression_[behind] != '?';
      followed_ &= expression_[behind] != '{' && expression_[begin] != '^';
    }
    if (behind == at_) return once;
    Places all = optional ? from : once;
    join(all, once);
    while (many && followed_) {
      at_ = begin;
      once = one(once);
      if (!join(all, once)) break;
    }
    at_ = behind;
    return all;
  }

  Places one(const Places& from) {
    spend();
    followed_ &= ++depth_ <= limits::shell_nesting_max;
    Places to(from.size(), false);
    if (followed_) to = fitted(from, std::move(to));
    --depth_;
    return to;
  }

  Places fitted(const Places& from, Places to) {
    const char sign = expression_[at_++];
    followed_ &= !is_often(sign);
    if (sign == '(') {
      to = any_of(from);
      followed_ &= at_sign(')');
      ++at_;
      return to;
    }
    if (sign == '^' || sign == '$') {
      const std::size_t place = sign == '^' ? 0 : text_.size();
      to[place] = from[place];
      return to;
    }
    std::string_view members;
    const bool escaped = sign == '\\', any = sign == '.';
    if (sign == '[') members = in_brackets();
    if (escaped && (at_ >= expression_.size() || is_of_words(expression_[at_]))) followed_ = false;
    if (!followed_) return to;
    const char plain = escaped ? expression_[at_++] : sign;
    for (std::size_t i = 0; i < text_.size(); ++i)
      if (from[i]) to[i + 1] = any || (members.empty() ? text_[i] == plain : is_in_class(text_[i], members, false));
    return to;
  }

  static bool is_often(char sign) { return std::string_view("*+?{").find(sign) != std::string_view::npos; }

  /// Whether \ before it is more than the sign itself: the start of a word, a blank, a group once more.
  static bool is_of_words(char sign) {
    return is_name(sign) || std::string_view("<>'`").find(sign) != std::string_view::npos;
  }

  /// Behind [, up to its ].
  std::string_view in_brackets() {
    const std::size_t end = expression_.find(']', at_ + (at_sign('^') ? 2 : 1));
    const std::string_view members = expression_.substr(at_, end == std::string_view::npos ? 0 : end - at_);
    followed_ &= !members.empty();
    for (const char* named : {"[:", "[=", "[."}) followed_ &= members.find(named) == std::string_view::npos;
    at_ = followed_ ? end + 1 : at_;
    return members;
  }

  /// Whether that adds a place.
  static bool join(Places& all, const Places& more) {
    bool adds = false;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (more[i] && !all[i]) all[i] = adds = true;
    return adds;
  }

  std::string_view text_, expression_;
  std::size_t& work_left_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool followed_ = true;
};

}  // namespace

std::optional<bool> fits_expression(std::string_view text, std::string_view expression, std::size_t& work_left) {
  return ExpressionFit(text, expression, work_left).anywhere();
}

std::string literal_pattern(std::string_view text) {
  std::string pattern;
  for (const char c : text)
    pattern += std::string_view("*?[").find(c) == std::string_view::npos ? std::string(1, c) : std::string{'[', c, ']'};
  return pattern;
}

std::string literal_expression(std::string_view text) {
  std::string expression;
  for (const char c : text) {
    if (std::string_view("\\^$.[]|()*+?{}").find(c) != std::string_view::npos) expression += '\\';
    expression += c;
  }
  return expression;
}

std::string extended_expression(std::string_view basic) {
  std::string all;
  bool in_class = false;
  for (std::size_t i = 0; i < basic.size(); ++i) {
    const bool escaped = basic[i] == '\\' && i + 1 < basic.size() && !in_class;
    const char c = basic[escaped ? ++i : i];
    const bool differs = !in_class && std::string_view("|+?(){}").find(c) != std::string_view::npos;
    if (escaped != differs) all += '\\';
    all += c;
    in_class = !escaped && (c == '[' || (in_class && c != ']'));
  }
  return all;
}

ShellTruth condition_of(std::span<const ShellWord> words, bool patterns) {
  return Condition(words, patterns).read();
}

}  // namespace shardscope
