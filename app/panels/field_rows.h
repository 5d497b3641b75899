// Rows made from a field's description alone.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "app/panels/controls.h"
#include "core/fields/fields.h"

namespace shardscope {

/// What was typed as a number of the field: with its own unit, one that people say of it, or none; "500 ms", "24
/// hours", "1.3 GB", "$0.08/kWh", "25k". Nothing where it is none.
[[nodiscard]] std::optional<double> read_number(std::string_view typed, const Field* field);

/// Sets the field to the number where the field takes it; else says why not.
void set_number(Scenario& scenario, const Frame& frame, std::string_view path, double value);

/// A slider over whole numbers.
void count_slider(Scenario& scenario, const Frame& frame, std::string_view path, std::span<const double> values,
                  bool* held = nullptr, std::string_view disabled_because = {});

/// A list, a switch or a typed number, as the field's kind asks for. `disabled_because` dims it and says why.
void field_row(Scenario& scenario, const Frame& frame, std::string_view path, std::string_view disabled_because = {});
void field_rows(Scenario& scenario, const Frame& frame, std::initializer_list<std::string_view> paths,
                std::string_view disabled_because = {});

}  // namespace shardscope
