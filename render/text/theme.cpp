#include "render/text/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/text/hex_color.h"

namespace shardscope {

namespace {

float channel(ImU32 color, int shift) {
  return static_cast<float>((color >> shift) & 255u);
}

double luminance(ImU32 color) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(channel(color, IM_COL32_R_SHIFT) / 255.0) +
         0.7152 * linear(channel(color, IM_COL32_G_SHIFT) / 255.0) +
         0.0722 * linear(channel(color, IM_COL32_B_SHIFT) / 255.0);
}

ImVec4 vec(ImU32 color) {
  return ImGui::ColorConvertU32ToFloat4(color);
}

void set_colors(ImGuiStyle& style, const Theme& theme) {
  const ImVec4 none(0, 0, 0, 0);
  const ImU32 hovered = blend(theme.raised, theme.text, 0.08f);
  const ImU32 pressed = blend(theme.raised, theme.text, 0.14f);
  const auto set = [&style](std::initializer_list<ImGuiCol> which, const ImVec4& color) {
    for (const ImGuiCol col : which) style.Colors[col] = color;
  };
  for (ImVec4& color : style.Colors) color = vec(theme.raised);
  set({ImGuiCol_Text, ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive}, vec(theme.text));
  set({ImGuiCol_TextDisabled}, vec(theme.dim));
  set({ImGuiCol_WindowBg}, vec(theme.bg));
  set({ImGuiCol_ChildBg, ImGuiCol_BorderShadow, ImGuiCol_ScrollbarBg, ImGuiCol_TableRowBg}, none);
  set({ImGuiCol_PopupBg}, vec(theme.raised));
  set({ImGuiCol_MenuBarBg, ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed}, vec(theme.panel));
  set({ImGuiCol_Border, ImGuiCol_Separator, ImGuiCol_TableBorderLight, ImGuiCol_TableBorderStrong}, vec(theme.line));
  set({ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header}, vec(theme.raised));
  set({ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered}, vec(hovered));
  set({ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive}, vec(pressed));
  set({ImGuiCol_ScrollbarGrab}, vec(theme.line));
  set({ImGuiCol_ScrollbarGrabHovered, ImGuiCol_ScrollbarGrabActive, ImGuiCol_ResizeGrip}, vec(theme.faint));
  set({ImGuiCol_SeparatorHovered, ImGuiCol_SeparatorActive, ImGuiCol_ResizeGripHovered, ImGuiCol_ResizeGripActive,
       ImGuiCol_NavCursor, ImGuiCol_DragDropTarget, ImGuiCol_TextLink},
      vec(theme.accent));
  set({ImGuiCol_TextSelectedBg}, vec(with_alpha(theme.accent, 0.35f)));
  set({ImGuiCol_InputTextCursor}, vec(theme.text));
  set({ImGuiCol_ModalWindowDimBg, ImGuiCol_NavWindowingDimBg}, vec(with_alpha(theme.bg, 0.6f)));
}

void set_sizes(ImGuiStyle& style, const Theme& theme) {
  const Face body = theme.face(TextRole::body);
  const float control = theme.snapped_px(design::control_height);
  const float border = std::max(1.0f, std::floor(theme.scale));
  style.WindowPadding = style.DisplaySafeAreaPadding = ImVec2(0, 0);
  style.WindowPadding = ImVec2(theme.snapped_px(12), theme.snapped_px(12));
  style.WindowRounding = style.ChildRounding = style.PopupRounding = theme.snapped_px(design::card_radius);
  style.FrameRounding = style.GrabRounding = theme.snapped_px(design::control_radius);
  style.WindowBorderSize = style.ChildBorderSize = style.PopupBorderSize = border;
  style.FrameBorderSize = 0;
  style.FramePadding = ImVec2(theme.snapped_px(8), std::max(1.0f, std::floor((control - body.size) / 2)));
  style.ItemSpacing = ImVec2(theme.snapped_px(8), theme.snapped_px(4));
  style.ItemInnerSpacing = ImVec2(theme.snapped_px(4), theme.snapped_px(4));
  style.CellPadding = ImVec2(theme.snapped_px(4), theme.snapped_px(4));
  style.IndentSpacing = theme.snapped_px(16);
  style.ScrollbarSize = theme.snapped_px(10);
  style.ScrollbarRounding = theme.snapped_px(5);
  style.GrabMinSize = theme.snapped_px(12);
  style.AntiAliasedLinesUseTex = true;
  style.HoverDelayNormal = 0.35f;
  style.HoverStationaryDelay = 0.1f;
  style.FontScaleMain = style.FontScaleDpi = 1;
  style.FontSizeBase = style._NextFrameFontSizeBase = body.size;
}

}  // namespace

