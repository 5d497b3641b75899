// What an SVG is made of (frame_svg.h): its head, lengths, colours and words.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace shardscope {

/// The XML declaration and the opening <svg>, of so many of the picture's units, a pixel each at full size.
[[nodiscard]] std::string svg_head(double width, double height);

/// What all text has in common, as CSS.
inline constexpr std::string_view svg_text_style =
    "text{font-family:Inter,system-ui,sans-serif;white-space:pre;font-variant-numeric:tabular-nums}";

/// Two decimals at most: "12.5".
[[nodiscard]] std::string svg_number(double value);

/// "#1F2E3D", without its opacity.
[[nodiscard]] std::string svg_color(ImU32 color);

/// Words between two tags.
[[nodiscard]] std::string svg_escaped(std::string_view words);

}  // namespace shardscope
