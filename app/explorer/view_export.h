// The view that is shown to a picture file, at a size of one's own: drawn anew beside the window (write_picture.h).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/explorer/state/explorer.h"
#include "app/explorer/write_picture.h"

namespace shardscope {

struct ViewPicture {
  std::string_view label, ending, help;
  PictureSize size;
};
inline constexpr std::array<ViewPicture, 4> view_pictures = {
    {{"Slide, 1920 x 1080", ".png", "A PNG of the view. The name's 1920x1080 is its size: type another.", {1920, 1080}},
     {"Print, 3840 x 2160", ".png", "The same with four times the pixels. The name says the size.", {3840, 2160}},
     {"Poster, 7680 x 4320", ".png", "The same with sixteen times the pixels. The name says the size.", {7680, 4320}},
     {"Drawing", ".svg", "An SVG with true text and shapes, for papers and slides.", {}}}};

/// Asks where to, with the size in the name: "GPT-4 memory 1920x1080.png".
void ask_where_to_draw(Explorer& explorer, const ViewPicture& picture);

/// The last "1920x1080" in a file's name, within what can be drawn.
[[nodiscard]] std::optional<PictureSize> size_in_name(const std::string& file);

/// Draws what an explorer shows, with what it is still at work on finished and no dialog over it. Empty where the file
/// was written, else why not.
[[nodiscard]] std::string write_view(Explorer shown, const DrawOptions& options);

/// Draws it. False with a notice that says why not.
bool export_view(Explorer& explorer, const std::string& file);

}  // namespace shardscope
