#include "app/explorer/timeline_export.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/explorer/explorer.h"
#include "app/files.h"
#include "app/output/svg.h"
#include "app/output/trace.h"
#include "render/png.h"

namespace shardscope {

namespace {

/// Empty where the file was written, else why not.
std::string write_by_ending(const Explorer& explorer, const std::string& file) {
  const Report& report = shown_report(explorer);
  return write_text_file(file, [&](std::ostream& out) {
    if (file.ends_with(".svg"))
      return write_svg(out, report, explorer.settings.light ? light_theme() : dark_theme(), {});
    if (file.ends_with(".csv")) return write_timeline_csv(out, report);
    write_trace(out, report);
  });
}

}  // namespace

void ask_where_to_export(Explorer& explorer, const ExportKind& kind) {
  const Document& document = explorer.history.present();
  std::filesystem::path file = document.file.empty() ? suggested_file(document.scenario.name) : document.file;
  file.replace_extension();
  file += " timeline" + std::string(kind.ending);
  begin_picking(explorer.picker, PickerMode::save_chart, file.string(), std::string(kind.ending));
}

bool export_timeline(Explorer& explorer, const std::string& file) {
  constexpr std::array<std::string_view, 4> endings = {".png", ".svg", ".csv", ".json"};
  if (std::none_of(endings.begin(), endings.end(), [&](std::string_view ending) { return file.ends_with(ending); })) {
    explorer.notice = {"A timeline is written as .png, .svg, .csv or .json.", true};
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
  const std::string why = write_by_ending(explorer, file);
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
  const std::optional<Rect> charts = explorer.places.find("timeline.charts");
  if (!charts) {
    explorer.notice = {"The timeline isn't in view.", true};
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
