// What holds of every section of the field table.
#pragma once

#include <algorithm>

#include "core/fields/fields.h"
#include "tests/core/scenario/cases.h"

namespace shardscope::tests {

/// A value that the field takes and that differs from the present one.
inline FieldValue another_value(const Field& field, const Scenario& scenario) {
  const FieldValue now = field.get(scenario);
  const auto other = [&](FieldValue a, FieldValue b) { return a == now ? b : a; };
  const auto whole = [](double bound) { return static_cast<std::int64_t>(bound); };
  switch (field.kind) {
    case FieldKind::count:
      return other(whole(field.min), whole(field.max));
    case FieldKind::real:
      return other(field.min, field.max);
    case FieldKind::toggle:
      return other(true, false);
    case FieldKind::choice:
      return other(std::int64_t{0}, std::int64_t{1});
    case FieldKind::text:
      return other(std::string("one"), std::string("two"));
    case FieldKind::list:
      return other(std::vector<std::int64_t>{whole(field.min), whole(field.max)}, std::vector<std::int64_t>{1});
    case FieldKind::names:
      return other(std::vector<std::int64_t>{0, 1}, std::vector<std::int64_t>{1});
  }
  return {};
}

/// The words are whole, the range is one, and a value that is set is the value that is got, nothing else changing.
inline void check_section(std::span<const Field> section, const std::vector<std::string_view>& prefixes) {
  REQUIRE_FALSE(section.empty());
  for (const Field& field : section) {
    CAPTURE(field.path);
    CHECK(std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view p) { return field.path.starts_with(p); }));
    CHECK_FALSE(field.label.empty());
    CHECK(field.help.ends_with("."));
    CHECK((field.cost.empty() || field.cost.ends_with(".")));
    CHECK(field.optional == !field.when_absent.empty());
    CHECK((field.kind == FieldKind::choice) == !field.choices.empty());
    const bool ranged =
        field.kind == FieldKind::count || field.kind == FieldKind::real || field.kind == FieldKind::list;
    if (ranged) CHECK(field.min < field.max);

    Scenario scenario;
    const FieldValue wanted = another_value(field, scenario);
    CHECK(refusal(field, wanted).empty());
    field.set(scenario, wanted);
    CHECK(field.get(scenario) == wanted);
    CHECK(scenario != Scenario{});
    for (const Field& other : fields())
      if (other.path != field.path) {
        CAPTURE(other.path);
        CHECK(other.get(scenario) == other.get(Scenario{}));
      }
    const FieldValue before = field.get(scenario);
    field.set(scenario, FieldValue());
    CHECK(field.get(scenario) == (field.optional ? FieldValue() : before));
    if (ranged) {
      const bool list = field.kind == FieldKind::list;
      const double above = field.max * 2 + 1;
      const auto count = static_cast<std::int64_t>(above);
      const FieldValue high = list                             ? FieldValue(std::vector{count})
                              : field.kind == FieldKind::count ? FieldValue(count)
                                                               : FieldValue(above);
      CHECK(says(refusal(field, high), "is above"));
    }
  }
}

}  // namespace shardscope::tests
