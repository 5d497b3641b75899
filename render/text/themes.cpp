#include "render/text/themes.h"

#include <span>

#include "render/text/hex_color.h"

namespace shardscope {

namespace {

struct Color {
  ImU32 Theme::*color;
  ImU32 hex;
};

Theme with_colors(Theme theme, std::span<const Color> colors) {
  for (const Color& each : colors) theme.*each.color = color_of_hex(each.hex);
  return theme;
}

// Words of every colour reach 7 to 1 (WCAG 2.1, 1.4.6); of bars only those change that stood out less than 4.5 to 1.
constexpr Color on_black[] = {
    {&Theme::bg, 0x000000},        {&Theme::panel, 0x000000},          {&Theme::raised, 0x1F1F1F},
    {&Theme::line, 0x9A9A9A},      {&Theme::text, 0xFFFFFF},           {&Theme::dim, 0xE2E2E2},
    {&Theme::faint, 0xAFAFAF},     {&Theme::accent, 0x7CC0FF},         {&Theme::good, 0x52DDA3},
    {&Theme::bad, 0xFF9089},       {&Theme::warn, 0xFFC955},           {&Theme::hatch, 0x6A6A6A},
    {&Theme::optimizer, 0x8A5DE0}, {&Theme::backward_weight, 0xCC4577}};

// Grounds are the paper's, lines dark enough for a laser printer's screen; words stay apart in grey too.
constexpr Color on_paper[] = {{&Theme::bg, 0xFFFFFF},    {&Theme::panel, 0xFFFFFF},  {&Theme::raised, 0xF3F3F3},
                              {&Theme::line, 0xA6A6A6},  {&Theme::text, 0x000000},   {&Theme::dim, 0x3A3A3A},
                              {&Theme::faint, 0x7A7A7A}, {&Theme::accent, 0x0A4A9C}, {&Theme::good, 0x0A5533},
                              {&Theme::bad, 0x9C1B14},   {&Theme::warn, 0x664400},   {&Theme::hatch, 0xC4C4C4}};

}  // namespace

Theme theme_of(ThemeName theme) {
  switch (theme) {
    case ThemeName::dark:
      break;
    case ThemeName::light:
      return light_theme();
    case ThemeName::high_contrast:
      return with_colors(dark_theme(), on_black);
    case ThemeName::print:
      return with_colors(light_theme(), on_paper);
  }
  return dark_theme();
}

}  // namespace shardscope
