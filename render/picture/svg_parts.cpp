#include "render/picture/svg_parts.h"

#include <array>
#include <cstdio>

namespace shardscope {

std::string svg_head(double width, double height) {
  const std::string wide = svg_number(width), high = svg_number(height);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + wide +
         "\" height=\"" + high + "\" viewBox=\"0 0 " + wide + " " + high + "\">\n";
}

std::string svg_number(double value) {
  std::array<char, 32> text = {};
  std::snprintf(text.data(), text.size(), "%.2f", value);
  std::string shortened(text.data());
  while (shortened.back() == '0') shortened.pop_back();
  if (shortened.back() == '.') shortened.pop_back();
  return shortened == "-0" ? "0" : shortened;
}

std::string svg_color(ImU32 color) {
  std::array<char, 8> hex = {};
  std::snprintf(hex.data(), hex.size(), "#%02X%02X%02X", (color >> IM_COL32_R_SHIFT) & 255,
                (color >> IM_COL32_G_SHIFT) & 255, (color >> IM_COL32_B_SHIFT) & 255);
  return hex.data();
}

std::string svg_escaped(std::string_view words) {
  std::string safe;
  for (const char c : words) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (static_cast<unsigned char>(c) >= ' ')
      safe += c;
  }
  return safe;
}

}  // namespace shardscope
