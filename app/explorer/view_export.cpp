#include "app/explorer/view_export.h"

#include <algorithm>
#include <filesystem>

#include "app/explorer/state/explorer.h"
#include "app/output/drawing.h"
#include "core/base/characters.h"

namespace shardscope {

void ask_where_to_draw(Explorer& explorer, const ViewPicture& picture) {
  const Document& document = explorer.session.history.present();
  std::filesystem::path file = document.file.empty() ? suggested_file(document.said.scenario.name) : document.file;
  file.replace_extension();
  file += " " + shown_view(explorer) + " " + std::to_string(picture.size.width) + "x" +
          std::to_string(picture.size.height) + std::string(picture.ending);
  explorer.picture_size = picture.size;
  begin_picking(explorer.session.picker, PickerMode::save_view, file.string(), std::string(picture.ending));
}

std::optional<PictureSize> size_in_name(const std::string& file) {
  constexpr int side_min = 200;  // "grid-64x64" says something else
  const std::string name = std::filesystem::path(file).stem().string();
  for (std::size_t cross = name.rfind('x'); cross != std::string::npos && cross > 0;
       cross = name.rfind('x', cross - 1)) {
    std::size_t begin = cross, end = cross + 1;
    while (begin > 0 && is_digit(name[begin - 1])) --begin;
    while (end < name.size() && is_digit(name[end])) ++end;
    const auto size = read_picture_size(std::string_view(name).substr(begin, end - begin));
    if (size && std::min(size->width, size->height) >= side_min) return size;
  }
  return std::nullopt;
}

std::string write_view(Explorer shown, const DrawOptions& options) {
  shown.session.picker.mode = PickerMode::closed;
  shown.session.pending = Pending::nothing;
  shown.session.notice = {};
  for (const ViewEntry& entry : view_entries())
    if (entry.finish != nullptr) entry.finish(shown.views);
  Outcome<std::monostate> drawn = std::vector<Problem>{};
  beside_the_window([&] { drawn = write_picture(std::move(shown), options); });
  return succeeded(drawn) ? std::string() : problems_of(drawn).front().message;
}

bool export_view(Explorer& explorer, const std::string& file) {
  if (!is_picture(file)) {
    explorer.session.notice = {"A view is drawn as .png or .svg.", true};
    return false;
  }
  DrawOptions options;
  const PictureSize size = size_in_name(file).value_or(explorer.picture_size);
  options.width = size.width, options.height = size.height;
  const float fits = std::min(static_cast<float>(size.width) / design::window_width,
                              static_cast<float>(size.height) / design::window_height);
  options.scale = std::clamp(fits, 0.5F, 4.0F);
  options.theme = explorer.session.settings.theme;
  options.to = file;
  const std::string why = write_view(explorer, options);
  explorer.session.notice = why.empty() ? notice_of_file("Wrote", file) : Notice{why, true};
  return why.empty();
}

}  // namespace shardscope
