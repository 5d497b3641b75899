#include "app/lessons/lesson_words.h"

#include <cmath>

#include "render/text/format.h"

namespace shardscope {

namespace {

/// Whole numbers whole, as far as they can be read.
std::string count_in_words(double value) {
  constexpr double grouped_max = 1e6, decimals_below = 100;
  if (std::abs(value) >= grouped_max) return format_count(value).text();
  if (value == std::round(value)) return grouped(static_cast<std::int64_t>(value));
  return fixed(value, std::abs(value) < decimals_below ? 1 : 0);
}

}  // namespace

std::string figure_words(double value, Unit unit) {
  return unit == Unit::none ? count_in_words(value) : format_quantity(value, unit).text();
}

namespace {

std::string words_of_figure(const LessonFigure& figure, const Names& values) {
  const std::optional<double> number = number_of(figure.value, values);
  if (number && !figure.in_words) return figure_words(*number, figure.unit);
  const Value value = computed_or_none(figure.value, values);
  return value.none() ? std::string("unknown") : words_of(value);
}

}  // namespace

SpokenText spoken_text(const LessonText& text, const Names& values) {
  SpokenText spoken;
  for (const TextPiece& piece : text) {
    spoken.words += piece.words;
    if (!piece.figure) continue;
    const std::size_t begin = spoken.words.size();
    spoken.words += words_of_figure(*piece.figure, values);
    spoken.figures.push_back({begin, spoken.words.size(), &*piece.figure});
  }
  return spoken;
}

std::string lesson_words(const LessonText& text, const Names& values) {
  return spoken_text(text, values).words;
}

std::string distance_words(const GivenAnswer& answer, Unit unit) {
  const double off = answer.is - answer.said;
  const std::string by = unit == Unit::share ? fixed(std::abs(off) * 100, 1) + " points"
                         : answer.is != 0    ? format_percent(std::abs(off / answer.is)).text()
                                             : figure_words(std::abs(off), unit);
  if (off == 0) return "Exactly so.";
  if (answer.close) return "Close: " + by + " off.";
  constexpr double worth_a_ratio = 1.5;
  const double ratio = answer.said > 0 && answer.is > 0 ? answer.is / answer.said : 0;
  if (ratio >= worth_a_ratio) return fixed(ratio, 1) + " times what you expected.";
  if (ratio > 0 && 1 / ratio >= worth_a_ratio) return "You expected " + fixed(1 / ratio, 1) + " times as much.";
  return by + (off > 0 ? " more than you expected." : " less than you expected.");
}

std::string check_words(const GoalCheck& check, const CheckState& state) {
  if (!check.most && !check.least) return {};
  const std::string value = state.value ? figure_words(*state.value, check.figure.unit) : "unknown";
  const std::string limit = state.limit ? figure_words(*state.limit, check.figure.unit) : "unknown";
  return value + (check.most ? ", at most " : ", at least ") + limit;
}

std::string score_words(const LessonScore& score) {
  if (score.given == 0) return "No prediction given yet.";
  const std::string all =
      std::to_string(score.close) + " of " + std::to_string(score.given) + " predictions were close.";
  return score.close == score.given ? all : all + " The others are those that you learned from.";
}

}  // namespace shardscope
