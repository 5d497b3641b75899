#include "app/explorer/derivation/derivation_card.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panels/controls.h"
#include "core/base/characters.h"
#include "core/base/number_text.h"
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

/// A number as it is written: "24,960", "30.6".
struct Written {
  double value = 0, half = 0;  // of the last place that is written
};
std::optional<Written> written(std::string digits) {
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  const std::optional<double> value = parse_number(digits);
  if (!value) return std::nullopt;
  const std::size_t point = digits.find('.');
  const auto decimals = point == std::string::npos ? 0.0 : static_cast<double>(digits.size() - point - 1);
  return Written{*value, 0.5 * std::pow(10.0, -decimals)};
}

/// Whether the words have that number, whole, as exactly as either is written: 85 is 85.0.
bool says_number(std::string_view words, const std::string& number) {
  const std::optional<Written> wanted = written(number);
  const auto digit = [&](std::size_t at) { return at < words.size() && is_digit(words[at]); };
  for (std::size_t at = 0; wanted && at < words.size();) {
    std::size_t end = at;
    while (digit(end) || (end > at && end < words.size() && (words[end] == ',' || words[end] == '.') && digit(end + 1)))
      ++end;
    const std::optional<Written> each = end > at ? written(std::string(words.substr(at, end - at))) : std::nullopt;
    constexpr double slack = 1e-9;
    if (each && std::abs(each->value - wanted->value) <= std::max(each->half, wanted->half) - slack) return true;
    at = std::max(end, at + 1);
  }
  return false;
}

/// Of the figures and fields of these names the one whose value is written so; empty where none is.
std::string said_among(const std::vector<std::string>& names, const std::string& number, const Report& report,
                       const DerivedFigures& figures) {
  for (const std::string& name : names) {
    const DerivedFigure* figure = find_figure(figures, name);
    const Field* field = figure == nullptr ? find_field(name) : nullptr;
    const std::string value = figure != nullptr  ? format_quantity(figure->value, figure->unit).text()
                              : field != nullptr ? explain_field(*field, report).value
                                                 : std::string();
    if (says_number(value, number)) return name;
  }
  return {};
}

/// The figures of the part of the report that a figure is of: of "memory.peak_bytes" all of memory.
std::vector<std::string> figures_beside(const std::string& figure, const DerivedFigures& figures) {
  const std::string section = figure.substr(0, figure.find('.') + 1);
  std::vector<std::string> names;
  for (const DerivedFigure& each : figures)
    if (!section.empty() && each.name.starts_with(section)) names.push_back(each.name);
  return names;
}

/// Which of what a tip goes by the number is; empty where it is the tip's own.
std::string meant_by_number(const Explanation& tip, const std::string& number, const Report& report) {
  if (number.empty() || says_number(tip.value, number)) return {};
  const DerivedFigures figures = derived_figures(report);
  std::string meant = said_among(tip.made_from, number, report, figures);
  return meant.empty() ? said_among(figures_beside(tip.figure, figures), number, report, figures) : meant;
}

/// Whether a tip says the number in the words below its value.
bool says_below(const Explanation& tip, const std::string& number) {
  return !number.empty() && !says_number(tip.value, number) &&
         std::any_of(tip.lines.begin(), tip.lines.end(),
                     [&](const std::string& line) { return says_number(line, number); });
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

void open_derivation(Explorer& explorer, const Explanation& tip, const std::string& pointed) {
  OpenedDerivation opened{.name = tip.figure, .over = explorer.alone};
  if (tip.plan != nullptr)
    opened.plan = std::make_shared<const EvaluatedPlan>(EvaluatedPlan{tip.plan->name, evaluate(tip.plan->scenario)});
  const Report& report = opened.plan != nullptr ? opened.plan->report : shown_report(explorer.session);
  Explanation kept = tip;
  if (std::string meant = meant_by_number(tip, pointed, report); !meant.empty()) {
    opened.name = std::move(meant);
  } else if (!tip.figure.empty() && says_below(tip, pointed)) {  // the words say it, the figure's card wouldn't
    opened.name.clear();
    kept.made_from.insert(kept.made_from.begin(), std::exchange(kept.figure, {}));
  }
  if (opened.name.empty()) opened.said = kept, opened.of = explorer.session.history.present().said.scenario;
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
