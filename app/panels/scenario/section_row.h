// A section of the panel as a list of rows: what is drawn in it, and which fields it holds.
#pragma once

#include <span>
#include <string_view>

#include "app/panels/field_rows.h"
#include "core/scenario/scenario.h"

namespace shardscope {

struct SectionRow {
  std::string_view path;
  std::string_view (*disabled)(const Scenario& scenario, const Frame& frame) = nullptr;  // why, or nothing
  void (*draw)(Scenario& scenario, const Frame& frame, std::string_view path,
               std::string_view disabled_because) = field_row;
};
using SectionRows = std::span<const SectionRow>;

}  // namespace shardscope
