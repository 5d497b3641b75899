#include "core/shell/filters/expression_fit.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/base/number_text.h"

namespace shardscope {

namespace {

using FitSteps = std::vector<FitStep>;

FitStep fork(std::size_t to, std::size_t otherwise) {
  return {FitStep::Kind::fork, {}, static_cast<int>(to), static_cast<int>(otherwise), 0, '\0'};
}
FitStep jump(int to) {
  return {FitStep::Kind::jump, {}, to, 0, 0, '\0'};
}
FitStep save(std::size_t slot) {
  return {FitStep::Kind::save, {}, 0, 0, slot, '\0'};
}
FitStep edge(char sign) {
  return {FitStep::Kind::edge, {}, 0, 0, 0, sign};
}

bool is_often(char sign) {
  return std::string_view("*+?{").find(sign) != std::string_view::npos;
}

class FitParser {
 public:
  explicit FitParser(std::string_view expression) : expression_(expression) {}

  std::optional<FitSteps> steps() {
    if (expression_.size() > limits::expression_max) return std::nullopt;
    FitSteps all = {save(0)};
    add(all, any_of());
    add(all, {save(1), FitStep{}});
    return followed_ && at_ == expression_.size() ? std::optional(std::move(all)) : std::nullopt;
  }
  std::size_t groups() const { return groups_; }

 private:
  bool at_sign(char sign) const { return at_ < expression_.size() && expression_[at_] == sign; }

  void add(FitSteps& all, const FitSteps& more) {
    followed_ &= all.size() + more.size() <= limits::expression_steps_max;
    if (followed_) all.insert(all.end(), more.begin(), more.end());
  }

  FitSteps any_of() {
    std::vector<FitSteps> rows = {row()};
    for (; followed_ && at_sign('|'); rows.push_back(row())) ++at_;
    FitSteps all = std::move(rows.back());
    for (std::size_t i = rows.size() - 1; i-- > 0 && followed_;) {
      FitSteps either = {fork(1, rows[i].size() + 2)};
      add(either, rows[i]);
      add(either, {jump(static_cast<int>(all.size()) + 1)});
      add(either, all);
      all = std::move(either);
    }
    return all;
  }

  FitSteps row() {
    FitSteps all;
    while (followed_ && at_ < expression_.size() && !at_sign('|') && !at_sign(')')) add(all, repeated());
    return all;
  }

  /// One piece, with the signs behind it that say how often: .*? is .* as well.
  FitSteps repeated() {
    const bool anchor = at_sign('^');
    FitSteps piece = one();
    while (followed_ && at_ < expression_.size() && is_often(expression_[at_])) {
      followed_ &= !anchor;
      piece = often(piece, expression_[at_++]);
    }
    return piece;
  }

  FitSteps often(const FitSteps& piece, char sign) {
    const auto size = static_cast<int>(piece.size());
    FitSteps all;
    if (sign == '{') return counted(piece);
    if (sign != '+') add(all, {fork(1, piece.size() + (sign == '*' ? 2 : 1))});
    add(all, piece);
    if (sign == '*') add(all, {jump(-size - 1)});
    if (sign == '+') add(all, {FitStep{FitStep::Kind::fork, {}, -size, 1, 0, '\0'}});
    return all;
  }

  /// {2}, {2,}, {2,4}
  FitSteps counted(const FitSteps& piece) {
    const std::size_t end = std::min(expression_.find('}', at_), expression_.size());
    const std::string_view inside = expression_.substr(at_, end - at_);
    const std::size_t comma = std::min(inside.find(','), inside.size());
    const bool open = comma + 1 == inside.size(), one_number = comma == inside.size();
    const auto least = parse_whole(inside.substr(0, comma));
    const auto most = open || one_number ? least : parse_whole(inside.substr(comma + 1));
    followed_ &= end < expression_.size() && least && most && *least >= 0 && *most >= *least && *most <= 255;
    FitSteps all;
    if (!followed_) return all;
    at_ = end + 1;
    for (std::int64_t i = 0; i < *least && followed_; ++i) add(all, piece);
    if (open) return add(all, often(piece, '*')), all;
    for (std::int64_t i = *least; i < *most && followed_; ++i) add(all, often(piece, '?'));
    return all;
  }