float Theme::snapped_px(float length) const {
  return std::round(length * scale);
}

bool Theme::is_compact(float window_width) const {
  return window_width < px(design::compact_below);
}

float Theme::panel_width(float window_width) const {
  return snapped_px(is_compact(window_width) ? design::compact_panel_width : design::panel_width);
}

Face Theme::face(TextRole role) const {
  struct Row {
    ImFont* font;
    float size;
  };
  const std::array<Row, 5> rows = {{{fonts.regular, design::text_size},
                                    {fonts.semibold, design::text_size},
                                    {fonts.regular, design::secondary_size},
                                    {fonts.semibold, design::title_size},
                                    {fonts.semibold, design::figure_size}}};
  const Row& row = rows[static_cast<std::size_t>(role)];
  ImFont* font = row.font;
  if (font == nullptr && ImGui::GetCurrentContext() != nullptr) font = ImGui::GetFont();
  return {font, std::round(row.size * scale * fonts.line_per_em)};
}

float scale_within(ImVec2 window, float scale) {
  const float held = std::min(window.x / design::window_width_min, window.y / design::window_height_min);
  return std::min(scale, std::max(held, 1.0f));
}

namespace {

struct Token {
  ImU32 Theme::*color;
  unsigned dark, light;
};

constexpr std::array surfaces_and_type = {
    Token{&Theme::bg, 0x14161A, 0xF5F6F8},     Token{&Theme::panel, 0x1B1E24, 0xFFFFFF},
    Token{&Theme::raised, 0x242830, 0xEEF0F4}, Token{&Theme::line, 0x2E333D, 0xD9DDE4},
    Token{&Theme::text, 0xE8EAED, 0x16191E},   Token{&Theme::dim, 0x9AA3B2, 0x5A6472},
    Token{&Theme::faint, 0x5E6775, 0x99A2B0},  Token{&Theme::accent, 0x5AA9F8, 0x1668C7},
    Token{&Theme::good, 0x3DC08B, 0x0F6B41},   Token{&Theme::bad, 0xF2665E, 0xB3261E},
    Token{&Theme::warn, 0xF0B43C, 0x805500},   Token{&Theme::hatch, 0x343A45, 0xDDE1E8},
};

// A hue means one thing: memory has the cool ones from green to orchid, passes blue and orange with what belongs to
// either, traffic the warm ones and what lies between. Within memory, and within all that fills time, which stands in
// one chart, any two are apart for people who lack one kind of cones too (theme_test.cpp measures it).
constexpr std::array families = {
    Token{&Theme::weights, 0x2BA162, 0x137738},         Token{&Theme::gradients, 0x35B5C4, 0x029295},
    Token{&Theme::optimizer, 0x8457D8, 0x5D2EB8},       Token{&Theme::activations, 0xD99EE7, 0xD564CD},
    Token{&Theme::buffers, 0x7C8798, 0x545F6F},         Token{&Theme::forward, 0x4D8FED, 0x3071CF},
    Token{&Theme::recompute, 0x9DD6FD, 0x449BCC},       Token{&Theme::backward, 0xE89D34, 0xCB8313},
    Token{&Theme::backward_weight, 0xBC3A6A, 0x93174C}, Token{&Theme::ends, 0x96794B, 0x766B54},
    Token{&Theme::update, 0xD5DAE2, 0x24282F},          Token{&Theme::tensor, 0xED6D97, 0xCD4784},
    Token{&Theme::context, 0xBB4FCD, 0x731A8A},         Token{&Theme::expert, 0x69DDB6, 0x4F9B63},
    Token{&Theme::pipeline, 0xC6C84B, 0x827F00},        Token{&Theme::data, 0xD37D5F, 0xAA4D31},
};

Theme theme_on(bool dark) {
  Theme theme = {};
  theme.dark = dark;
  const auto set = [&](const Token& token) { theme.*token.color = color_of_hex(dark ? token.dark : token.light); };
  for (const Token& token : surfaces_and_type) set(token);
  for (const Token& token : families) set(token);
  return theme;
}

}  // namespace

