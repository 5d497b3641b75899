#include "render/text/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/characters.h"
#include "render/text/wrapped.h"

namespace shardscope {

namespace {

constexpr float unbounded = std::numeric_limits<float>::max();

constexpr float unit_gap = 7;           // between a figure and its unit, at scale 1
constexpr float least_shrunk = 0.4F;    // of a figure's type, below which nobody reads it
constexpr float least_squeezed = 0.8F;  // of a line's type

Theme scaled(Theme theme, float scale) {
  theme.scale *= scale;
  return theme;
}

float width_of(const Theme& theme, TextRole role, std::string_view text) {
  if (text.empty()) return 0;  // an empty view may have no data, which Dear ImGui takes for a C string
  const Face face = theme.face(role);
  if (face.font == nullptr) return 0;  // a theme without fonts lays out and draws no text
  return face.font->CalcTextSizeA(face.size, unbounded, 0, text.data(), text.data() + text.size()).x;
}

/// Whether the word at `from` is short enough for a unit: "%", "GB", "GB/s", "days".
bool may_be_unit(std::string_view text, std::size_t from) {
  constexpr std::size_t longest_unit = 4;
  const std::size_t end = std::min(text.find(' ', from), text.size());
  return end > from && end - from <= longest_unit && !is_digit(text[from]);
}

/// The first space from `from` on at which a line may end, or the text's end: a number keeps its unit.
std::size_t break_from(std::string_view text, std::size_t from) {
  std::size_t at = std::min(text.find(' ', from), text.size());
  while (at < text.size() && at > 0 && is_digit(text[at - 1]) && may_be_unit(text, at + 1))
    at = std::min(text.find(' ', at + 1), text.size());
  return at;
}

/// Where the character that `position` lies in begins.
std::size_t character_start(std::string_view text, std::size_t position) {
  while (position > 0 && (static_cast<unsigned char>(text[position]) & 0xC0U) == 0x80U) --position;
  return position;
}

/// As much of a word that is wider than a line as fits into one: up to a joint ("--expert-", "core/"), where it has
/// none that early up to a character; all of it where lines are too narrow to read parts of words in.
std::size_t joint_within(const Theme& theme, TextRole role, std::string_view word, float width) {
  constexpr std::string_view joints = "-/_.,=:";
  constexpr float narrowest = 4;  // in heights of a line
  if (width < narrowest * text_height(theme, role)) return word.size();
  std::size_t fits = 0, joint = 0;
  for (std::size_t end = 1; end <= word.size(); ++end) {
    if (end < word.size() && character_start(word, end) != end) continue;
    if (fits > 0 && width_of(theme, role, word.substr(0, end)) > width) break;
    fits = end;
    const bool between = end < word.size() && joints.find(word[end - 1]) != std::string_view::npos &&
                         joints.find(word[end]) == std::string_view::npos && !is_digit(word[end]);
    if (between) joint = end;
  }
  return joint > 0 && fits < word.size() ? joint : fits;
}

/// The words that fit into one line, taken off the front of `rest`; at least one, or of one that is wider than a line
/// its beginning. Else lines break at newlines and spaces alone, so that a number keeps its decimals.
std::string_view take_line(const Theme& theme, TextRole role, std::string_view& rest, float width) {
  const std::string_view paragraph = rest.substr(0, rest.find('\n'));
  std::size_t end = break_from(paragraph, 0);
  if (width_of(theme, role, paragraph.substr(0, end)) > width) {
    end = std::min(paragraph.find(' '), paragraph.size());
    if (width_of(theme, role, paragraph.substr(0, end)) > width) {
      const std::size_t within = joint_within(theme, role, paragraph.substr(0, end), width);
      if (within < end) return rest.remove_prefix(within), paragraph.substr(0, within);
    }
  }
  while (end < paragraph.size()) {
    const std::size_t next = break_from(paragraph, end + 1);
    if (width_of(theme, role, paragraph.substr(0, next)) > width) break;
    end = next;
  }
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return paragraph.substr(0, end);
}

}  // namespace

float text_width(const Theme& theme, TextRole role, std::string_view text) {
  return width_of(theme, role, text);
}

float text_height(const Theme& theme, TextRole role) {
  return theme.face(role).size;
}

float text_top(const Theme& theme, TextRole role, const Rect& box) {
  return box.center().y - text_height(theme, role) / 2;
}

float draw_text(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color, std::string_view text) {
  if (text.empty()) return 0;
  const Face face = theme.face(role);
  const ImVec2 snapped(std::floor(at.x), std::floor(at.y));  // whole pixels keep the strokes sharp
  draw.AddText(face.font, face.size, snapped, color, text.data(), text.data() + text.size());
  return text_width(theme, role, text);
}

float figure_width(const Theme& theme, const DrawnFigure& figure) {
  const float value = text_width(scaled(theme, figure.scale), TextRole::figure, figure.value);
  return value + theme.px(unit_gap) + text_width(theme, TextRole::secondary, figure.unit);
}

float draw_figure(ImDrawList& draw, const Theme& theme, ImVec2 at, float width, ImU32 color,
                  const DrawnFigure& figure) {
  const float needed = text_width(scaled(theme, figure.scale), TextRole::figure, figure.value);
  const float shrunk = std::min(1.0F, width / std::max(needed, 1.0F));
  if (shrunk < least_shrunk) return 0;
  const Theme large = scaled(theme, figure.scale * shrunk);
  const float used = draw_text(draw, large, TextRole::figure, at, color, figure.value);
  if (figure.unit.empty() || figure_width(theme, figure) > width) return used;
  constexpr float base_line = 0.80F;  // of a line's height, from above
  const float lower = base_line * (text_height(large, TextRole::figure) - text_height(theme, TextRole::secondary));
  const float from = used + theme.px(unit_gap);
  return from + draw_text(draw, theme, TextRole::secondary, {at.x + from, at.y + lower}, theme.dim, figure.unit);
}

float draw_text_right(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color,
                      std::string_view text) {
  return draw_text(draw, theme, role, {at.x - text_width(theme, role, text), at.y}, color, text);
}

float draw_text_centered(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color,
                         std::string_view text) {
  return draw_text(draw, theme, role, {at.x - text_width(theme, role, text) / 2, at.y}, color, text);
}

std::string fitted(const Theme& theme, TextRole role, std::string_view text, float width) {
  if (text.empty() || text_width(theme, role, text) <= width) return std::string(text);
  constexpr std::string_view ellipsis = "…";
  const float room = width - text_width(theme, role, ellipsis);
  std::size_t low = 0;
  std::size_t high = text.size();
  while (low < high) {  // the longest prefix that leaves room for the ellipsis
    const std::size_t middle = (low + high + 1) / 2;
    const std::size_t cut = middle == text.size() ? middle : character_start(text, middle);
    if (text_width(theme, role, text.substr(0, cut)) <= room)
      low = middle;
    else
      high = middle - 1;
  }
  std::size_t cut = low == text.size() ? low : character_start(text, low);
  while (cut > 0 && text[cut - 1] == ' ') --cut;
  return std::string(text.substr(0, cut)) + std::string(ellipsis);
}

std::string whole_clauses(const Theme& theme, TextRole role, std::string_view text, float width) {
  if (text_width(theme, role, text) <= width) return std::string(text);
  std::size_t end = 0;
  int brackets = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    brackets += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    const bool ends = (text[i] == ',' || text[i] == ';' || text[i] == ':') && text[i + 1] == ' ';
    if (!ends || brackets > 0) continue;
    if (text_width(theme, role, text.substr(0, i)) > width) break;
    end = i;
  }
  return std::string(text.substr(0, end));
}

