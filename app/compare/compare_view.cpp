// The Compare view over the whole window: what explains the difference, a card a plan, and the charts of all of them.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/compare/compare_cards.h"
#include "app/output/plans/compare_page.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/title_lists.h"
#include "core/evaluate/evaluate.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float least_compare_height = 860, usual_head = 60, head_button = 30, sentence_line = 24;  // at scale 1
constexpr float plans_share = 0.27F;           // of the height, that the plans' cards have where they need no more
constexpr float least_beside_buttons = 0.55F;  // of the width, that sentences need to stand beside the buttons

/// The comparison of each plan with the first as a document, those that aren't shown too.
std::string markdown_of_comparison(const CompareState& state, const ViewFrame& frame) {
  std::string text;
  const std::vector<Document> documents = compared_documents(state, frame);
  const Scenario& first = documents.front().said.scenario;
  const Report report = evaluate(first);
  for (std::size_t i = 1; i < documents.size(); ++i) {
    const Scenario& other = documents[i].said.scenario;
    const Report of_other = evaluate(other);
    if (!report.valid || !of_other.valid) continue;
    const std::string title = first.name + " (A) and " + other.name + " (B)";
    text +=
        (text.empty() ? "" : "\n") +
        markdown_of(compare_page(title, report, of_other, field_differences(first, other), plan_path(first, other)));
  }
  return text;
}

/// The other scenarios that can be put beside, behind a word.
void add_list(CompareState& state, const ViewFrame& frame, const Rect& line, float& right) {
  std::vector<Option> options;
  std::vector<PinnedPlan> plans;
  const auto offer = [&](const Document& document, const std::string& from) {
    options.push_back({document.said.scenario.name, from, {}});
    plans.push_back({document, from});
  };
  for (const PinnedPlan& plan : state.offers) offer(plan.document, plan.from);
  for (const LaunchedScenario& preset : frame.presets.scenarios) offer({preset, preset, {}}, "preset");
  ComboRow row{"compare.add", {}, "Add another", options, {}, true};
  if (const auto chosen = list_before(frame, line, row, right)) {
    if (state.pins.empty()) (void)pin_plan(state, frame.document, "pinned");
    if (!pin_plan(state, plans[*chosen].document, plans[*chosen].from)) frame.said = "It is there already";
  }
}

void head_buttons(CompareState& state, const ViewFrame& frame, const Rect& line, float& right) {
  const Theme& theme = frame.theme;
  const auto button = [&](const char* name, const char* words, bool enabled, ButtonLook look) {
    right -= button_width(theme, words, look);
    ImGui::SetCursorScreenPos({right, line.min.y});
    const bool pressed = text_button(frame, name, words, enabled, look);
    right -= theme.px(8);
    return pressed;
  };
  if (button("compare.copy", "Copy as Markdown", state.plans.size() > 1, ButtonLook::primary)) {
    ImGui::SetClipboardText(markdown_of_comparison(state, frame).c_str());
    frame.said = "Copied the comparison as Markdown";
  }
  const bool pinned = std::any_of(state.pins.begin(), state.pins.end(), [&](const PinnedPlan& pin) {
    return pin.document.said.scenario == frame.scenario();
  });
  if (button("compare.pin", "Pin this plan", !pinned, ButtonLook::filled))
    (void)pin_plan(state, frame.document, "pinned");
  if (state.compared > state.plans.size()) {
    const std::string page = letter_of(state.plans[1]) + " to " + letter_of(state.plans.back()) + " of " +
                             grouped(static_cast<std::int64_t>(state.compared)) + ": next";
    if (button("compare.page", page.c_str(), true, ButtonLook::filled)) turn_page(state);
  }
  right -= theme.px(6);
  add_list(state, frame, line, right);
}

/// How a sentence begins, in its own ink.
struct Lead {
  std::string_view words;
  ImU32 ink = 0;
};

/// Words on as many lines as they take, `lead` before them; returns where the next ones begin.
float sentence(const ViewFrame& frame, ImVec2 at, float right, ImU32 ink, std::string_view words, Lead lead = {}) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float indent = draw_text(draw, theme, TextRole::strong, at, lead.ink, lead.words);
  const float height = draw_wrapped(draw, theme, TextRole::body, at, ink, words, right - at.x, indent);
  return at.y + height - text_height(theme, TextRole::body) + theme.px(sentence_line);
}

/// How the sentence on a plan comes about.
Explanation explain_sentence(const CompareState& state, const ViewFrame& frame, std::size_t place,
                             const std::string& head) {
  const FigureName step = [](const Report&) { return std::string("time.step_seconds"); };
  const FigureName peak = [](const Report&) { return std::string("memory.peak_bytes"); };
  Explanation tip{head, {}, {}, "both plans evaluated whole"};
  for (const FigureName& figure : {step, peak}) {
    const Explanation difference = explain_difference(state, frame, place, figure);
    if (!difference.empty()) tip.lines.push_back(difference.title + ": " + difference.lines.back());
    tip.made_from.insert(tip.made_from.end(), difference.made_from.begin(), difference.made_from.end());
  }
  tip.lines.push_back("Each part of the step is " + letter_of(state.plans[place]) +
                      "'s seconds less A's, the parts that moved most first; shares are of A's step.");
  tip.plan = plan_of(frame, state.plans[place].report, name_beside(state, place));
  return tip;
}

