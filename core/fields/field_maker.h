// Makes entries of the field table (fields.h) from member pointers: make_field<&Scenario::plan, &Plan::tp>({"plan.tp",
// …}).
#pragma once

#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/fields/fields.h"

namespace shardscope::field_maker {

template <class T>
struct Unwrapped {
  using type = T;
};
template <class T>
struct Unwrapped<std::optional<T>> {
  using type = T;
};

/// The member at the end of a chain of member pointers.
template <auto... Path>
constexpr auto& member(Scenario& scenario) {
  return (scenario.*....*Path);
}
template <auto... Path>
constexpr const auto& member(const Scenario& scenario) {
  return (scenario.*....*Path);
}

template <class T>
constexpr FieldKind kind_of() {
  if constexpr (std::is_same_v<T, bool>)
    return FieldKind::toggle;
  else if constexpr (std::is_enum_v<T>)
    return FieldKind::choice;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return FieldKind::count;
  else if constexpr (std::is_same_v<T, double>)
    return FieldKind::real;
  else if constexpr (std::is_same_v<T, std::string>)
    return FieldKind::text;
  else
    return FieldKind::list;
}

/// What a value is inside a FieldValue.
template <class T>
using Stored = std::conditional_t<std::is_enum_v<T>, std::int64_t, T>;

template <auto... Path>
FieldValue get(const Scenario& scenario) {
  const auto& value = member<Path...>(scenario);
  using Member = std::remove_cvref_t<decltype(value)>;
  using T = typename Unwrapped<Member>::type;
  if constexpr (!std::is_same_v<Member, T>)
    return value ? FieldValue(static_cast<Stored<T>>(*value)) : FieldValue();
  else
    return FieldValue(static_cast<Stored<T>>(value));
}

template <auto... Path>
void set(Scenario& scenario, const FieldValue& given) {
  auto& value = member<Path...>(scenario);
  using Member = std::remove_cvref_t<decltype(value)>;
  using T = typename Unwrapped<Member>::type;
  if (const auto* stored = std::get_if<Stored<T>>(&given)) {
    value = static_cast<T>(*stored);
    return;
  }
  if constexpr (!std::is_same_v<Member, T>)
    if (std::holds_alternative<std::monostate>(given)) value.reset();
}

/// `words` gives path, label, unit, help, cost, min, max and when_absent; the rest comes from the member's type.
template <auto... Path>
Field make_field(Field words) {
  using Member = std::remove_cvref_t<decltype(member<Path...>(std::declval<Scenario&>()))>;
  using T = typename Unwrapped<Member>::type;
  words.kind = kind_of<T>();
  words.optional = !std::is_same_v<Member, T>;
  if constexpr (std::is_enum_v<T>) words.choices = choices<T>();
  words.get = &get<Path...>;
  words.set = &set<Path...>;
  return words;
}

inline constexpr std::string_view nothing_shorter = {};  // than the label: Field::brief
inline constexpr FieldWeight no_weight = {};             // it hardly moves memory or time: no launch is asked for it

/// Of a member of the plan. What people call it shortly and how much it moves have no default: a new row says both.
template <auto... Path>
Field plan_field(std::string_view brief, FieldWeight weight, Field words) {
  words.brief = brief, words.weight = weight;
  return make_field<&Scenario::plan, Path...>(std::move(words));
}

/// The fields of all sections, one section after the other.
[[nodiscard]] inline std::vector<Field> joined(std::initializer_list<std::vector<Field> (*)()> sections) {
  std::vector<Field> all;
  for (const auto section : sections)
    for (Field& field : section()) all.push_back(std::move(field));
  return all;
}

}  // namespace shardscope::field_maker
