// The values that a field takes in a sweep where nobody types them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/fields/fields.h"
#include "core/plan_search/space/varied.h"
#include "core/scenario/scenario.h"
#include "core/sweep/sweep_follow.h"

namespace shardscope {

/// Whether its values lie along an axis: a number.
[[nodiscard]] bool is_swept_along(const Field& field);
/// Whether each of its values can have a line of its own: a number, a switch or one of some words.
[[nodiscard]] bool is_swept_by_lines(const Field& field);

/// So many values at most where nobody types them: along an axis, and as lines.
inline constexpr std::size_t swept_values_max = 24, swept_lines_max = 6;
/// A figure that any number may stand for goes from the present one's so manieth part to as many times it.
inline constexpr double swept_span = 4;

/// The field's number in the scenario, defaults filled in; nothing where it has none.
[[nodiscard]] std::optional<double> swept_number(const Field& field, const Scenario& scenario);

/// Ascending, the present one among them: what the panel's slider offers for a degree, a length or a batch, sizes of
/// the cluster that keep what `follow` keeps, else shares and multiples of the present number up to `span` times it.
/// Empty where the scenario says no number.
[[nodiscard]] std::vector<double> swept_values(const Scenario& scenario, std::string_view path, SweepFollow follow,
                                               double span = swept_span);

/// Whether these are shares and multiples of the present number, so that a span is asked for.
[[nodiscard]] bool is_scaled(const Scenario& scenario, std::string_view path);

/// A field that is swept, and how its values are chosen.
struct SweptAxis {
  std::string path;
  std::string typed = {};                       // as --vary has them behind "="; empty: the values above
  double span = swept_span;                     // of those that are scaled
  std::optional<double> least = {}, most = {};  // of the values above only those between

  bool operator==(const SweptAxis&) const = default;
};

/// The field with so many values at most, the present one among them, unless they were typed; a switch and a choice
/// take all there are. A problem where what was typed is no list, or where there is no value.
[[nodiscard]] Outcome<Varied> varied_by(const SweptAxis& axis, const Scenario& scenario, SweepFollow follow,
                                        std::size_t count_max);

}  // namespace shardscope
