// app/output/figures: how figures of a report come about, as a page for the terminal.
// In: DerivedFigures (core/derivation), or a field of the scenario with them.
// Out: a Page with formula, numbers, source, what it is made from and where it flows next.
#pragma once

#include "app/output/page.h"
#include "core/derivation/figure.h"
#include "core/fields/fields.h"

namespace shardscope {

/// All of them with their values, in their order.
[[nodiscard]] Page figures_page(const DerivedFigures& figures);
/// One: formula, the numbers put in, source, what it is made from, and where it flows next.
[[nodiscard]] Page figure_page(const DerivedFigure& figure, const DerivedFigures& figures);
/// A field of the scenario: its value, what it is, and where it flows.
[[nodiscard]] Page field_page(const Field& field, const Scenario& scenario, const DerivedFigures& figures);

}  // namespace shardscope
