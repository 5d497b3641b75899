// Fields for what a script takes from outside: its environment and its arguments (launch_view.h).
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>

#include "app/launch/launch_view.h"
#include "app/launch/script_detail.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/give_from_outside.h"
#include "core/base/characters.h"
#include "render/text/fonts.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t given_bytes = 256;
constexpr float given_height = 40, input_width = 76, least_words_width = 128;

/// "sets Pipeline parallel", of several the first and how many more.
std::string what_hangs_on(const AskedValue& asked) {
  if (asked.fields.empty()) return asked.otherwise.empty() ? "the launch hangs on it" : "a branch hangs on it";
  const std::string more = asked.fields.size() > 1 ? " and " + std::to_string(asked.fields.size() - 1) + " more" : "";
  return "sets " + field_name(asked.fields.front()) + more;
}

float words_width(const Theme& theme, const AskedValue& asked) {
  return std::max(theme.px(least_words_width), text_width(theme, TextRole::secondary, what_hangs_on(asked)));
}

std::string input_id(const std::string& name) {
  return "##given " + name;
}

/// Gives the field of the present window the keys in the next frame, whatever has them now.
void begin_typing(const std::string& id) {
  ImGui::ActivateItemByID(ImGui::GetID(id.c_str()));
  ImGui::GetCurrentContext()->NavNextActivateFlags |= ImGuiActivateFlags_PreferInput;
}

/// The typed value, once it is entered.
std::optional<std::string> input(const ViewFrame& frame, const AskedValue& asked, const std::string& given,
                                 const Rect& box) {
  const Theme& theme = frame.theme;
  std::array<char, given_bytes> typed = {};
  given.copy(typed.data(), typed.size() - 1);
  const bool open = given.empty() && asked.otherwise.empty();
  ImGui::SetCursorScreenPos(box.min);
  ImGui::SetNextItemWidth(box.width());
  ImGui::PushStyleColor(ImGuiCol_FrameBg, theme.bg);
  ImGui::PushStyleColor(ImGuiCol_Border, open ? theme.warn : theme.line);
  ImGui::PushStyleColor(ImGuiCol_TextDisabled, theme.dim);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, std::max(1.0F, theme.px(1)));
  const std::string id = input_id(asked.name);
  const bool entered =
      ImGui::InputTextWithHint(id.c_str(), asked.otherwise.c_str(), typed.data(), typed.size(),
                               ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_EnterReturnsTrue);
  const bool left = ImGui::IsItemDeactivatedAfterEdit() && !ImGui::IsKeyPressed(ImGuiKey_Escape);
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort))
    show_tip(frame,
             {"$" + asked.name,
              given,
              {is_digit(asked.name.front()) ? "An argument that the script is started with."
                                            : "A variable of the environment that the script is started in.",
               asked.otherwise.empty() ? "The script doesn't set it; what it is here is read as if it were exported."
                                       : "The script takes " + asked.otherwise + " where it isn't given."},
              {}});
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(3);
  const std::string place = "launch.given." + asked.name;
  note_visible(frame, place.c_str(), box);
  if ((!entered && !left) || typed.data() == given) return std::nullopt;
  return std::string(typed.data());
}

/// A name, its field and what hangs on it.
void given_field(const ViewFrame& frame, const AskedValue& asked, const std::string& given, ImVec2 at) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Face face = theme.face(TextRole::secondary);
  ImFont* const mono = mono_font(theme.fonts);
  ImFont* const font = mono != nullptr ? mono : face.font;
  const std::string name = "$" + asked.name;
  const float name_width = font->CalcTextSizeA(face.size, FLT_MAX, 0, name.c_str()).x;
  draw.AddText(font, face.size, {at.x, at.y + theme.px(12)}, theme.text, name.c_str());
  const float left = at.x + name_width + theme.px(8);
  const Rect box{{left, at.y + theme.px(8)}, {left + theme.px(input_width), at.y + theme.px(32)}};
  if (const auto typed = input(frame, asked, given, box)) frame.requests.given = GivenValue{asked.name, *typed};
  const float words = box.max.x + theme.px(8);
  const bool open = given.empty() && asked.otherwise.empty();
  draw_text(draw, theme, TextRole::secondary, {words, at.y + theme.px(5)}, open ? theme.warn : theme.dim,
            open            ? "not known: fill in"
            : given.empty() ? "the script's default"
                            : "given");
  draw_fitted(draw, theme, TextRole::secondary, {words, at.y + theme.px(20)}, theme.dim, words_width(theme, asked),
              what_hangs_on(asked));
}

float field_width(const Theme& theme, const AskedValue& asked) {
  return text_width(theme, TextRole::body, "$" + asked.name) * 1.25F + theme.px(8 + input_width + 8 + 10) +
         words_width(theme, asked);
}

constexpr float heading_width = 166;

/// Where each field stands, from behind the heading on where all of them fit there, in as many rows as that takes.
std::vector<ImVec2> field_places(const Theme& theme, const std::vector<AskedValue>& all, ImVec2 top, float right) {
  float widest = 0;
  for (const AskedValue& asked : all) widest = std::max(widest, field_width(theme, asked));
  const float heading = top.x + theme.px(heading_width);
  const bool beside = heading + widest <= right;
  const float begin = beside ? heading : top.x;
  std::vector<ImVec2> places;
  ImVec2 at{begin, top.y + theme.px(beside ? 2 : given_height)};
  for (const AskedValue& asked : all) {
    const float wanted = field_width(theme, asked);
    if (at.x > begin && at.x + wanted > right) at = {begin, at.y + theme.px(given_height)};
    places.push_back(at);
    at.x += wanted;
  }
  return places;
}

}  // namespace

float outside_fields(LaunchState& state, const ViewFrame& frame, const Rect& room) {
  const std::vector<AskedValue>& all = state.reading->asked;
  if (all.empty()) return room.min.y;
  const Theme& theme = frame.theme;
  const ShellOutside& outside = shown_source(frame.taken, frame.document)->outside;
  const float padding = theme.px(12), width = room.width() - 2 * padding;
  const float wanted = field_places(theme, all, {0, 0}, width).back().y + theme.px(given_height + 2);
  const Rect band{room.min, {room.max.x, room.min.y + std::min(wanted, room.height())}};
  ImGui::GetWindowDrawList()->AddRectFilled(band.min, band.max, theme.raised, theme.px(6));
  const Rect inside =
      begin_scroll("outside", frame, {{band.min.x + padding, band.min.y}, {band.max.x - padding, band.max.y}});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = inside.min;
  const std::vector<ImVec2> places = field_places(theme, all, at, at.x + width);
  std::size_t open = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string given = given_from_outside(outside, all[i].name);
    open += given.empty() && all[i].otherwise.empty() ? 1 : 0;
    if (state.pick.ask == all[i].name) begin_typing(input_id(all[i].name)), state.pick.ask.clear();
    given_field(frame, all[i], given, places[i]);
  }
  draw_text(draw, theme, TextRole::strong, {at.x, at.y + theme.px(6)}, theme.text, "From outside");
  draw_text(draw, theme, TextRole::secondary, {at.x, at.y + theme.px(22)}, theme.dim,
            open == 0 ? "nothing is left open" : "the script leaves " + std::to_string(open) + " open");
  end_scroll(inside, at.y + wanted);
  frame.places.note("launch.outside", band);
  return band.max.y + theme.px(8);
}

}  // namespace shardscope
