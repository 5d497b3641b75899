// The list of claims in the grown Run view (run_cards.h).
#include <imgui.h>

#include <array>
#include <string>

#include "app/explorer/run_cards.h"
#include "app/panels/controls.h"
#include "render/claim_words.h"
#include "render/text.h"

namespace shardscope {

namespace {

ImU32 verdict_color(const Theme& theme, ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::agrees:
      return theme.good;
    case ClaimVerdict::differs:
      return theme.warn;
    case ClaimVerdict::impossible:
      return theme.bad;
    case ClaimVerdict::unknown:
      return theme.dim;
  }
  return theme.dim;
}

/// How many there are of each verdict; a click shows those alone, a second one all. Returns the height used: two lines
/// where one doesn't hold them.
float verdict_switch(Explorer& explorer, const Frame& frame, const Rect& row) {
  const Theme& theme = frame.theme;
  std::array<int, 4> counts = {};
  for (const CheckedClaim& claim : explorer.run_detail.claims) ++counts[static_cast<std::size_t>(claim.verdict)];
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float x = row.min.x, y = row.min.y;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto verdict = static_cast<ClaimVerdict>(i);
    const std::string name(name_of(verdict));
    const std::string words = std::to_string(counts[i]) + " " + name;
    const float width = text_width(theme, TextRole::secondary, words) + theme.px(14);
    if (x > row.min.x && x + width > row.max.x) x = row.min.x, y += row.height();
    const Rect chip{{x, y}, {x + width, y + row.height()}};
    const std::string id = "run.claims." + name;
    const bool hovered = run_area(frame, id.c_str(), chip);
    const bool clicked = ImGui::IsItemClicked(ImGuiMouseButton_Left);
    const bool on = explorer.run.only == verdict;
    if (on || hovered) draw.AddRectFilled(chip.min, chip.max, theme.raised, theme.px(4));
    draw_text(draw, theme, TextRole::secondary,
              {x + theme.px(7), chip.center().y - text_height(theme, TextRole::secondary) / 2},
              verdict_color(theme, verdict), words);
    if (clicked) explorer.run.only = on ? std::nullopt : std::optional(verdict);
    x += width + theme.px(2);
  }
  return y + row.height() - row.min.y;
}

/// Two lines and the verdict; true when clicked.
bool claim_row(const Frame& frame, const CheckedClaim& checked, float width) {
  const Theme& theme = frame.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect row{at, {at.x + width, at.y + theme.px(44)}};
  ImGui::PushID(checked.claim.id.c_str());
  const bool clicked = ImGui::InvisibleButton("claim", {row.width(), row.height()});
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  frame.places.note("run.claim." + checked.claim.id, row);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine(row.min, {row.max.x, row.min.y}, theme.line);
  if (hovered) draw.AddRectFilled({row.min.x, row.min.y + 1}, row.max, theme.raised, theme.px(4));
  const float left = row.min.x + theme.px(4), right = row.max.x - theme.px(4);
  draw_text(draw, theme, TextRole::body, {left, row.min.y + theme.px(5)}, theme.text,
            fitted(theme, TextRole::body, checked.claim.claim, right - left));
  const std::string verdict(name_of(checked.verdict));
  const float used = text_width(theme, TextRole::strong, verdict);
  draw_text_right(draw, theme, TextRole::strong, {right, row.min.y + theme.px(23)},
                  verdict_color(theme, checked.verdict), verdict);
  const std::string numbers = comparison_words(checked);
  draw_text(draw, theme, TextRole::secondary, {left, row.min.y + theme.px(24)}, theme.dim,
            fitted(theme, TextRole::secondary, numbers, right - left - used - theme.px(10)));
  if (hovered) show_tip(theme, explain_claim(checked));
  return clicked;
}

}  // namespace

void claims_card(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const std::vector<CheckedClaim>& claims = explorer.run_detail.claims;
  const std::string sentences = std::to_string(claims.size()) + " sentences, checked";
  const std::array<std::string, 3> subtitles = {sentences + "; a click opens what is behind", sentences,
                                                std::to_string(claims.size())};
  const float room =
      card.width() - theme.px(2 * design::card_padding + 14) - text_width(theme, TextRole::title, "What was claimed");
  const Rect body =
      run_plain_card(frame, card, "What was claimed", first_fitting(theme, TextRole::secondary, subtitles, room));
  const float chips = verdict_switch(explorer, frame, {body.min, {body.max.x, body.min.y + theme.px(22)}});
  ImGui::SetCursorScreenPos({body.min.x, body.min.y + chips + theme.px(6)});
  ImGui::BeginChild("claims", {body.width(), std::max(1.0F, body.height() - chips - theme.px(6))});
  const CheckedClaim* chosen = nullptr;
  const float width = ImGui::GetContentRegionAvail().x - theme.px(12);
  for (const CheckedClaim& checked : claims)
    if ((!explorer.run.only || checked.verdict == *explorer.run.only) && claim_row(frame, checked, width))
      chosen = &checked;
  ImGui::EndChild();
  if (chosen == nullptr) return;
  const std::optional<Scenario> scenario = scenario_of(chosen->claim, *explorer.presets);
  if (!scenario) {
    frame.said = "No scenario is behind this: " + chosen->computed.arithmetic;
    return;
  }
  open_preset(explorer, *scenario);
  frame.said = "Opened " + scenario->name + ", behind: " + chosen->claim.claim;
}

}  // namespace shardscope
