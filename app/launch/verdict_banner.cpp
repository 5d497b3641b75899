// Whether the launch may start, before all else (launch_view.h).
#include <imgui.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/launch/launch_view.h"
#include "app/launch/script_detail.h"
#include "app/output/report_page.h"
#include "app/panels/cards.h"
#include "app/session/figures.h"
#include "app/session/give_from_outside.h"
#include "core/base/characters.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

struct BannerWords {
  std::string title, line;  // the line in a few words, where there are `small` ones that say it whole
  bool bad = false, warns = false;
  std::string small = {}, source = {};  // the source stands behind where there is room for it
};

std::string cost_words(const Report& report) {
  std::string words;
  if (report.time) words = " A step takes " + format_seconds(report.time->step).text();
  if (const std::optional<double> days = days_of(report.run))
    words += (words.empty() ? " Training takes " : ", training ") + format_days(*days).text();
  return words.empty() ? words : words + ".";
}

const LitFault* worst_fault(const LitScript& lit) {
  const LitFault* worst = nullptr;
  for (const LitFault& fault : lit.faults)
    if (worst == nullptr || fault.severity < worst->severity) worst = &fault;
  return worst;
}

/// What isn't known, where nothing else keeps the launch from being read: "$1, $2".
std::vector<std::string> open_names(const std::vector<Problem>& problems) {
  std::vector<std::string> names;
  for (const Problem& problem : problems) {
    if (problem.remedy.kind != RemedyKind::outside) return {};
    for (const std::string& name : problem.remedy.names)
      if (std::find(names.begin(), names.end(), "$" + name) == names.end()) names.push_back("$" + name);
  }
  return names;
}

BannerWords refused_words(const std::vector<Problem>& problems) {
  constexpr std::size_t named_max = 3;
  const Problem& first = problems.front();
  const std::string where = where_words(first);
  const std::vector<std::string> open = open_names(problems);
  if (open.empty()) return {"It isn't read", (where.empty() ? "" : where + ": ") + window_words(first), true};
  const std::string what = open.size() <= named_max ? joined(open) : std::to_string(open.size()) + " values";
  return {"It asks for " + what, "Fill in above the script what it is started with", false, true, where};
}

BannerWords fault_words(std::string title, const LitFault& fault, bool bad) {
  BannerWords words{std::move(title), short_words(fault), bad, !bad};
  if (!fault.headline.empty()) words.small = fault.message, words.source = " (" + fault.source + ")";
  return words;
}

BannerWords banner_words(const LaunchState& state, const ViewFrame& frame) {
  const Report& report = frame.report;
  const std::string& title = frame.rules.title;
  if (is_refused(frame)) return refused_words(frame.taken.problems);
  const LitFault* worst = worst_fault(state.marked->lit);
  if (worst != nullptr && worst->severity == Severity::error)
    return fault_words(report.valid ? title + " refuses this" : "No machine could run this", *worst, true);
  if (!report.fits) return {"It doesn't fit", headline_of(report), true};
  const std::vector<Inexpressible>& unsaid = state.detail->unsaid;
  if (!unsaid.empty()) return {title + " can't express all of it", unsaid.front().words, false, true};
  if (worst != nullptr) return fault_words("It may start, with a warning", *worst, false);
  return {"It may start", headline_of(report) + cost_words(report)};
}

/// As much of the words as two lines hold.
std::string in_two_lines(const Theme& theme, const std::string& words, float width) {
  const float two = 2.5F * text_height(theme, TextRole::secondary);
  for (float room = 2 * width; room > width; room *= 0.97F)
    if (std::string cut = fitted(theme, TextRole::secondary, words, room);
        wrapped_height(theme, TextRole::secondary, cut, width) <= two)
      return cut;
  return fitted(theme, TextRole::secondary, words, width);
}

