// The lines that wrapped words take, for who wants to know where a word of them stands.
#pragma once

#include <string_view>
#include <vector>

#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// As draw_wrapped() draws them, parts of `text`.
[[nodiscard]] std::vector<std::string_view> wrapped_lines(const Theme& theme, TextRole role, std::string_view text,
                                                          float width);

/// Where the bytes from `begin` to `end` of the text stand, drawn so at `at`: a place on each line that has some.
[[nodiscard]] std::vector<Rect> places_of_words(const Theme& theme, TextRole role, ImVec2 at, std::string_view text,
                                                float width, std::size_t begin, std::size_t end);

}  // namespace shardscope
