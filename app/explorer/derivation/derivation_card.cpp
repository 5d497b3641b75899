#include "app/explorer/derivation/derivation_card.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/controls.h"
#include "core/derivation/derived_figures.h"
#include "core/evaluate/evaluate.h"
#include "core/fields/fields.h"
#include "core/presets/glossary.h"
#include "render/explain/figure_words.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float card_width = 440, card_margin = 14, card_top = 60, hint_height = 34;

std::vector<DerivationLink> next_of(const DerivedFigures& figures, const std::string& name) {
  std::vector<DerivationLink> links;
  for (const DerivedFigure* next : made_with(figures, name))
    links.push_back({next->label, format_quantity(next->value, next->unit).text(), next->name});
  return links;
}

DerivationWords words_of_figure(const DerivedFigure& figure, const DerivedFigures& figures) {
  DerivationWords words;
  words.said = explain_figure(figure);
  words.made_as = figure.combination == Combination::computed ? "Goes by" : "Made from";
  for (const FigureTerm& term : figure.terms) words.made_from.push_back({term.label, term_words(term), term.of});
  words.flows_into = next_of(figures, figure.name);
  return words;
}

DerivationWords words_of_term(const Frame& frame, const std::string& name) {
  const GlossaryEntry* entry = entry_of(frame.presets.glossary, name);
  if (entry == nullptr) return {{name, "unknown", {"This plan has no such figure."}, {}}, {}, {}, {}};
  DerivationWords words;
  words.said = {entry->term, {}, {entry->sentence}, entry->source};
  std::string also;
  for (const std::string& form : entry->also) also += (also.empty() ? "also: " : ", ") + form;
  if (!also.empty()) words.said.lines.push_back(also);
  return words;
}

/// Title, whose it is, value, what it is and whence.
void head(const Frame& frame, const DerivationWords& words_of) {
  const Explanation& said = words_of.said;
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float width = ImGui::GetContentRegionAvail().x;
  const auto line = [&](TextRole role, ImU32 color, std::string_view text) {
    ImGui::Dummy(
        {width, draw_wrapped(draw, theme, role, ImGui::GetCursorScreenPos(), color, text, width) + theme.px(4)});
  };
  line(TextRole::title, theme.text, said.title);
  if (!words_of.plan.empty()) line(TextRole::secondary, theme.warn, words_of.plan);
  if (!said.value.empty()) line(TextRole::figure, theme.text, said.value);
  for (const std::string& words : said.lines) line(TextRole::body, theme.text, words);
  if (!said.source.empty()) line(TextRole::secondary, theme.dim, "Source: " + said.source);
}

/// What was clicked; empty: nothing.
std::string links(const Frame& frame, const std::string& heading, const std::string& name,
                  const std::vector<DerivationLink>& all) {
  if (all.empty()) return {};
  section(frame, heading, {});
  std::string clicked;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const DerivationLink& link = all[i];
    ImGui::PushID(static_cast<int>(i));
    const std::string place = name + (link.to.empty() ? std::to_string(i) : link.to);
    const std::string words = link.to.empty() ? link.label : link.label + " \xE2\x80\xBA";
    if (list_line(frame, place, words, link.value, false) && !link.to.empty()) clicked = link.to;
    ImGui::PopID();
  }
  return clicked;
}

/// "Back" and "Close", side by side.
void turn_buttons(Explorer& explorer, const Frame& frame) {
  if (explorer.derivations.size() > 1) {
    if (text_button(frame, "derivation.back", "Back", true, ButtonLook::filled)) explorer.derivations.pop_back();
    ImGui::SameLine(0, frame.theme.px(8));
  }
  if (text_button(frame, "derivation.close", "Close", true, ButtonLook::filled)) explorer.derivations.clear();
}

/// At the right of the window, below the headline figures where they are shown.
Rect card_room(const Frame& frame) {
  const ImGuiViewport& screen = *ImGui::GetMainViewport();
  const Theme& theme = frame.theme;
  const float right = screen.WorkPos.x + screen.WorkSize.x - theme.px(card_margin);
  float top = screen.WorkPos.y + theme.px(card_top);
  if (const auto verdict = frame.places.find("verdict.memory")) top = verdict->max.y + theme.px(8);
  return {{right - theme.px(card_width), top}, {right, screen.WorkPos.y + screen.WorkSize.y - theme.px(hint_height)}};
}

}  // namespace