  FitSteps one() {
    const char sign = expression_[at_++];
    followed_ &= !is_often(sign);
    if (sign == '(') return group();
    if (sign == '^' || sign == '$') return {edge(sign)};
    if (sign == '[') {
      const auto members = bracketed_at(expression_, at_ - 1, false);
      followed_ &= members.has_value();
      if (members) at_ = members->end;
      return signs(members ? members->signs : SignSet{});
    }
    if (sign == '\\') return escaped();
    SignSet own;
    own.set(place_of_sign(sign));
    return signs(sign == '.' ? ~SignSet{} : own);
  }

  static FitSteps signs(const SignSet& all) { return {FitStep{FitStep::Kind::signs, all, 0, 0, 0, '\0'}}; }

  FitSteps group() {
    const std::size_t slot = 2 * ++groups_;
    followed_ &= ++depth_ <= depth_max;
    FitSteps all = {save(slot)};
    if (followed_) add(all, any_of());
    --depth_;
    followed_ &= at_sign(')');
    ++at_;
    add(all, {save(slot + 1)});
    return all;
  }

  /// \ before a sign that has a meaning takes it away; before some others it gives one.
  FitSteps escaped() {
    const char sign = at_ < expression_.size() ? expression_[at_++] : '\0';
    if (sign == 'b' || sign == '<' || sign == '>') return {edge(sign)};
    SignSet named = sign == 's' || sign == 'S' ? *signs_called("space") : *signs_called("alnum");
    if (sign == 'w' || sign == 'W') named.set(place_of_sign('_'));
    if (sign == 's' || sign == 'w') return signs(named);
    if (sign == 'S' || sign == 'W') return signs(~named);
    followed_ &= sign != '\0' && !is_name(sign) && sign != '\'' && sign != '`';
    SignSet own;
    own.set(place_of_sign(sign));
    return signs(own);
  }

  static constexpr int depth_max = 40;
  std::string_view expression_;
  std::size_t at_ = 0, groups_ = 0;
  int depth_ = 0;
  bool followed_ = true;
};

/// Tries each step at each place of the text once at most: no text makes it try again and again.
class FitRun {
 public:
  FitRun(std::string_view text, const FitSteps& steps, std::size_t groups, std::size_t& work_left)
      : text_(text),
        steps_(steps),
        work_left_(work_left),
        tried_(steps.size() * (text.size() + 1), false),
        slots_(2 * groups + 2, std::string_view::npos) {}

  ExpressionFit from(std::size_t begin) {
    for (; begin <= text_.size() && !best_ && followed_; ++begin) try_at(begin);
    if (!followed_) return {};
    if (!best_) return {true, std::nullopt};
    FittedPlaces places;
    for (std::size_t i = 0; i + 1 < best_->size(); i += 2) places.emplace_back((*best_)[i], (*best_)[i + 1]);
    return {true, std::move(places)};
  }

 private:
  struct Way {
    std::size_t step, at;
    bool restores = false;  // the slot called `step` to `at`
  };

  void try_at(std::size_t begin) {
    std::vector<Way> ways = {{0, begin}};
    while (!ways.empty() && followed_) {
      const Way way = ways.back();
      ways.pop_back();
      if (way.restores)
        slots_[way.step] = way.at;
      else
        go(ways, way.step, way.at);
    }
  }

