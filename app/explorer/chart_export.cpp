#include "app/explorer/chart_export.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>

#include "app/explorer/view_export.h"
#include "app/files/files.h"
#include "app/lab/draw_schedule.h"
#include "app/output/drawing.h"
#include "app/output/timeline_file.h"
#include "render/picture/png.h"

namespace shardscope {

namespace {

/// What there is to write; nothing where no schedule can be run.
std::optional<TimelineSource> shown_timeline(const Explorer& explorer) {
  if (explorer.alone != nullptr) return explorer.alone->exported_timeline(explorer.views);
  const Report& report = shown_report(explorer.session);
  return report.timeline ? std::optional(timeline_source(report)) : std::nullopt;
}

/// The schedule that is shown alone, or the Timeline over the whole window. Empty where it was written, else why not.
std::string write_chart_drawing(const Explorer& explorer, const TimelineSource& source, const std::string& file) {
  const ThemeName theme = explorer.session.settings.theme;
  if (explorer.alone == nullptr) {
    DrawOptions options;
    options.theme = theme;
    options.to = file;
    Explorer shown = explorer;
    shown.grown = TimelineState::info.name;
    return write_view(std::move(shown), options);
  }
  std::string why;
  beside_the_window([&] {
    why = draw_schedule(source, {file, schedule_picture_width, schedule_picture_height, theme_of(theme)});
  });
  return why;
}

/// The view that is shown of the scenario, where it has texts of its own.
const ViewEntry* view_with_texts(const Explorer& explorer) {
  const ViewEntry* view = explorer.alone == nullptr ? find_view(explorer.grown) : nullptr;
  return view != nullptr && view->text != nullptr ? view : nullptr;
}

bool export_text(Explorer& explorer, const ViewEntry& view, const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  const std::optional<std::string> text = view.text(explorer.views, ending, *explorer.session.presets);
  const std::string why = text ? write_text_file(file, *text) : "There is nothing to write as \"" + ending + "\" here.";
  explorer.session.notice = why.empty() ? notice_of_file("Wrote", file) : Notice{why, true};
  return why.empty();
}

}  // namespace

bool export_charts(Explorer& explorer, const std::string& file) {
  if (const ViewEntry* view = view_with_texts(explorer))
    return is_picture(file) ? export_view(explorer, file) : export_text(explorer, *view, file);
  const std::optional<TimelineSource> source = shown_timeline(explorer);
  const bool with_order = explorer.alone != nullptr;
  std::string problem = timeline_ending_problem(file, with_order);
  if (problem.empty() && !source) problem = "There is no timeline to write.";
  if (problem.empty() && export_kind_of(file, with_order)->as_seen) {
    explorer.picture_due = PictureDue{file};
    return true;
  }
  if (problem.empty())
    problem = is_picture(file) ? write_chart_drawing(explorer, *source, file) : write_timeline_file(file, *source);
  explorer.session.notice = problem.empty() ? notice_of_file("Wrote", file) : Notice{problem, true};
  return problem.empty();
}

bool picture_is_due(const Explorer& explorer) {
  return explorer.picture_due && explorer.picture_due->frames <= 0;
}

void take_picture(Explorer& explorer, const Image& window, float scale) {
  if (!explorer.picture_due) return;
  const std::string file = explorer.picture_due->to;
  explorer.picture_due.reset();
  Notice& notice = explorer.session.notice;
  const std::string view(explorer.alone != nullptr ? explorer.alone->info.name : TimelineState::info.name);
  const std::optional<Rect> charts = explorer.places.find(view + ".charts");
  if (!charts) {
    notice = {"The charts aren't in view.", true};
    return;
  }
  const Rect part{{charts->min.x * scale, charts->min.y * scale}, {charts->max.x * scale, charts->max.y * scale}};
  const std::optional<Problem> problem = write_png(file, cut_out(window, part));
  notice = problem ? Notice{problem->message, true} : notice_of_file("Wrote", file);
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
