// Rows made from a field's description alone.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "app/panels/controls.h"
#include "core/fields/fields.h"

namespace shardscope {

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
