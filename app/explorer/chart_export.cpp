#include "app/explorer/chart_export.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/lab/lab_export.h"
#include "app/output/timeline_file.h"
#include "render/picture/png.h"

namespace shardscope {

namespace {

/// Why nothing can be written; empty where it was.
std::string write_charts(const Explorer& explorer, const std::string& file) {
  const Theme theme = explorer.session.settings.light ? light_theme() : dark_theme();
  if (explorer.lab_shown) return write_timeline_file(file, timeline_source(*exported_run(lab_of(explorer))), theme);
  return write_timeline_file(file, timeline_source(shown_report(explorer.session)), theme);
}

/// What there is to write.
std::string missing_charts(const Explorer& explorer) {
  if (explorer.lab_shown) return exported_run(lab_of(explorer)) != nullptr ? "" : "No schedule runs with these values.";
  return shown_report(explorer.session).timeline ? "" : "There is no timeline to write.";
}

}  // namespace

bool export_charts(Explorer& explorer, const std::string& file) {
  std::string trouble = timeline_ending_trouble(file, explorer.lab_shown);
  if (trouble.empty()) trouble = missing_charts(explorer);
  if (trouble.empty() && file.ends_with(".png")) {
    explorer.picture_due = PictureDue{file};
    return true;
  }
  if (trouble.empty()) trouble = write_charts(explorer, file);
  explorer.session.notice = {trouble.empty() ? "Wrote " + file : trouble, !trouble.empty()};
  return trouble.empty();
}

bool picture_is_due(const Explorer& explorer) {
  return explorer.picture_due && explorer.picture_due->frames <= 0;
}

void take_picture(Explorer& explorer, const Image& window, float scale) {
  if (!explorer.picture_due) return;
  const std::string file = explorer.picture_due->to;
  explorer.picture_due.reset();
  Notice& notice = explorer.session.notice;
  const std::optional<Rect> charts = explorer.places.find(explorer.lab_shown ? "lab.charts" : "timeline.charts");
  if (!charts) {
    notice = {"The charts aren't in view.", true};
    return;
  }
  const Rect part{{charts->min.x * scale, charts->min.y * scale}, {charts->max.x * scale, charts->max.y * scale}};
  const std::optional<Problem> problem = write_png(file, cut_out(window, part));
  notice = {problem ? problem->message : "Wrote " + file, problem.has_value()};
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