  void go(std::vector<Way>& ways, std::size_t step, std::size_t at) {
    while (true) {
      const std::size_t place = step * (text_.size() + 1) + at;
      if (tried_[place]) return;
      tried_[place] = true;
      if (work_left_ == 0) return void(followed_ = false);
      --work_left_;
      const FitStep& here = steps_[step];
      const auto away = [&](int by) { return static_cast<std::size_t>(static_cast<int>(step) + by); };
      switch (here.kind) {
        case FitStep::Kind::signs:
          if (at >= text_.size() || !here.signs.test(place_of_sign(text_[at]))) return;
          ++at, ++step;
          break;
        case FitStep::Kind::fork:
          ways.push_back({away(here.otherwise), at});
          step = away(here.to);
          break;
        case FitStep::Kind::jump:
          step = away(here.to);
          break;
        case FitStep::Kind::save:
          ways.push_back({here.slot, slots_[here.slot], true});
          slots_[here.slot] = at;
          ++step;
          break;
        case FitStep::Kind::edge:
          if (!is_edge(here.edge, at)) return;
          ++step;
          break;
        case FitStep::Kind::done:
          if (!best_ || (*best_)[1] < at) best_ = slots_;
          return;
      }
    }
  }

  bool is_edge(char sign, std::size_t at) const {
    if (sign == '^') return at == 0;
    if (sign == '$') return at == text_.size();
    const bool before = at > 0 && is_name(text_[at - 1]), behind = at < text_.size() && is_name(text_[at]);
    return before != behind && (sign == 'b' || behind == (sign == '<'));
  }

  std::string_view text_;
  const FitSteps& steps_;
  std::size_t& work_left_;
  std::vector<bool> tried_;
  std::vector<std::size_t> slots_;
  std::optional<std::vector<std::size_t>> best_;
  bool followed_ = true;
};

}  // namespace

std::optional<FitProgram> fit_program(std::string_view expression) {
  FitParser parser(expression);
  std::optional<FitSteps> steps = parser.steps();
  return steps ? std::optional(FitProgram{*std::move(steps), parser.groups()}) : std::nullopt;
}

ExpressionFit fit_of(std::string_view text, const FitProgram& program, std::size_t& work_left, std::size_t begin) {
  if (text.size() > limits::expression_text_max) return {};
  constexpr std::size_t places_cleared_at_once = 64;
  const std::size_t work = program.steps.size() * (text.size() + 1) / places_cleared_at_once + program.steps.size();
  if (work > work_left) return work_left = 0, ExpressionFit{};
  work_left -= work;
  return FitRun(text, program.steps, program.groups, work_left).from(begin);
}

ExpressionFit fit_of(std::string_view text, std::string_view expression, std::size_t& work_left, std::size_t begin) {
  const std::optional<FitProgram> program = fit_program(expression);
  return program ? fit_of(text, *program, work_left, begin) : ExpressionFit{};
}

std::optional<bool> fits_expression(std::string_view text, std::string_view expression, std::size_t& work_left) {
  const ExpressionFit fit = fit_of(text, expression, work_left);
  return fit.followed ? std::optional(fit.places.has_value()) : std::nullopt;
}

std::string in_small_letters(std::string_view expression) {
  std::string all = lower(expression);
  for (std::size_t i = 0; i + 1 < all.size(); ++i)
    if (all[i] == '\\') ++i, all[i] = expression[i];
  return all;
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
  bool begins = true;  // or stands right behind a group's begin, another choice's, or ^
  for (std::size_t i = 0; i < basic.size(); ++i) {
    if (const auto members = basic[i] == '[' ? bracketed_at(basic, i, false) : std::nullopt) {
      begins = false;
      all += basic.substr(i, members->end - i);
      i = members->end - 1;
      continue;
    }
    const bool escaped = basic[i] == '\\' && i + 1 < basic.size();
    const char c = basic[escaped ? ++i : i];
    const std::string_view behind = basic.substr(i + 1);
    const bool ends = behind.empty() || behind.starts_with("\\)") || behind.starts_with("\\|");
    const bool differs = std::string_view("|+?(){}").find(c) != std::string_view::npos;
    const bool literal = !escaped && ((c == '^' && !begins) || (c == '$' && !ends) || (c == '*' && begins));
    if (escaped != differs || literal) all += '\\';
    all += c;
    begins = escaped ? c == '(' || c == '|' : c == '^' && begins;
  }
  return all;
}

}  // namespace shardscope
