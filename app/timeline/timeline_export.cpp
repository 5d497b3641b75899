#include "app/timeline/timeline_export.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/explorer/explorer.h"
#include "app/output/timeline_file.h"
#include "render/picture/png.h"

namespace shardscope {

void ask_where_to_export(Explorer& explorer, const ExportKind& kind) {
  const Document& document = explorer.history.present();
  std::filesystem::path file = document.file.empty() ? suggested_file(document.scenario.name) : document.file;
  file.replace_extension();
  file += " timeline" + std::string(kind.ending);
  begin_picking(explorer.picker, PickerMode::save_chart, file.string(), std::string(kind.ending));
}

bool export_timeline(Explorer& explorer, const std::string& file) {
  if (std::string trouble = timeline_ending_trouble(file, false); !trouble.empty()) {
    explorer.notice = {std::move(trouble), true};
    return false;
  }
  if (!shown_report(explorer).timeline) {
    explorer.notice = {"There is no timeline to write.", true};
    return false;
  }
  if (file.ends_with(".png")) {
    explorer.picture_due = PictureDue{file};
    return true;
  }
  const Theme theme = explorer.settings.light ? light_theme() : dark_theme();
  const std::string why = write_timeline_file(file, timeline_source(shown_report(explorer)), theme);
  explorer.notice = {why.empty() ? "Wrote " + file : why, !why.empty()};
  return why.empty();
}

bool picture_is_due(const Explorer& explorer) {
  return explorer.picture_due && explorer.picture_due->frames <= 0;
}

void take_picture(Explorer& explorer, const Image& window, float scale) {
  if (!explorer.picture_due) return;
  const std::string file = explorer.picture_due->to;
  explorer.picture_due.reset();
  const std::optional<Rect> charts = explorer.places.find(explorer.tab == Tab::lab ? "lab.charts" : "timeline.charts");
  if (!charts) {
    explorer.notice = {"The charts aren't in view.", true};
    return;
  }
  const Rect part{{charts->min.x * scale, charts->min.y * scale}, {charts->max.x * scale, charts->max.y * scale}};
  const std::optional<Problem> problem = write_png(file, cut_out(window, part));
  explorer.notice = {problem ? problem->message : "Wrote " + file, problem.has_value()};
}

Image cut_out(const Image& image, const Rect& part) {
  const auto within = [](float at, int size) { return std::clamp(static_cast<int>(std::round(at)), 0, size); };
  const int left = within(part.min.x, image.width), right = within(part.max.x, image.width);
  const int top = within(part.min.y, image.height), bottom = within(part.max.y, image.height);
  Image cut{std::max(right - left, 0), std::max(bottom - top, 0), {}};
  for (int y = top; y < bottom; ++y) {
    const auto row = image.rgba.begin() + 4 * (static_cast<std::ptrdiff_t>(y) * image.width + left);
    cut.rgba.insert(cut.rgba.end(), row, row + 4 * static_cast<std::ptrdiff_t>(cut.width));
  }
  return cut;
}

}  // namespace shardscope
