// Controls made for a scenario: one row each, name on the left, then a slider over the valid values, a list or a
// switch, and the value, which can be typed. Each notes where it was drawn under its JSON path, says what is wrong
// under it, and has a tooltip from the field's description. All draw at the window's cursor and take its whole width.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/frame.h"
#include "render/card.h"

namespace shardscope {

/// A group's heading with what its controls make together on the right.
void section(const Frame& frame, std::string_view title, std::string_view summary);

struct SliderRow {
  std::string_view path;   // JSON path: names the control, finds label, help and problems
  std::string_view label;  // the field's own where empty
  double value = 0;
  std::span<const double> values;     // ascending, what the slider stops at; dots where they are few
  std::string text;                   // the value as shown
  std::string_view disabled_because;  // not empty: dimmed, says why on hover
  bool* held = nullptr;               // a padlock that a click closes
};
/// The value chosen or typed in this frame.
[[nodiscard]] std::optional<double> slider_row(const Frame& frame, const SliderRow& row);

struct Option {
  std::string name;    // what is returned by its position
  std::string detail;  // dim, on the right
  std::string help;    // tooltip
};
struct ComboRow {
  std::string_view path, label;
  std::string shown;  // what the closed control says
  std::span<const Option> options;
  std::optional<std::size_t> present;  // marked in the list
  bool searchable = false;             // a field above the list that filters it
  std::string_view disabled_because;
};
[[nodiscard]] std::optional<std::size_t> combo_row(const Frame& frame, const ComboRow& row);

/// A switch; the new state when it was clicked.
[[nodiscard]] std::optional<bool> toggle_row(const Frame& frame, std::string_view path, bool on,
                                             std::string_view disabled_because = {});

/// A text link: true when clicked.
[[nodiscard]] bool link_row(const Frame& frame, std::string_view name, std::string_view text);

/// A plain button of the top bar at the cursor; true when clicked.
[[nodiscard]] bool text_button(const Frame& frame, std::string_view name, std::string_view text, bool enabled = true);

/// Words at the cursor over the whole width, wrapped.
void words(const Frame& frame, ImU32 color, std::string_view text);

/// The explanation beside the pointer, over everything else.
void show_tip(const Theme& theme, const Explanation& tip);

/// A row of a name and a value that is typed, for figures that no slider suits.
[[nodiscard]] std::optional<double> number_row(const Frame& frame, std::string_view path, const std::string& text,
                                               std::string_view disabled_because = {});

}  // namespace shardscope
