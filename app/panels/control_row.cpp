#include "app/panels/control_row.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/controls.h"
#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/base/rule_names.h"
#include "core/fields/number_range.h"
#include "core/fields/typed_number.h"
#include "core/fields/whole_parts.h"
#include "core/inspect/in_force.h"
#include "render/text/format.h"
#include "render/text/spoken_value.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float label_share = 0.33F;
constexpr float label_width_min = 90;  // "Virtual stages" in whole
constexpr float value_width = 66;
constexpr float value_padding = 8;
constexpr float switch_width = 64;  // with "off" before it
constexpr float list_width_min = 110;

std::string label_for(std::string_view path, std::string_view label) {
  return label.empty() ? label_of_path(path) : std::string(label);
}

/// What the preset says for the path, in words, where the scenario says otherwise. Model and GPU count whole.
std::optional<std::string> baseline_words(const Frame& frame, std::string_view path) {
  const Scenario& now = frame.document.said.scenario;
  const Scenario& baseline = frame.document.baseline.scenario;
  if (find_part(path) != nullptr) {
    const bool same = path == whole_model ? now.model == baseline.model : now.cluster.gpu == baseline.cluster.gpu;
    return same ? std::nullopt : std::optional(title_of_part(path, baseline));
  }
  const Field* field = find_field(path);
  if (field == nullptr || field->get(now) == field->get(baseline)) return std::nullopt;
  return spoken_value(*field, field->get(baseline));
}

/// A small arrow that turns back, before the label of an edited field.
void baseline_mark(const Frame& frame, const std::string& path, const RowArea& area) {
  const std::optional<std::string> was = baseline_words(frame, path);
  if (!was) return;
  const Theme& theme = frame.theme;
  const ImVec2 center(area.row.min.x - theme.px(8.5F), area.row.center().y);
  // It stands in the panel's padding, half of which Dear ImGui clips.
  const ImVec2 top = ImGui::GetWindowDrawList()->GetClipRectMin(),
               bottom = ImGui::GetWindowDrawList()->GetClipRectMax();
  ImGui::PushClipRect({area.row.min.x - theme.px(18), top.y}, bottom, false);
  ImGui::SetCursorScreenPos({center.x - theme.px(8), area.row.min.y});
  if (ImGui::InvisibleButton("baseline", {theme.px(16), area.row.height()}, ImGuiButtonFlags_EnableNav))
    frame.reset = path;
  frame.places.note(path + ".reset", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) {
    show_tip(frame, {.title = "Edited", .lines = {"It was " + *was + "."}, .hint = "Click to go back to that value"});
  }
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 color = hovered ? theme.text : theme.accent;
  const float radius = theme.px(4.6F);
  draw.PathArcTo(center, radius, -2.4F, 2.2F, 16);
  draw.PathStroke(color, 0, theme.px(1.5F));
  const ImVec2 tip(center.x + radius * -0.74F, center.y + radius * -0.68F);
  draw.AddTriangleFilled({tip.x - theme.px(3), tip.y + theme.px(0.8F)}, {tip.x + theme.px(2.4F), tip.y + theme.px(2)},
                         {tip.x - theme.px(0.5F), tip.y - theme.px(3.6F)}, color);
  ImGui::PopClipRect();
}

/// The colour in which the field is spoken of; nothing where nothing is wrong with it.
std::optional<ImU32> wrong_color(const Frame& frame, const std::string& path) {
  if (path == frame.refusal.path) return frame.theme.bad;
  const std::vector<const Problem*> problems = problems_at(frame, path);
  return problems.empty() ? std::nullopt : std::optional(problem_color(frame.theme, *problems.front()));
}

/// Whether the keyboard's focus is seen in the row.
bool focused_in(const Rect& row) {
  ImGuiWindow* window = ImGui::GetCurrentContext()->NavWindow;
  if (!ImGui::GetIO().NavVisible || window != ImGui::GetCurrentWindow()) return false;
  return row.contains(ImGui::WindowRectRelToAbs(window, window->NavRectRel[0]).GetCenter());
}

