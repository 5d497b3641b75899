// Text on a draw list by role, measured and cut to fit. Positions are the upper left corner of the line.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

[[nodiscard]] float text_width(const Theme& theme, TextRole role, std::string_view text);
[[nodiscard]] float text_height(const Theme& theme, TextRole role);
/// The upper edge of a line in the middle of the box's height.
[[nodiscard]] float text_top(const Theme& theme, TextRole role, const Rect& box);

/// Each returns the width drawn.
float draw_text(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color, std::string_view text);
/// `at` is the right end, or the middle, of the line's upper edge.
float draw_text_right(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color,
                      std::string_view text);
float draw_text_centered(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color,
                         std::string_view text);

/// A figure with its unit behind it, smaller and on the same base line.
struct DrawnFigure {
  std::string_view value, unit;
  float scale = 1;  // of the figure's type
};
[[nodiscard]] float figure_width(const Theme& theme, const DrawnFigure& figure);
/// Without the unit where it has no room, set smaller where the value has none, and not at all where nobody could read
/// it. Returns the width drawn.
float draw_figure(ImDrawList& draw, const Theme& theme, ImVec2 at, float width, ImU32 color, const DrawnFigure& figure);

/// The text, or as many of its characters as fit into `width` with an ellipsis behind. Never cuts inside a character.
[[nodiscard]] std::string fitted(const Theme& theme, TextRole role, std::string_view text, float width);

/// As many of the text's clauses as fit into `width`, nothing where not even the first does: what isn't whole is left
/// away rather than cut. Clauses end at a comma, semicolon or colon with a space behind, outside of brackets.
[[nodiscard]] std::string whole_clauses(const Theme& theme, TextRole role, std::string_view text, float width);

/// The first of `texts`, longest first, that fits into `width`; else the whole clauses of the last one, cut where not
/// even the first fits. With an empty one at the end nothing is cut.
[[nodiscard]] std::string first_fitting(const Theme& theme, TextRole role, std::span<const std::string> texts,
                                        float width);

/// Words, and how much smaller than the role's type they are set.
struct FittedText {
  std::string words = {};
  float scale = 1;
};

/// The first of `texts`, longest first, that fits into `width`; else the last one set smaller, where that is too small
/// to read its whole clauses, and cut only where not even the first of them fits.
[[nodiscard]] FittedText fitted_or_smaller(const Theme& theme, TextRole role, std::span<const std::string> texts,
                                           float width);
/// Whether the text fits uncut, set as small as that allows.
[[nodiscard]] bool fits_smaller(const Theme& theme, TextRole role, std::string_view text, float width);
[[nodiscard]] float fitted_width(const Theme& theme, TextRole role, const FittedText& text);
/// Draws that into the width from `at` on; `align`: 0 at its left end, 1 at its right. Returns the width drawn.
float draw_fitted(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color, float width,
                  std::span<const std::string> texts, float align = 0);
float draw_fitted(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color, float width,
                  std::string_view text, float align = 0);

/// Draws words in lines of at most `width`, the first one begun `indent` later; returns the height used.
float draw_wrapped(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color, std::string_view text,
                   float width, float indent = 0);
[[nodiscard]] float wrapped_height(const Theme& theme, TextRole role, std::string_view text, float width);

}  // namespace shardscope
