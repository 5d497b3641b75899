// What every SVG is made of, whether it is a frame of the window (frame_svg.h) or a timeline (app/output/svg.h): its
// head, lengths, colours and words.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace shardscope {

/// The XML declaration and the opening <svg>, of so many of the picture's units, a pixel each at full size.
[[nodiscard]] std::string svg_head(double width, double height);

/// What all text has in common, with `more` of CSS for the picture at hand: "fill:#FFFFFF".
[[nodiscard]] std::string svg_text_style(std::string_view more);

/// Two decimals at most: "12.5".
[[nodiscard]] std::string svg_number(double value);

/// "#1F2E3D", without its opacity.
[[nodiscard]] std::string svg_color(ImU32 color);

/// Words between two tags.
[[nodiscard]] std::string svg_escaped(std::string_view words);

}  // namespace shardscope