/// Whether the row was pressed since the pointer came to it, or moved by keys since the focus did: what that did is
/// worth more than what the row is, until pointer or focus leaves and returns.
bool pressed_since(const Rect& row) {
  int& pressed = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("pressed"), 0);
  const bool by_keys = ImGui::GetIO().NavVisible;
  const bool over = by_keys ? focused_in(row) : row.contains(ImGui::GetIO().MousePos);
  const bool down = by_keys ? step_by_keys() != 0 : ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (over && down) pressed = 1;
  if (!over && !down) pressed = 0;
  return pressed != 0;
}

std::string bound_words(double bound) {
  const bool whole = bound == std::floor(bound) && std::abs(bound) < 9e15;
  return whole ? grouped(static_cast<std::int64_t>(bound)) : fixed(bound, 3);
}

/// Why the field can't take the number; empty where it can.
std::string why_not(const Field& field, double number) {
  return refusal_of(number, {field.min, field.max, field.kind == FieldKind::count}, bound_words);
}

/// Dear ImGui's text field state, kept by Dear ImGui itself: only whether the box is being edited.
ImGuiID editing_key(const std::string& path) {
  return ImGui::GetID((path + ".editing").c_str());
}

}  // namespace

namespace {

/// Of what is stored in a window: the row that shall have the focus.
constexpr ImGuiID focused_row_key = 0x0F0C05ED;

int number_of_path(std::string_view path) {
  return static_cast<int>(ImHashData(path.data(), path.size()));
}

/// Whether it is this one, which has it then.
bool takes_focus(std::string_view path) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  if (storage.GetInt(focused_row_key) != number_of_path(path)) return false;
  storage.SetInt(focused_row_key, 0);
  return true;
}

}  // namespace

void focus_row(std::string_view path) {
  ImGui::GetStateStorage()->SetInt(focused_row_key, number_of_path(path));
}

int step_by_keys() {
  const bool down = ImGui::IsKeyPressed(ImGuiKey_LeftArrow) || ImGui::IsKeyPressed(ImGuiKey_Minus);
  const bool up = ImGui::IsKeyPressed(ImGuiKey_RightArrow) || ImGui::IsKeyPressed(ImGuiKey_Equal);
  return up ? 1 : down ? -1 : 0;
}

std::string message_words(const Problem& problem) {
  return with_spoken_numbers(problem.message);
}

std::string with_spoken_numbers(const std::string& message) {
  const auto in_number = [&](std::size_t i) { return is_name(message[i]) || message[i] == '.' || message[i] == ','; };
  std::string words;
  for (std::size_t i = 0; i < message.size();) {
    std::size_t end = i;
    while (end < message.size() && is_digit(message[end])) ++end;
    const bool alone =
        (i == 0 || (!in_number(i - 1) && message[i - 1] != ':')) &&
        (end == message.size() || !in_number(end) || (end + 1 >= message.size() || message[end + 1] == ' '));
    const std::size_t digits = end - i;
    if (digits == 0) {
      words += message[i++];
      continue;
    }
    for (; i < end; ++i) {
      words += message[i];
      if (alone && end - i > 1 && (end - i - 1) % 3 == 0) words += ',';
    }
  }
  return words;
}

ImU32 problem_color(const Theme& theme, const Problem& problem) {
  if (problem.severity == Severity::error || problem.rule == rule_name::fits_in_memory) return theme.bad;
  return problem.severity == Severity::warning ? theme.warn : theme.dim;
}

std::vector<const Problem*> problems_at(const Frame& frame, std::string_view path) {
  std::vector<const Problem*> found;
  for (const Severity severity : {Severity::error, Severity::warning})
    for (const Problem& problem : frame.report.problems) {
      // What a whole plan does wrong, such as not fitting, is said where the person caused it.
      const bool caused_here = problem.path == whole_plan && path == frame.last_touched;
      if (problem.severity == severity && (problem.path == path || caused_here)) found.push_back(&problem);
    }
  return found;
}

RowArea next_row(const Theme& theme, RowKind kind, std::string_view words, float label_width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = theme.px(design::control_height);
  RowArea area;
  float label = std::max(width * label_share, theme.px(label_width_min)), value = theme.px(value_width);
  if (label_width > 0) label = theme.px(label_width);
  if (kind == RowKind::toggle) value = theme.px(switch_width);
  if (kind == RowKind::figure)
    value = std::max(value, text_width(theme, TextRole::strong, words) + 2 * theme.px(value_padding));
  if (kind == RowKind::figure || kind == RowKind::toggle) label = width - value;
  if (kind == RowKind::list)
    label = std::min(std::max(label, text_width(theme, TextRole::body, words) + theme.px(8)),
                     std::max(label, width - theme.px(list_width_min)));
  area.row = {at, {at.x + width, at.y + height}};
  area.label = {at, {at.x + label, at.y + height}};
  area.value = {{at.x + width - value, at.y}, {at.x + width, at.y + height}};
  area.control = {{area.label.max.x, at.y}, {area.value.min.x, at.y + height}};
  return area;
}