/// A figure over its word, ending at `right`; returns where it begins.
float counter(const Theme& theme, const Rect& card, float right, const std::string& figure, const char* word,
              ImU32 ink) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = card.center().y;
  const float width =
      std::max(text_width(theme, TextRole::title, figure), text_width(theme, TextRole::secondary, word));
  draw_text_right(draw, theme, TextRole::title, {right, y - theme.px(18)}, ink, figure);
  draw_text_right(draw, theme, TextRole::secondary, {right, y + theme.px(3)}, theme.dim, word);
  return right - width - theme.px(22);
}

/// A cross, a mark or a hook in a circle.
void banner_mark(const Theme& theme, ImVec2 middle, const BannerWords& words, ImU32 color) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddCircleFilled(middle, theme.px(17), color, 32);
  const ImU32 ink = readable_on(color);
  const float arm = theme.px(6), thick = theme.px(2.5F);
  if (words.bad) {
    draw.AddLine({middle.x - arm, middle.y - arm}, {middle.x + arm, middle.y + arm}, ink, thick);
    draw.AddLine({middle.x - arm, middle.y + arm}, {middle.x + arm, middle.y - arm}, ink, thick);
  } else if (words.warns) {
    draw.AddLine({middle.x, middle.y - theme.px(8)}, {middle.x, middle.y + theme.px(2)}, ink, thick);
    draw.AddCircleFilled({middle.x, middle.y + theme.px(7)}, theme.px(1.8F), ink);
  } else {
    draw.AddLine({middle.x - arm, middle.y}, {middle.x - theme.px(1), middle.y + arm}, ink, thick);
    draw.AddLine({middle.x - theme.px(1), middle.y + arm}, {middle.x + theme.px(8), middle.y - arm}, ink, thick);
  }
}

}  // namespace

void verdict_banner(const LaunchState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const BannerWords words = banner_words(state, frame);
  const ImU32 color = words.bad ? theme.bad : words.warns ? theme.warn : theme.good;
  frame.cards.push_back(card);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float radius = theme.px(design::card_radius);
  draw.AddRectFilled(card.min, card.max, blend(theme.panel, color, 0.14F), radius);
  draw.AddRect(card.min, card.max, color, radius, 0, theme.px(1.2F));
  banner_mark(theme, {card.min.x + theme.px(40), card.center().y}, words, color);
  float right = card.max.x - theme.px(18);
  if (!is_refused(frame)) {
    const RulesReport& rules = frame.rules;
    const auto broken = static_cast<int>(rules.broken.size());
    right = counter(theme, card, right, std::to_string(rules.unchecked), "not checkable here", theme.text);
    right = counter(theme, card, right, std::to_string(rules.checked - broken), "rules kept", theme.good);
    right = counter(theme, card, right, std::to_string(broken), "broken", broken > 0 ? theme.bad : theme.text);
  }
  const float left = card.min.x + theme.px(74), width = right - left - theme.px(8);
  const Face face = theme.face(TextRole::title);
  const float large = face.size * 1.35F;
  const bool both = !words.small.empty();
  const std::string whole = words.small + words.source;
  const std::string small =
      in_two_lines(theme, in_two_lines(theme, whole, width) == whole ? whole : words.small, width);
  const bool two =
      both && wrapped_height(theme, TextRole::secondary, small, width) > 1.5F * text_height(theme, TextRole::secondary);
  const float middle = card.center().y + theme.px(both && !two ? 8 : 0);
  draw.AddText(face.font, large, {left, middle - theme.px(both ? 42 : 26)}, theme.text, words.title.c_str());
  if (both) {
    draw_fitted(draw, theme, TextRole::strong, {left, middle - theme.px(12)}, theme.text, width, words.line);
    draw_wrapped(draw, theme, TextRole::secondary, {left, middle + theme.px(7)}, blend(theme.dim, theme.text, 0.4F),
                 small, width);
  } else {
    draw_wrapped(draw, theme, TextRole::secondary, {left, middle + theme.px(2)}, theme.text,
                 in_two_lines(theme, words.line, width), width);
  }
  frame.places.note("launch.verdict", card);
}

}  // namespace shardscope
