// core/compare: two plans beside each other. In: two scenarios. Out: the fields in which they differ, the seconds and
// bytes by which each part of step and memory does (plan_comparison.h), and what each setting brings when they are
// changed one after another on the way from the first plan to the second (plan_path.h). Words are app/output/plans'.
//
// This file: what differs, and by how much; parts sum to their whole.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/fields/fields.h"
#include "core/inspect/time_lost.h"
#include "core/report/report.h"

namespace shardscope {

/// Bytes by MemoryComponent.
using ComponentBytes = std::array<Bytes, static_cast<std::size_t>(memory_component_count)>;

/// A plan's step and its fullest GPU, each by parts that sum to it: bytes exactly, seconds within rounding.
struct PlanFigures {
  std::optional<Seconds> step;  // absent where no time can be computed; `lost` is then zeros
  LostSeconds lost{};
  Bytes peak;  // in whole bytes, as the report's JSON has it
  ComponentBytes components{};
  bool fits = false;
};
[[nodiscard]] PlanFigures plan_figures(const Report& report);

/// The second's figures less the first's, each part by itself.
struct FigureChange {
  std::optional<Seconds> step;  // where both are known
  LostSeconds lost{};
  Bytes peak;
  ComponentBytes components{};
};
[[nodiscard]] FigureChange change_between(const PlanFigures& first, const PlanFigures& second);

/// A field, no caption, that isn't the same in both plans as evaluated, defaults filled in.
struct FieldDifference {
  const Field* field = nullptr;
  bool said = false;  // one of the scenarios says it; else it follows from others that differ
};
/// In the order of the table of fields, names aside. `first`, `second` as said.
[[nodiscard]] std::vector<FieldDifference> field_differences(const Scenario& first, const Scenario& second);

/// Puts the field's value, its word or its parts as `from` says them into `to`.
void copy_field(const Field& field, const Scenario& from, Scenario& to);

}  // namespace shardscope