/// A sentence for each plan that stands beside the first; returns where they end.
float sentences(const CompareState& state, const ViewFrame& frame, ImVec2 at, float right) {
  const Theme& theme = frame.theme;
  float y = at.y;
  for (std::size_t i = 1; i < state.plans.size(); ++i) {
    const float left = draw_letter(theme, {at.x, y}, state.plans[i]) + theme.px(10), top = y;
    DifferenceWords words{"This plan can't be compared", ": it is impossible.", {}};
    if (state.plans.front().report.valid && state.plans[i].report.valid)
      words = difference_words(state.plans.front().report, state.plans[i].report, letter_of(state.plans[i]));
    const ImU32 ink = words.step == Seconds{} ? theme.text : change_color(theme, words.step.value);
    y = sentence(frame, {left, y + theme.px(1)}, right, theme.text, words.rest, {words.head, ink}) - theme.px(1);
    if (chart_area(frame, "compare.sentence." + letter_of(state.plans[i]), {{left, top}, {right, y}}) &&
        !frame.is_picture)
      show_tip(frame, explain_sentence(state, frame, i, words.head));
  }
  if (state.plans.size() < 2)
    y = sentence(frame, at, right, theme.dim,
                 "One plan is open. Add another one, or pin this one with Ctrl+B, edit it and come back.");
  return y;
}

/// The width of each plan's card.
float plan_width(const CompareState& state, const Theme& theme, const Rect& area) {
  const float gap = theme.snapped_px(design::card_gap);
  const auto count = static_cast<float>(state.plans.size());
  return (area.width() - gap * (count - 1)) / count;
}

/// By how much the plans' cards need more than their share of a height.
float plans_beyond_share(const CompareState& state, const Theme& theme, const Rect& area, float height) {
  return std::max(0.0F,
                  plan_card_height(state, theme, plan_width(state, theme, area)) - std::floor(height * plans_share));
}

/// The cards of the plans beside each other, then what is drawn of all of them.
void compared_cards(CompareState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const float gap = theme.snapped_px(design::card_gap), height = area.height() - 2 * gap;
  const float more = plans_beyond_share(state, theme, area, height);
  const float upper = std::floor(height * plans_share + more);
  const float lower = std::floor(height * 0.35F - more * 0.48F);
  const float width = plan_width(state, theme, area);
  const std::size_t plans = state.plans.size();
  for (std::size_t i = 0; i < plans; ++i) {
    const float left = std::floor(area.min.x + (width + gap) * static_cast<float>(i));
    plan_card(state, frame, {{left, area.min.y}, {std::floor(left + width), area.min.y + upper}}, i);
  }
  const float first = area.min.y + upper + gap, second = area.max.y - lower;
  const float split = std::floor(area.min.x + (area.width() - gap) * 0.36F);
  compared_memory_card(state, frame, {{area.min.x, first}, {split, second - gap}});
  compared_time_lost_card(state, frame, {{split + gap, first}, {area.max.x, second - gap}});
  compared_steps_card(state, frame, {{area.min.x, second}, area.max});
}

}  // namespace

void draw_view(CompareState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  refresh_compared(state, frame);
  const float whole = area.max.x - theme.px(10), buttons_end = area.min.y + theme.px(head_button);
  float right = whole;
  if (!frame.is_picture && frame.evaluate_seconds > 0)
    head_buttons(state, frame, {{area.min.x, area.min.y + theme.px(4)}, {area.max.x, area.min.y + theme.px(32)}},
                 right);
  const bool beside = right - area.min.x > area.width() * least_beside_buttons;
  const float top = theme.px(7), first = beside ? area.min.y + top : buttons_end + top;
  const float end = sentences(state, frame, {area.min.x + theme.px(10), first}, beside ? right - theme.px(16) : whole);
  const Rect head{area.min, {area.max.x, std::max(buttons_end, end - top) + theme.px(8)}};
  frame.cards.push_back(head);  // its ground is the panel's
  const Rect rest{{area.min.x, head.max.y + theme.snapped_px(design::card_gap)}, area.max};
  const float least = theme.px(least_compare_height) - std::min(head.height(), theme.px(usual_head));
  const CardsArea cards_area = begin_cards(frame, rest, least + plans_beyond_share(state, theme, rest, least));
  compared_cards(state, frame, cards_area.area);
  end_cards(frame, cards_area);
}

}  // namespace shardscope