RowScope::RowScope(const Frame& frame, std::string_view path, std::string_view label, std::string_view disabled_because,
                   RowKind kind, std::string_view figure, std::string_view help, float label_width)
    : area(next_row(frame.theme, kind, kind == RowKind::figure ? std::string(figure) : label_for(path, label),
                    label_width)),
      frame_(frame),
      path_(path),
      label_(label_for(path, label)),
      disabled_because_(disabled_because),
      help_(help) {
  ImGui::PushID(path_.c_str());
  const Theme& theme = frame.theme;
  const float y = text_top(theme, TextRole::body, area.row);
  const std::optional<ImU32> wrong = wrong_color(frame, path_);
  const ImU32 color = wrong ? *wrong : disabled() ? theme.faint : theme.dim;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float used = draw_fitted(draw, theme, TextRole::body, {area.label.min.x, y}, color,
                                 area.label.width() - theme.px(wrong ? 14 : 4), label_);
  if (wrong) draw_text(draw, theme, TextRole::strong, {area.label.min.x + used + theme.px(4), y}, color, "!");
  pressed_ = pressed_since(area.row);
  if (kind != RowKind::toggle) {  // a switch takes the whole row
    ImGui::SetCursorScreenPos(area.label.min);
    ImGui::InvisibleButton("label", {area.label.width(), area.label.height()});
    tip_on_hover();
  }
  baseline_mark(frame, path_, area);
}

void RowScope::focus_control() const {
  if (disabled() || !takes_focus(path_)) return;
  const bool by_keys = ImGui::GetIO().NavVisible;
  ImGui::SetFocusID(ImGui::GetItemID(), ImGui::GetCurrentWindow());
  ImGui::SetNavCursorVisible(by_keys);
}

RowScope::~RowScope() {
  ImGui::SetCursorScreenPos({area.row.min.x, area.row.max.y});
  ImGui::Dummy({area.row.width(), frame_.theme.px(3)});
  ImGui::PopID();
}

void RowScope::widen_value(std::string_view text) {
  shown_ = text;
  const float wanted = text_width(frame_.theme, TextRole::strong, text) + 2 * frame_.theme.px(value_padding);
  area.value.min.x = std::min(area.value.min.x, area.value.max.x - wanted);
  area.control.max.x = std::min(area.control.max.x, area.value.min.x);
}

void RowScope::tip_on_hover() const {
  if (pressed_) return;
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_Stationary) && !ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
    return;
  const Field* field = find_field(path_);
  Explanation tip;
  if (field != nullptr) tip = explain_field(*field, frame_.report);
  tip.title = label_;
  if (disabled()) tip.lines.insert(tip.lines.begin(), std::string(disabled_because_));
  if (field != nullptr) tip.figure = path_;
  if (field == nullptr) tip.value = shown_;
  if (field == nullptr && !help_.empty()) tip.lines.emplace_back(help_);
  for (const Problem* problem : problems_at(frame_, path_)) tip.lines.push_back(message_words(*problem));
  show_tip_at(frame_, area.row,
              with_term(std::move(tip), frame_.presets.glossary, field != nullptr ? term_of(*field) : label_));
}

FieldValue field_value_in_force(const Field& field, const Report& report) {
  FieldValue value = field.get(report.scenario);
  const std::optional<double> taken =
      std::holds_alternative<std::monostate>(value) ? run_value_in_force(field.path, report) : std::optional<double>();
  if (!taken) return value;
  if (field.kind == FieldKind::count) return static_cast<std::int64_t>(std::llround(*taken));
  return *taken;
}

