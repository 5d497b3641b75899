// render/text: what all of render is drawn with: colours and sizes (theme.h), fonts, text, numbers as text (format.h),
// hatching, rectangles. render makes pictures of reports on an ImDrawList; nothing in it keeps state, edits a scenario
// or knows a panel. In: a Report, a small view value, a rectangle, a Theme. Out: triangles in the draw list, and what
// is under the pointer.
//
// This file: colours, sizes and type as one value.
#pragma once

#include <imgui.h>

#include <cstdint>

#include "core/cluster/group_span.h"
#include "core/memory/memory.h"
#include "render/text/fonts.h"

namespace shardscope {

/// What a piece of text is for; face() gives its font and size.
enum class TextRole { body, strong, secondary, title, figure };

struct Face {
  ImFont* font = nullptr;
  float size = 0;  // as Dear ImGui takes it: the height of a line in pixels
};

struct Theme {
  bool dark = true;
  float scale = 1;  // 1 to 3; multiplies every size
  Fonts fonts;

  ImU32 bg, panel, raised, line;                              // surfaces, from the deepest up, and borders
  ImU32 text, dim;                                            // type
  ImU32 faint;                                                // marks, never type
  ImU32 accent, good, bad, warn;                              // each with a word, never alone
  ImU32 weights, gradients, optimizer, activations, buffers;  // what fills memory
  ImU32 forward, backward, backward_weight, recompute;        // what fills time: passes
  ImU32 tensor, context, expert, pipeline, data;              // what fills time: communication
  ImU32 ends;                                                 // what fills time: embedding and loss by themselves
  ImU32 update;                                               // what fills time: the optimizer
  ImU32 hatch;                                                // lines of an idle area

  /// A length of the design in pixels.
  [[nodiscard]] float px(float length) const { return length * scale; }
  /// The same, a whole number of pixels: for edges that must be sharp.
  [[nodiscard]] float snapped_px(float length) const;
  /// Whether a window so many pixels wide gets a narrow panel, and one card for two views.
  [[nodiscard]] bool is_compact(float window_width) const;
  /// The panel at its left, in pixels.
  [[nodiscard]] float panel_width(float window_width) const;
  [[nodiscard]] Face face(TextRole role) const;
};

/// Lengths of the design at scale 1. Spacing goes in steps of 4.
namespace design {
inline constexpr float spacing = 4;
inline constexpr int window_width = 1760, window_height = 1080;  // at first; a picture's where none is asked for
inline constexpr float window_width_min = 1024;                  // smaller windows than this are not laid out for
inline constexpr float window_height_min = 640;
inline constexpr float compact_below = 1500;  // a window's width
inline constexpr float panel_width = 328, compact_panel_width = 280;
inline constexpr float card_gap = 12;
inline constexpr float card_radius = 8;
inline constexpr float card_padding = 14;
inline constexpr float control_height = 24;
inline constexpr float control_radius = 5;
inline constexpr float bar_radius = 2;
inline constexpr float text_size = 13;
inline constexpr float secondary_size = 12;
inline constexpr float title_size = 13.5f;
inline constexpr float figure_size = 26;
inline constexpr float compact_figure = 0.77F;  // of it, where several stand in a card
}  // namespace design

/// The scale that is asked for or, where a window of this size couldn't hold the least that is laid out for, the
/// largest at which it does, 1 at least: smaller words before words that are cut.
[[nodiscard]] float scale_within(ImVec2 window, float scale);

/// Another number for other colours: what is kept painted goes by it.
[[nodiscard]] std::uint64_t colors_of(const Theme& theme);

[[nodiscard]] Theme dark_theme();
[[nodiscard]] Theme light_theme();

[[nodiscard]] ImU32 memory_color(const Theme& theme, MemoryComponent component);
/// Of the groups' traffic, their links and their members.
[[nodiscard]] ImU32 communication_color(const Theme& theme, GroupKind kind);
/// Of `count` shares of something that is neither memory nor time, as of money: shades without a hue, the first
/// strongest.
[[nodiscard]] ImU32 share_color(const Theme& theme, int index, int count);
/// The one ramp for things in an order (stages, ranks): blue at 0, teal, orange at 1.
[[nodiscard]] ImU32 ordinal_color(const Theme& theme, float fraction);
/// The colour of item `index` of `count` on that ramp.
[[nodiscard]] ImU32 ordinal_color(const Theme& theme, int index, int count);

/// WCAG 2.1 contrast of two opaque colours: 1 to 21.
[[nodiscard]] double contrast(ImU32 a, ImU32 b);
/// Black or white, whichever contrasts more; one of them always reaches 4.5.
[[nodiscard]] ImU32 readable_on(ImU32 background);
[[nodiscard]] ImU32 with_alpha(ImU32 color, float alpha);
/// `from` at 0, `to` at 1.
[[nodiscard]] ImU32 blend(ImU32 from, ImU32 to, float fraction);

/// Sets Dear ImGui's own style from the theme. Call between frames; also sets the font size of the next one.
void apply_theme(ImGuiStyle& style, const Theme& theme);

}  // namespace shardscope
