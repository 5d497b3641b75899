// What the rows of the panel share: where label, control and value go, the way back to the preset's value, the tooltip
// from the field's description, and the mark where something is wrong with it, which notes.h says in words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/panels/frame.h"

namespace shardscope {

struct RowArea {
  Rect row, label, control, value;
};

/// What stands beside a row's label: a slider with its value box, a list, a typed figure, or a switch.
enum class RowKind { slider, list, figure, toggle };

/// The row at the cursor: label, control, and the value box at the right end. Labels of sliders and lists end at a
/// third of the width, of a list further where the words are longer; a figure's label and a switch's take all that
/// their value leaves. `words` is the label, or the figure's value; `label_width` at scale 1 goes before a third.
[[nodiscard]] RowArea next_row(const Theme& theme, RowKind kind = RowKind::slider, std::string_view words = {},
                               float label_width = 0);

/// The next row of that path that is drawn in the current window, now or in the next frame, gives the keyboard's focus
/// to its control.
void focus_row(std::string_view path);

/// By how many stops the keys ask the control in focus to move in this frame: -1, 0 or 1.
[[nodiscard]] int step_by_keys();

/// One row for the time of its life: draws label and the mark of an edited field, and when it ends, the cursor is where
/// the next one begins. Every row of a kind is as high as any other, whatever is wrong with it.
class RowScope {
 public:
  /// `figure` is the value of a typed figure, which its box is made wide enough for; `help` the tooltip where the path
  /// names no field.
  RowScope(const Frame& frame, std::string_view path, std::string_view label, std::string_view disabled_because,
           RowKind kind = RowKind::slider, std::string_view figure = {}, std::string_view help = {},
           float label_width = 0);
  ~RowScope();
  RowScope(const RowScope&) = delete;
  RowScope& operator=(const RowScope&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool disabled() const { return !disabled_because_.empty(); }
  /// After an item: shows the field's tooltip while the pointer rests on it.
  void tip_on_hover() const;
  /// After the row's first control: gives it the keyboard's focus where focus_row() asked for that.
  void focus_control() const;
  /// Makes the value's box as wide as its text needs, at the slider's cost.
  void widen_value(std::string_view text);

  RowArea area;

 private:
  const Frame& frame_;
  std::string path_, label_;
  std::string shown_;  // the value, where it is known
  std::string_view disabled_because_, help_;
  bool pressed_ = false;  // since pointer or focus came to the row
};

/// The value at the right end of a row; a click turns it into a text field, with `editable` in it where that isn't what
/// is shown. What was typed, when it was ended by Enter or by leaving the field.
[[nodiscard]] std::optional<std::string> value_box(const Frame& frame, const RowScope& scope, const std::string& text,
                                                   std::string_view editable = {});

/// The number that was typed where the field can take it; else nothing, and frame.refused says why in words. `unit`: of
/// a number that is no field's; a share is typed in percent.
[[nodiscard]] std::optional<double> typed_number(const Frame& frame, const std::string& path, const std::string& typed,
                                                 Unit unit = Unit::none);

}  // namespace shardscope
