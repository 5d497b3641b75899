// Cards, and the areas in them that mouse and keys use: what every view is put together from.
#pragma once

#include <imgui.h>

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/panels/view.h"
#include "core/base/choice.h"
#include "render/chart/card.h"

namespace shardscope {

/// Terms of the glossary that titles are about, as a tip on such a title has them.
#define SHARDSCOPE_TITLE_TERM(term)                                                                          \
  term(step, "Step") term(roofline, "Roofline") term(goodput, "Goodput") term(weights, "Weights")            \
      term(gradients, "Gradients") term(optimizer_state, "Optimizer state") term(activations, "Activations") \
          term(buffers, "Buffers")
SHARDSCOPE_TABLE(TitleTerm, std::string_view, SHARDSCOPE_TITLE_TERM)

/// The title of a card or chart and the term that it is about, if any, which is explained under the pointer.
struct CardTitle {
  std::string_view words;
  std::optional<TitleTerm> term;

  template <class Words>
  requires std::convertible_to<Words, std::string_view> CardTitle(const Words& said,
                                                                  std::optional<TitleTerm> about = {})
      : words(said), term(about) {}
};

/// The card of a view: frame, title, and the ways to grow it (corner mark, double click on the title). The first
/// subtitle that fits is shown, with so many pixels at the right of it kept free. Returns the body.
[[nodiscard]] Rect view_card(const ViewFrame& frame, const Rect& card, std::string_view view, const CardTitle& title,
                             std::span<const std::string> subtitles, float reserved = 0);
/// Of the subtitle as many clauses as fit.
[[nodiscard]] Rect view_card(const ViewFrame& frame, const Rect& card, std::string_view view, const CardTitle& title,
                             std::string_view subtitle);

/// Where a card's subtitle stands: behind the title, or at the right end.
enum class SubtitleAt { title, right };
/// A card without a way to grow: it belongs to a grown view. Returns its body. The first subtitle that fits is shown,
/// with so many pixels at the right of it kept free.
[[nodiscard]] Rect plain_card(const Frame& frame, const Rect& card, const CardTitle& title,
                              std::span<const std::string> subtitles, SubtitleAt at = SubtitleAt::title,
                              float reserved = 0);
[[nodiscard]] Rect plain_card(const Frame& frame, const Rect& card, const CardTitle& title, const std::string& subtitle,
                              SubtitleAt at = SubtitleAt::title);
/// A card whose title its caller draws: the border alone. Returns where its pieces lie.
CardFrame bare_card(const Frame& frame, const Rect& card);

/// Draws a title; returns its width.
float titled(const Frame& frame, TextRole role, ImVec2 at, const CardTitle& title);

/// Where a grown view's cards lie, `least` high at least: where the area is lower they scroll. Every card between the
/// two calls has its ground painted, and what lies around it.
struct CardsArea {
  Rect area;  // for the cards
  Rect seen;  // of it
  std::size_t cards_before = 0;
  bool scrolls = false;
};
[[nodiscard]] CardsArea begin_cards(const Frame& frame, const Rect& area, float least);
void end_cards(const Frame& frame, const CardsArea& cards_area);
/// Whether an area is too narrow for cards beside each other, which stand in one column there.
[[nodiscard]] bool is_one_column(const Theme& theme, const Rect& area);
/// One below the other, of these heights at scale 1, and how high all are with what lies between.
[[nodiscard]] std::vector<Rect> column_of(const Theme& theme, const Rect& area, std::span<const float> heights);
[[nodiscard]] float column_height(const Theme& theme, std::span<const float> heights);

/// Words in the middle of a body that has nothing to show.
void say_in_body(const Frame& frame, const Rect& body, std::string_view text);

/// While a lesson lets its learner find out, words in place of what other plans come to; whether it does.
[[nodiscard]] bool kept_back(const ViewFrame& frame, const Rect& body);

/// Where the pointer is while it points, else nowhere.
[[nodiscard]] ImVec2 pointer_if(bool pointing);

/// A legend (draw_legend), which says under the pointer what it has no room for, and what an item is. Returns what is
/// under the pointer.
LegendHover legend_row(const Frame& frame, const Rect& row, std::span<const LegendItem> items);

/// An area that takes the mouse and lets what is drawn over it later have it, noted under its name; true while the
/// pointer is over it.
[[nodiscard]] bool chart_area(const Frame& frame, const std::string& name, const Rect& area);

/// What the mouse and the keys do with an area that is drawn by hand; of a button a key presses it as a click does.
struct HitArea {
  bool hovered = false, pressed = false;
  bool focused = false;  // the keys stand on it
  bool pointed = false;  // hovered, or focused where keys moved last: at most one area at a time is, for tips
  ImGuiID id = 0;
};
/// Noted under its name as far as it is in sight.
[[nodiscard]] HitArea hit_area(const Frame& frame, const char* name, const Rect& area);
/// The same that keys reach, too.
[[nodiscard]] HitArea hit_button(const Frame& frame, const char* name, const Rect& area);

/// Buttons one below the other in the current window. Left to itself an arrow key goes to whatever lies a little lower,
/// in another card too.
struct KeyColumn {
  struct Item {
    HitArea under;
    Rect row;
  };
  std::vector<Item> items;
};
/// Lets up and down go from one button to its neighbour, and down from `above` to the first.
void follow_keys(const KeyColumn& column, bool above = false);

/// How the derivation of a number under the pointer is asked for: by a click and by E, or by E alone where a click on
/// it does something else.
enum class DerivationBy : std::uint8_t { click, key };
/// What is said of a number under the pointer, and the card of its figure, by its name in core/derivation, when it is
/// asked for; the hand says that a click opens it, a last line how. An empty name: the number has no figure.
void number_tip(const ViewFrame& frame, Explanation tip, const std::string& figure,
                DerivationBy by = DerivationBy::click);
/// The plan that a report is of, and what it is called beside the open one; null where it is that.
[[nodiscard]] std::shared_ptr<const OtherPlan> plan_of(const ViewFrame& frame, const Report& report,
                                                       const std::string& name);
/// A figure of a report by its name, or a field of its scenario by its path: what is said of it beside the pointer. E
/// opens its derivation, with the numbers of the plan that the report is of.
[[nodiscard]] Explanation explain_of(const ViewFrame& frame, const Report& report, std::string_view name,
                                     const std::string& plan = {});
/// While the pointer is over `place`: that of the shown plan, or of another one by what it is called there.
void figure_tip(const ViewFrame& frame, const std::string& place_name, const Rect& place, const Report& report,
                std::string_view figure, const std::string& plan = {});
/// The same of what is under the pointer already.
void figure_tip(const ViewFrame& frame, const Report& report, std::string_view figure, const std::string& plan = {});
/// Words on a place of a card that no figure has: what is said of them beside the pointer, which E keeps.
void words_tip(const ViewFrame& frame, const std::string& place_name, const Rect& place, const Explanation& said);
/// Where a card's subtitle stands, behind these words of its title, up to `right`.
[[nodiscard]] Rect subtitle_place(const Theme& theme, const Rect& card, std::string_view title, float right);
/// Whether the pointer is over a card's subtitle, behind these words of its title; noted under that name. It ends at
/// the corner mark, or at `end` where something else stands behind it.
[[nodiscard]] bool subtitle_pointed(const ViewFrame& frame, const std::string& place_name, const Rect& card,
                                    std::string_view title, std::optional<float> end = {});
/// E in this frame, where it isn't typed into a field.
[[nodiscard]] bool derivation_key_pressed();

/// Notes the part of the area that isn't scrolled out of sight.
void note_visible(const Frame& frame, const char* name, const Rect& area);

/// A card's body that scrolls where its content is higher: what is drawn goes into the rectangle returned, which is as
/// wide as the body; `bottom` is where the content ends.
[[nodiscard]] Rect begin_scroll(const char* name, const Frame& frame, const Rect& body);
void end_scroll(const Rect& inside, float bottom);

/// The raised ground of a row that a click applies, at the cursor's width; a little lighter under the pointer.
void draw_row_ground(const Theme& theme, const Rect& row, bool hovered);

/// A change that a click applies: what it is, what is gained, and below in small what else comes of it.
struct ChangeRow {
  std::string words, gain, below = {};
  ImU32 below_color = 0, gain_color = 0;
  bool present = false;             // it is so already
  std::string tip = {};             // what is said under the pointer
  const Scenario* makes = nullptr;  // of the plan, whose figures E leads to
};
/// Such rows one under the other, each as high as its words take, scrolled where they don't fit; noted as "NAME.0", …
/// What was clicked.
[[nodiscard]] std::optional<std::size_t> change_rows(const Frame& frame, const Rect& body, const std::string& name,
                                                     std::span<const ChangeRow> rows);

/// A name and what it comes to at the right end, on a line of `area` at y; returns where the next one begins.
float fact_line(const Frame& frame, const Rect& area, float y, std::string_view name, const std::string& value,
                ImU32 ink);

/// A raised bar, so much of it in that colour.
void draw_share_bar(ImDrawList& draw, const Theme& theme, const Rect& bar, double share, ImU32 color);

}  // namespace shardscope
