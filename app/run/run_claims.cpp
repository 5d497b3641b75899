// The list of claims in the grown Run view (run_cards.h).
#include <imgui.h>
#include <imgui_internal.h>

#include <array>
#include <string>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/run/run_cards.h"
#include "render/chart/chart.h"
#include "render/explain/claim_words.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

ImU32 standing_color(const Theme& theme, ClaimStanding standing) {
  const std::array<ImU32, count_of<ClaimStanding>> colors =
      std::to_array({theme.good, theme.warn, theme.warn, theme.bad, theme.dim});
  return colors[index_of(standing)];
}

/// When a claim stands so, as check_claims() decides it.
Explanation explain_standing(ClaimStanding standing, int count) {
  constexpr std::array<const char*, count_of<ClaimStanding>> meanings = std::to_array<const char*>(
      {"Every number within a tenth of what is computed, or a range inside the other.",
       "It agrees by one figure, and the other one doesn't bear that out.", "More than a tenth from what is computed.",
       "More than goes in, or ten times off and more.",
       "Nothing is computed, or only in a unit in which nothing is claimed."});
  return {"Claims: " + std::string(name_of(standing)), std::to_string(count), {meanings[index_of(standing)]}};
}

struct Counts {
  float height = 0;      // two lines where one doesn't hold them
  bool focused = false;  // keys stand on one of them
};

/// How many stand each way; a click shows those alone, a second one all.
Counts agreement_switch(RunState& state, const ViewFrame& frame, const Rect& row) {
  const Theme& theme = frame.theme;
  std::array<int, count_of<ClaimStanding>> counts = {};
  for (const CheckedClaim& claim : *state.claims) ++counts[index_of(standing_of(claim))];
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float x = row.min.x, y = row.min.y;
  bool focused = false;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto standing = static_cast<ClaimStanding>(i);
    const std::string name(name_of(standing));
    const std::string words = std::to_string(counts[i]) + " " + name;
    const float width = text_width(theme, TextRole::secondary, words) + theme.px(14);
    if (x > row.min.x && x + width > row.max.x) x = row.min.x, y += row.height();
    const Rect chip{{x, y}, {x + width, y + row.height()}};
    const std::string id = "run.claims." + name;
    const HitArea at = hit_button(frame, id.c_str(), chip);
    const bool on = state.arranged.only == standing;
    focused |= at.focused || ImGui::IsItemFocused();
    if (at.hovered) show_tip(frame, explain_standing(standing, counts[i]));
    if (on || at.hovered || at.focused) draw.AddRectFilled(chip.min, chip.max, theme.raised, theme.px(4));
    draw_text(draw, theme, TextRole::secondary, {x + theme.px(7), text_top(theme, TextRole::secondary, chip)},
              standing_color(theme, standing), words);
    if (at.pressed) state.arranged.only = on ? std::nullopt : std::optional(standing);
    x += width + theme.px(2);
  }
  return {y + row.height() - row.min.y, focused};
}

/// What a row says of the claim that is unfolded.
std::string unfolded_words(const CheckedClaim& checked) {
  std::string words = "No scenario is behind it: " + checked.claim.basis + ".";
  if (!checked.computed.arithmetic.empty()) words += " The arithmetic: " + checked.computed.arithmetic + ".";
  if (const std::string decided = decided_words(checked); !decided.empty()) words += " " + decided;
  return checked.claim.note.empty() ? words : words + " " + checked.claim.note + ".";
}