DerivationSource source_of(const ViewFrame& frame, const OpenedDerivation& opened) {
  if (opened.plan != nullptr) return {derived_figures(opened.plan->report), opened.plan->report};
  return {derived_figures(frame.shown), frame.report};
}

DerivationWords derivation_words(const Frame& frame, const DerivationSource& source, const std::string& name) {
  DerivationWords words;
  if (const DerivedFigure* figure = find_figure(source.figures, name)) {
    words = words_of_figure(*figure, source.figures);
  } else if (const Field* field = find_field(name)) {
    words.said = explain_field(*field, source.report);
    words.said.title = field->label;
    words.said.lines.push_back("a field of the scenario, " + name);
    words.flows_into = next_of(source.figures, name);
  } else {
    return words_of_term(frame, name);
  }
  words.said = with_term(std::move(words.said), frame.presets.glossary);
  return words;
}

DerivationWords derivation_words(const ViewFrame& frame, const OpenedDerivation& opened) {
  const DerivationSource source = source_of(frame, opened);
  DerivationWords words;
  if (!opened.name.empty()) {
    words = derivation_words(frame, source, opened.name);
  } else {
    words = {opened.said, "Goes by"};
    if (opened.plan == nullptr && opened.of != frame.document.said.scenario)
      words.said.lines.emplace_back("Of the plan as it was, before an edit.");
    for (const std::string& name : opened.said.made_from) {
      if (const DerivedFigure* figure = find_figure(source.figures, name))
        words.made_from.push_back({figure->label, format_quantity(figure->value, figure->unit).text(), name});
      else if (const Field* field = find_field(name))
        words.made_from.push_back({std::string(field->label), explain_field(*field, source.report).value, name});
    }
  }
  if (opened.plan != nullptr) words.plan = "Of " + opened.plan->name + ", which isn't the plan that is open.";
  return words;
}

void open_derivation(Explorer& explorer, const Explanation& tip) {
  OpenedDerivation opened{.name = tip.figure, .over = explorer.alone};
  if (tip.figure.empty()) opened.said = tip, opened.of = explorer.session.history.present().said.scenario;
  if (tip.plan != nullptr)
    opened.plan = std::make_shared<const EvaluatedPlan>(EvaluatedPlan{tip.plan->name, evaluate(tip.plan->scenario)});
  explorer.derivations = {std::move(opened)};
}

void derivation_card(Explorer& explorer, const ViewFrame& frame) {
  std::vector<OpenedDerivation>& opened = explorer.derivations;
  if (!opened.empty() && opened.back().over != explorer.alone) opened.clear();
  if (opened.empty() || frame.is_picture) return;
  const Theme& theme = frame.theme;
  const DerivationWords words = derivation_words(frame, opened.back());
  const Rect room = card_room(frame);
  ImGui::SetNextWindowPos(room.min);
  ImGui::SetNextWindowSizeConstraints({room.width(), 0}, {room.width(), room.height()});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(16), theme.px(14)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, std::floor(theme.scale)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, theme.px(design::card_radius));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.raised);
  ImGui::PushStyleColor(ImGuiCol_Border, theme.accent);
  ImGui::Begin("derivation", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  head(frame, words);
  const std::string made = links(frame, words.made_as, "derivation.from=", words.made_from);
  const std::string next = links(frame, "Flows into", "derivation.to=", words.flows_into);
  ImGui::Dummy({1, theme.px(10)});
  turn_buttons(explorer, frame);
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  frame.places.note("derivation", {at, {at.x + size.x, at.y + size.y}});
  ImGui::End();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(4);
  for (const std::string& to : {made, next})
    if (!to.empty() && !opened.empty())  // "Close" may have been pressed
      opened.push_back({.name = to, .plan = opened.back().plan, .over = explorer.alone});
}

}  // namespace shardscope