std::string first_fitting(const Theme& theme, TextRole role, std::span<const std::string> texts, float width) {
  for (const std::string& text : texts)
    if (text_width(theme, role, text) <= width) return text;
  if (texts.empty()) return {};
  const std::string clauses = whole_clauses(theme, role, texts.back(), width);
  return clauses.empty() ? fitted(theme, role, texts.back(), width) : clauses;
}

FittedText fitted_or_smaller(const Theme& theme, TextRole role, std::span<const std::string> texts, float width) {
  for (const std::string& text : texts)
    if (text_width(theme, role, text) <= width) return {text};
  if (texts.empty() || texts.back().empty()) return {};
  // Glyphs of another size aren't exactly as much narrower: a little more is taken off.
  const float scale = 0.99F * width / text_width(theme, role, texts.back());
  if (scale >= least_squeezed && text_width(scaled(theme, scale), role, texts.back()) <= width)
    return {texts.back(), scale};
  if (std::string clauses = whole_clauses(theme, role, texts.back(), width); !clauses.empty()) return {clauses};
  return {fitted(scaled(theme, least_squeezed), role, texts.back(), width), least_squeezed};
}

bool fits_smaller(const Theme& theme, TextRole role, std::string_view text, float width) {
  const std::string one(text);  // as it is drawn, to the pixel
  return fitted_or_smaller(theme, role, std::span(&one, 1), width).words == one;
}

float fitted_width(const Theme& theme, TextRole role, const FittedText& text) {
  return text_width(scaled(theme, text.scale), role, text.words);
}

float draw_fitted(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color, float width,
                  std::span<const std::string> texts, float align) {
  const FittedText text = fitted_or_smaller(theme, role, texts, width);
  const Theme smaller = scaled(theme, text.scale);
  const float lower = 0.8F * (text_height(theme, role) - text_height(smaller, role));  // on the same base line
  const float used = text_width(smaller, role, text.words);
  draw_text(draw, smaller, role, {at.x + (width - used) * align, at.y + lower}, color, text.words);
  return used;
}

float draw_fitted(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color, float width,
                  std::string_view text, float align) {
  const std::string one(text);
  return draw_fitted(draw, theme, role, at, color, width, std::span(&one, 1), align);
}

float draw_wrapped(ImDrawList& draw, const Theme& theme, TextRole role, ImVec2 at, ImU32 color, std::string_view text,
                   float width, float indent) {
  float y = at.y;
  for (; !text.empty(); indent = 0) {
    draw_text(draw, theme, role, {at.x + indent, y}, color, take_line(theme, role, text, width - indent));
    y += text_height(theme, role);
  }
  return y - at.y;
}

std::vector<std::string_view> wrapped_lines(const Theme& theme, TextRole role, std::string_view text, float width) {
  std::vector<std::string_view> lines;
  while (!text.empty()) lines.push_back(take_line(theme, role, text, width));
  return lines;
}

float wrapped_height(const Theme& theme, TextRole role, std::string_view text, float width) {
  float height = 0;
  for (; !text.empty(); height += text_height(theme, role)) take_line(theme, role, text, width);
  return height;
}

}  // namespace shardscope