/// The claim, its numbers beside the verdict, or above it where it would leave them less than half of the row, and what
/// is unfolded; words go on in a second line where one doesn't hold them. True when it was clicked or a key pressed it.
bool claim_row(const ViewFrame& frame, const CheckedClaim& checked, float width, bool unfolded, KeyColumn& keys) {
  const Theme& theme = frame.theme;
  const std::string agreement = agreement_words(checked), numbers = comparison_words(checked);
  const std::string more = unfolded ? unfolded_words(checked) : std::string();
  const float inner = width - theme.px(8), gap = theme.px(2), padding = theme.px(5);
  const float left_beside = inner - text_width(theme, TextRole::strong, agreement) - theme.px(10);
  const bool below = left_beside < inner / 2;
  const float beside = below ? inner : left_beside;
  const float words_height = wrapped_height(theme, TextRole::body, checked.claim.claim, inner);
  const float above = below ? wrapped_height(theme, TextRole::secondary, numbers, beside) + gap : 0;
  const float numbers_height = below ? above + text_height(theme, TextRole::strong)
                                     : wrapped_height(theme, TextRole::secondary, numbers, beside);
  const float more_height = unfolded ? gap + wrapped_height(theme, TextRole::secondary, more, inner) : 0;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect row{at, {at.x + width, at.y + words_height + gap + numbers_height + more_height + 2 * padding}};
  const std::string name = "run.claim." + checked.claim.id;
  const HitArea under = hit_button(frame, name.c_str(), row);
  keys.items.push_back({under, row});
  if (!ImGui::IsRectVisible(row.min, row.max)) return under.pressed;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine(row.min, {row.max.x, row.min.y}, theme.line);
  if (under.hovered || under.focused)
    draw.AddRectFilled({row.min.x, row.min.y + 1}, row.max, theme.raised, theme.px(4));
  if (under.focused) draw_selection(draw, theme, row.inset(theme.px(2)));
  const float left = row.min.x + theme.px(4);
  float y = row.min.y + padding;
  draw_wrapped(draw, theme, TextRole::body, {left, y}, theme.text, checked.claim.claim, inner);
  y += words_height + gap;
  draw_text_right(draw, theme, TextRole::strong, {left + inner, y + above}, standing_color(theme, standing_of(checked)),
                  agreement);
  draw_wrapped(draw, theme, TextRole::secondary, {left, y}, theme.dim, numbers, beside);
  if (unfolded)
    draw_wrapped(draw, theme, TextRole::secondary, {left, y + numbers_height + gap}, theme.text, more, inner);
  if (under.hovered && !unfolded) show_tip(frame, explain_claim(checked));
  return under.pressed;
}

/// Opens the scenario behind a claim, or unfolds the arithmetic where none is.
void open_claim(RunState& state, const ViewFrame& frame, const CheckedClaim& checked) {
  const std::optional<Scenario> scenario = scenario_of(checked.claim, frame.presets);
  if (!scenario) {
    std::string& open = state.arranged.open_claim;
    open = open == checked.claim.id ? std::string() : checked.claim.id;
    state.arranged.bring_open_claim = !open.empty();
    return;
  }
  const LaunchedScenario* preset = frame.presets.launched(checked.claim.scenario);
  const LaunchedScenario from = preset == nullptr ? LaunchedScenario{*scenario, {}} : *preset;
  frame.said =
      "Opened " + scenario->name + (*scenario == from.scenario ? "" : ", edited") + ", behind: " + checked.claim.claim;
  frame.requests.open = OpenedPreset{from, {*scenario, from.launch}};
}

}  // namespace

void claims_card(RunState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const std::vector<CheckedClaim>& claims = *state.claims;
  const std::string sentences = std::to_string(claims.size()) + " sentences, checked";
  const std::array<std::string, 3> subtitles = {sentences + "; a click opens what is behind", sentences,
                                                std::to_string(claims.size())};
  const Rect body = plain_card(frame, card, "What was claimed", subtitles);
  const Counts counts = agreement_switch(state, frame, {body.min, {body.max.x, body.min.y + theme.px(22)}});
  const Rect list{{body.min.x, body.min.y + counts.height + theme.px(6)}, body.max};
  const Rect inside = begin_scroll("claims", frame, list);
  const CheckedClaim* chosen = nullptr;
  KeyColumn keys;
  for (const CheckedClaim& checked : claims) {
    if (state.arranged.only && standing_of(checked) != *state.arranged.only) continue;
    const bool open = state.arranged.open_claim == checked.claim.id;
    if (claim_row(frame, checked, inside.width() - theme.px(4), open, keys)) chosen = &checked;
    if (!open || !state.arranged.bring_open_claim) continue;
    const Rect& row = keys.items.back().row;
    ImGui::ScrollToRect(ImGui::GetCurrentWindow(), ImRect(row.min, row.max), ImGuiScrollFlags_KeepVisibleEdgeY);
    state.arranged.bring_open_claim = false;
  }
  follow_keys(keys, counts.focused);
  end_scroll(inside, ImGui::GetCursorScreenPos().y);
  if (chosen != nullptr) open_claim(state, frame, *chosen);
}

}  // namespace shardscope
