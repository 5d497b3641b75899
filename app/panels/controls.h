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
#include "core/fields/fields.h"
#include "render/chart/card.h"

namespace shardscope {

/// What is said of words beside the pointer: made once it rests there.
using SaidThere = std::function<Explanation()>;
/// While the pointer rests in the place. E keeps it, or opens its figure's derivation.
void said_there(const Frame& frame, const Rect& place, const SaidThere& said);
/// The same where the pointer is in the place already: E has it at once, the box comes once it rests.
void said_here(const Frame& frame, const SaidThere& said);

/// A group's heading with what its controls make together on the right.
/// `summaries` say the same in fewer and fewer words: the first that fits is shown, and how it comes about is `said` of
/// it.
void section(const Frame& frame, std::string_view title, std::span<const std::string> summaries,
             const SaidThere& said = {});

/// The heading of a group that a click folds and unfolds, noted as "section.NAME"; whether it is open. `marked`: the
/// summary is worth a look, noted as "section.NAME.marked".
[[nodiscard]] bool fold_section(const Frame& frame, std::string_view name, std::string_view title,
                                const std::string& summary, bool marked, bool open, const SaidThere& said = {});

struct SliderRow {
  std::string_view path;   // JSON path: names the control, finds label, help and problems
  std::string_view label;  // the field's own where empty
  double value = 0;
  std::span<const double> values;          // ascending, what the slider stops at; dots where they are few
  std::string text;                        // the value as shown
  std::string_view disabled_because = {};  // not empty: dimmed, says why on hover
  bool* held = nullptr;                    // a padlock that a click closes
  std::string editable = {};               // what a click on the value begins to edit; empty: the text
  std::string_view help = {};              // the tooltip, where the path names no field of a scenario
  float label_width = 0;                   // at scale 1; 0: a third of the row
  Unit unit = Unit::none;                  // of what is typed, where the path names no field
  std::string_view bare_prefix = {};       // of a number that is typed by itself: "G" where gigabytes are shown
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
  std::string_view disabled_because = {};
  std::string shown_short = {};                            // what it says where that doesn't fit; may be empty
  std::function<std::vector<Option>()> make_options = {};  // instead of `options`: asked only while the list is open
};
[[nodiscard]] std::optional<std::size_t> combo_row(const Frame& frame, const ComboRow& row);

/// A title that is a list too: the words with a mark behind, at the cursor. `width` is what it takes at most. Returns
/// what was chosen; `end` is where the words end.
[[nodiscard]] std::optional<std::size_t> title_combo(const Frame& frame, const ComboRow& row, float width, float& end,
                                                     TextRole role = TextRole::title);
/// What it takes with all of its words.
[[nodiscard]] float title_combo_width(const Theme& theme, std::string_view words, TextRole role);

/// The popup of a list, opened by its name: the same padding and corners wherever it is. Where it returns true,
/// end_list() follows.
[[nodiscard]] bool begin_list(const Theme& theme, const char* name);
void end_list();
/// A line of it: words, dim ones at the right, and what a tip says. True when it was clicked or a key pressed it.
[[nodiscard]] bool list_line(const Frame& frame, const std::string& name, std::string_view words,
                             std::string_view detail, bool present, std::string_view help = {});
/// The field above a long one; what is typed stays in the frame's filter while the list is open. True where Enter takes
/// the first line.
[[nodiscard]] bool filter_field(const Frame& frame, const char* hint);
/// Whether the words have what is typed there somewhere, in upper or lower case.
[[nodiscard]] bool passes_filter(const Frame& frame, std::string_view words);

/// A switch; the new state when it was clicked.
[[nodiscard]] std::optional<bool> toggle_row(const Frame& frame, std::string_view path, bool on,
                                             std::string_view disabled_because = {});

/// A text link: true when clicked.
[[nodiscard]] bool link_row(const Frame& frame, std::string_view name, std::string_view text);

/// How a button stands out: bare words of a bar, a filled one of a dialog, or the one that Enter presses.
enum class ButtonLook { bare, filled, primary };
[[nodiscard]] float button_width(const Theme& theme, std::string_view text, ButtonLook look = ButtonLook::bare);
/// A button at the cursor; true when clicked.
[[nodiscard]] bool text_button(const Frame& frame, std::string_view name, std::string_view text, bool enabled = true,
                               ButtonLook look = ButtonLook::bare);

/// Words at the cursor over the whole width, wrapped.
void words(const Frame& frame, ImU32 color, std::string_view text);
/// What they take with the gap below.
[[nodiscard]] float wrapped_words_height(const Theme& theme, std::string_view text, float width);

/// Whether the pointer has lain still for so long that it asks for words: where a box would cover what moving it shows.
[[nodiscard]] bool pointer_rests();
inline constexpr float pointer_rests_after_seconds = 0.4F;

/// The value that counts: of the report's scenario, in which defaults are filled in, else what the run model takes.
[[nodiscard]] FieldValue field_value_in_force(const Field& field, const Report& report);

/// What a field is, its value, its default and where that comes from.
[[nodiscard]] Explanation explain_field(const Field& field, const Report& report);

/// With the glossary's sentence where these words, the title if none are given, are one of its terms.
[[nodiscard]] Explanation with_term(Explanation tip, const Glossary& glossary, std::string_view words = {});
/// What a figure of the report or a field of its scenario is, by its name; empty where there is none.
[[nodiscard]] Explanation explain_named(const Frame& frame, std::string_view name);
/// Puts a text with a number on the clipboard where a right click asks for it here, and takes the click: what else lies
/// under the pointer copies nothing. The window says what was copied.
void copy_by_right_click(const std::string& text);
/// The explanation beside the pointer, over everything else, where there is one. While it is shown a right click copies
/// its value, and E keeps it (app/explorer/derivation).
void show_tip(const Frame& frame, const Explanation& tip);
/// A label's, with its term.
void show_term_tip(const Frame& frame, Explanation tip);
/// Below or above a control, as wide as the panel that it is in: what the control changes stays to be seen. While keys
/// go through the panel, beside it: the rows that they come to next stay to be seen.
void show_tip_at(const Frame& frame, const Rect& control, const Explanation& tip);

/// A row of a name and a value that is typed, for figures that no slider suits: `text` with its unit, `editable`
/// without.
[[nodiscard]] std::optional<double> number_row(const Frame& frame, std::string_view path, const std::string& text,
                                               const std::string& editable, std::string_view disabled_because = {});

/// A row of a name and words that are typed; the caller reads them.
[[nodiscard]] std::optional<std::string> text_row(const Frame& frame, std::string_view path, const std::string& text,
                                                  std::string_view disabled_because = {});

}  // namespace shardscope
