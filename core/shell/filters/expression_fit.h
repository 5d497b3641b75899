// Regular expressions (POSIX, 9.4): whether one fits a text, and where.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/shell/filters/sign_sets.h"

namespace shardscope {

namespace limits {
inline constexpr std::size_t expression_places_max = 200'000;  // of a text, that one is tried at
inline constexpr std::size_t expression_text_max = 16'384, expression_max = 256;
inline constexpr std::size_t expression_steps_max = 2'000;  // it comes to, with what repeats written out
}  // namespace limits

/// Where an expression fits: all of it, then each of its groups; a group that takes no part begins at npos.
using FittedPlaces = std::vector<std::pair<std::size_t, std::size_t>>;

/// An expression that is tried many times, read once.
struct FitStep {
  enum class Kind { signs, fork, jump, save, edge, done };
  Kind kind = Kind::done;
  SignSet signs = {};
  int to = 0, otherwise = 0;  // steps away: of a fork the one that is tried first, and the other
  std::size_t slot = 0;       // of save
  char edge = '\0';           // of ^ $ b < >
};
struct FitProgram {
  std::vector<FitStep> steps;
  std::size_t groups = 0;
};

/// Nothing where it isn't followed.
[[nodiscard]] std::optional<FitProgram> fit_program(std::string_view expression);

struct ExpressionFit {
  bool followed = false;  // false: nothing is known of it
  std::optional<FittedPlaces> places = {};
};

/// The first place from `begin` on where an extended expression fits the text, and there the longest. It isn't followed
/// where it has more than plain signs, . [ ] ( ) | * + ? { } ^ $ \w \s \b \< \>, or takes more than is left of the
/// work.
[[nodiscard]] ExpressionFit fit_of(std::string_view text, std::string_view expression, std::size_t& work_left,
                                   std::size_t begin = 0);
[[nodiscard]] ExpressionFit fit_of(std::string_view text, const FitProgram& program, std::size_t& work_left,
                                   std::size_t begin = 0);

/// Whether it fits a part of the text; nothing where it isn't followed.
[[nodiscard]] std::optional<bool> fits_expression(std::string_view text, std::string_view expression,
                                                  std::size_t& work_left);
[[nodiscard]] inline std::optional<bool> fits_expression(std::string_view text, std::string_view expression) {
  std::size_t work_left = limits::expression_places_max;
  return fits_expression(text, expression, work_left);
}

/// A basic regular expression as an extended one: the same signs, with backslashes where the other has none.
[[nodiscard]] std::string extended_expression(std::string_view basic);

/// The expression for a text in small letters: its own letters small, but those behind \, as \S is.
[[nodiscard]] std::string in_small_letters(std::string_view expression);

/// The expression of the text itself, as what is quoted in [[ ]] is.
[[nodiscard]] std::string literal_expression(std::string_view text);

}  // namespace shardscope