namespace {

/// What can't matter now is passed over.
ImGuiButtonFlags reached_by_keys(const RowScope& scope) {
  return scope.disabled() ? ImGuiButtonFlags_None : ImGuiButtonFlags_EnableNav;
}

// What is stored under a box's key; 0: it only shows its value. The last: Enter ended the typing, the keyboard's focus
// stays.
constexpr int takes_focus_next = 2, is_typed_in = 1, gets_focus_back = 3;

/// The value as it stands; true where a click asks to type another.
bool shown_value(const Frame& frame, const RowScope& scope, const std::string& text) {
  const Theme& theme = frame.theme;
  const Rect& box = scope.area.value;
  const bool clicked =
      ImGui::InvisibleButton("value", {box.width(), box.height()}, reached_by_keys(scope)) && !scope.disabled();
  scope.focus_control();
  const bool hovered = ImGui::IsItemHovered() && !scope.disabled();
  if (hovered) copy_by_right_click(text);
  scope.tip_on_hover();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(box.min, box.max, hovered ? blend(theme.raised, theme.text, 0.08F) : theme.raised,
                     theme.px(design::control_radius));
  draw_text_right(draw, theme, TextRole::strong,
                  {box.max.x - theme.px(value_padding), text_top(theme, TextRole::strong, box)},
                  scope.disabled() ? theme.faint : theme.text, text);
  return clicked;
}

}  // namespace

Explanation explain_field(const Field& field, const Report& report) {
  Explanation tip;
  tip.title = field.label;
  const FieldValue value = field_value_in_force(field, report);
  if (!std::holds_alternative<std::monostate>(value)) tip.value = spoken_value(field, value);
  tip.lines.emplace_back(field.help);
  if (!field.cost.empty()) tip.lines.emplace_back(field.cost);
  if (field.optional && !field.when_absent.empty()) tip.lines.push_back("By default " + std::string(field.when_absent));
  if (!field.source.empty()) tip.lines.push_back("The default's source: " + std::string(field.source));
  tip.source =
      std::string(field.path) + (field.unit == Unit::none ? "" : ", in " + std::string(entry_of(field.unit).symbol));
  return tip;
}

std::optional<double> typed_number(const Frame& frame, const std::string& path, const std::string& typed, Unit unit) {
  const Field* field = find_field(path);
  const std::optional<double> number = field != nullptr ? typed_number(*field, typed)
                                       : unit == Unit::share
                                           ? parse_number(typed.substr(0, typed.find_last_not_of("% ") + 1))
                                           : typed_quantity(unit, typed);
  const bool is_time = field != nullptr && field->unit == Unit::seconds;
  const std::string why = !number && is_time ? "isn't a time: 30, 500 ms and 2 hours are"
                          : !number          ? "isn't a number: 8, 25k and 13T are"
                          : field != nullptr ? why_not(*field, *number)
                                             : std::string();
  if (why.empty()) return number;
  frame.refused = {path, "“" + typed + "” " + why};
  return std::nullopt;
}

std::optional<std::string> value_box(const Frame& frame, const RowScope& scope, const std::string& text,
                                     std::string_view editable) {
  const Rect& box = scope.area.value;
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID key = editing_key("value");
  ImGui::SetCursorScreenPos(box.min);
  frame.places.note(scope.path() + ".value", box);
  if (const int state = storage.GetInt(key); state == 0 || state == gets_focus_back) {
    const bool clicked = shown_value(frame, scope, text);
    if (state == gets_focus_back) ImGui::SetFocusID(ImGui::GetItemID(), ImGui::GetCurrentWindow());
    storage.SetInt(key, clicked ? takes_focus_next : 0);
    return std::nullopt;
  }
  std::array<char, 64> typed = {};
  if (storage.GetInt(key) == takes_focus_next) {
    ImGui::SetKeyboardFocusHere();
    storage.SetInt(key, is_typed_in);
  }
  (editable.empty() ? std::string_view(text) : editable).copy(typed.data(), typed.size() - 1);
  ImGui::SetNextItemWidth(box.width());
  const bool entered = ImGui::InputText("##typed", typed.data(), typed.size(),
                                        ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  const bool left = ImGui::IsItemDeactivated();
  if (!entered && !left) return std::nullopt;
  storage.SetInt(key, entered ? gets_focus_back : 0);
  const bool cancelled = !entered && ImGui::IsKeyPressed(ImGuiKey_Escape);
  if (cancelled || (!entered && !ImGui::IsItemDeactivatedAfterEdit())) return std::nullopt;
  return std::string(typed.data());
}

}  // namespace shardscope