std::uint64_t colors_of(const Theme& theme) {
  std::uint64_t number = 14695981039346656037U;  // Fowler, Noll and Vo's, a colour at a time
  const auto add = [&](ImU32 color) { number = (number ^ color) * 1099511628211U; };
  add(theme.dark ? 1 : 0);
  for (const Token& token : surfaces_and_type) add(theme.*token.color);
  for (const Token& token : families) add(theme.*token.color);
  return number;
}

Theme dark_theme() {
  return theme_on(true);
}

Theme light_theme() {
  return theme_on(false);
}

ImU32 memory_color(const Theme& theme, MemoryComponent component) {
  const std::array<ImU32, count_of<MemoryComponent>> colors =
      std::to_array({theme.weights, theme.gradients, theme.optimizer, theme.activations, theme.buffers});
  return colors[static_cast<std::size_t>(component)];
}

ImU32 communication_color(const Theme& theme, GroupKind kind) {
  const std::array<ImU32, group_kinds> colors =
      std::to_array({theme.tensor, theme.context, theme.expert, theme.data, theme.pipeline});
  return colors[index_of(kind)];
}

ImU32 share_color(const Theme& theme, int index, int count) {
  constexpr float strongest = 0.72f, palest = 0.24f;
  const float part = count < 2 ? 0 : static_cast<float>(index) / static_cast<float>(count - 1);
  return blend(theme.panel, theme.text, strongest + (palest - strongest) * part);
}

ImU32 ordinal_color(const Theme& theme, float fraction) {
  const ImU32 first = color_of_hex(theme.dark ? 0x4E8FE8 : 0x2F74D0),
              middle = color_of_hex(theme.dark ? 0x35B5C4 : 0x148896),
              last = color_of_hex(theme.dark ? 0xF0A23C : 0xD07C0A);
  const float at = std::clamp(fraction, 0.0f, 1.0f) * 2;
  return at < 1 ? blend(first, middle, at) : blend(middle, last, at - 1);
}

ImU32 ordinal_color(const Theme& theme, int index, int count) {
  return ordinal_color(theme, count <= 1 ? 0.0f : static_cast<float>(index) / static_cast<float>(count - 1));
}

double contrast(ImU32 a, ImU32 b) {
  const double high = std::max(luminance(a), luminance(b)), low = std::min(luminance(a), luminance(b));
  return (high + 0.05) / (low + 0.05);
}

ImU32 readable_on(ImU32 background) {
  constexpr ImU32 ink = color_of_hex(0x000000), paper = color_of_hex(0xFFFFFF);
  return contrast(background, ink) >= contrast(background, paper) ? ink : paper;
}

ImU32 with_alpha(ImU32 color, float alpha) {
  const auto a = static_cast<ImU32>(std::lround(std::clamp(alpha, 0.0f, 1.0f) * 255));
  return (color & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

ImU32 blend(ImU32 from, ImU32 to, float fraction) {
  ImU32 mixed = 0;
  for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT, IM_COL32_A_SHIFT}) {
    const float value = channel(from, shift) + (channel(to, shift) - channel(from, shift)) * fraction;
    mixed |= static_cast<ImU32>(std::lround(std::clamp(value, 0.0f, 255.0f))) << shift;
  }
  return mixed;
}

void apply_theme(ImGuiStyle& style, const Theme& theme) {
  set_colors(style, theme);
  set_sizes(style, theme);
}

}  // namespace shardscope
