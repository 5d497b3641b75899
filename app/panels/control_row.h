// What the rows of the panel share: where label, control and value go, the way back to the preset's value, the tooltip
// from the field's description, and the problems said underneath.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/panels/frame.h"

namespace shardscope {

struct RowArea {
  Rect row, label, control, value;
};

/// The row at the cursor: label to 34% of the width, then the control, the value box at the right end.
[[nodiscard]] RowArea next_row(const Theme& theme);

/// One row for the time of its life: draws label and the mark of an edited field, and when it ends, the problems under
/// the row and the cursor for the next one.
class RowScope {
 public:
  RowScope(const Frame& frame, std::string_view path, std::string_view label, std::string_view disabled_because);
  ~RowScope();
  RowScope(const RowScope&) = delete;
  RowScope& operator=(const RowScope&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool disabled() const { return !disabled_because_.empty(); }
  /// After an item: shows the field's tooltip while the pointer rests on it.
  void tip_on_hover() const;

  RowArea area;

 private:
  const Frame& frame_;
  std::string path_, label_;
  std::string_view disabled_because_;
};

/// The value at the right end of a row; a click turns it into a text field. What was typed, when it was ended by Enter
/// or by leaving the field.
[[nodiscard]] std::optional<std::string> value_box(const Frame& frame, const RowScope& scope, const std::string& text);

/// The number that was typed where the field can take it; else nothing, and frame.refused says why in words.
[[nodiscard]] std::optional<double> typed_number(const Frame& frame, const std::string& path, const std::string& typed);

}  // namespace shardscope
