#include "app/output/svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "render/chart/time_axis.h"
#include "render/gantt/gantt_palette.h"
#include "render/gantt/gantt_runs.h"
#include "render/picture/svg_parts.h"
#include "render/text/format.h"
#include "render/text/pass_name.h"

namespace shardscope {

namespace {

// Lengths in the picture's units, a pixel each at full size.
constexpr double margin = 20, label_width = 64, head_height = 70, foot_height = 44, text_size = 12;
constexpr double legend_line = 20;
constexpr double lane_height_max = 24, lane_height_min = 3, lanes_height = 1000;
constexpr double digit_width = 6.2, number_size = 10;       // Inter's digits take 0.62 of their size
constexpr double cap_share = 0.73;                          // of a text's size that its digits and capitals are high
constexpr double number_height_min = 11;                    // of a lane
constexpr double bar_width_min = 0.25;                      // on average; below it lanes show their mix
constexpr std::size_t titled_bars_max = 5000;               // bars that say what they are when pointed at
constexpr std::size_t runs_max = 400, runs_total = 15'000;  // of the mix: a lane's, and all lanes'

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

/// What the parts of the picture share.
struct Picture {
  std::ostream& out;
  const TimelineSource& source;
  const Timeline& timeline;
  const TimelineIndex& index;
  const Theme& theme;
  const GanttPalette& palette;
  Box lanes;               // all of them
  double lane_height = 0;  // with the gap below

  [[nodiscard]] double x_of(double seconds) const { return lanes.x + seconds / index.step * lanes.width; }
  [[nodiscard]] Box row(std::int32_t rank) const {
    const double gap = lane_height >= 8 ? 2 : lane_height >= 5 ? 1 : 0.5;
    return {lanes.x, lanes.y + rank * lane_height, lanes.width, lane_height - gap};
  }

  void rect(const Box& box, std::string_view fill_class, std::string_view title = {}) const {
    out << "<rect class=\"" << fill_class << "\" x=\"" << svg_number(box.x) << "\" y=\"" << svg_number(box.y)
        << "\" width=\"" << svg_number(std::max(box.width, 0.01)) << "\" height=\"" << svg_number(box.height) << "\"";
    if (title.empty())
      out << "/>\n";
    else
      out << "><title>" << svg_escaped(title) << "</title></rect>\n";
  }
  void text(double x, double y, std::string_view text_class, std::string_view words) const {
    out << "<text class=\"" << text_class << "\" x=\"" << svg_number(x) << "\" y=\"" << svg_number(y) << "\">"
        << svg_escaped(words) << "</text>\n";
  }
  void line(double x0, double y0, double x1, double y1) const {
    out << "<path class=\"line\" d=\"M" << svg_number(x0) << " " << svg_number(y0) << "L" << svg_number(x1) << " "
        << svg_number(y1) << "\"/>\n";
  }
};

std::string slot_class(std::size_t slot) {
  return "p" + std::to_string(slot);
}
std::string kind_class(BarKind kind) {
  return "k" + std::to_string(static_cast<int>(kind));
}

void write_style(const Picture& picture, double width, double height) {
  std::ostream& out = picture.out;
  const Theme& theme = picture.theme;
  out << "<style>\n"
      << svg_text_style("font-size:" + svg_number(text_size) + "px;fill:" + svg_color(theme.text))
      << "\n.title{font-size:16px;font-weight:600}\n.dim{fill:" << svg_color(theme.dim)
      << "}\n.rank{text-anchor:end;fill:" << svg_color(theme.dim)
      << "}\n.tick{text-anchor:middle;fill:" << svg_color(theme.dim)
      << "}\n.number{font-size:" << svg_number(number_size)
      << "px;text-anchor:middle;pointer-events:none}\n.line{stroke:" << svg_color(theme.line)
      << ";fill:none}\n.ground{fill:" << svg_color(theme.panel) << "}\n.idle{fill:url(#idle)}\n";
  for (std::size_t slot = 0; slot < picture.palette.fill.size(); ++slot)
    out << "." << slot_class(slot) << "{fill:" << svg_color(picture.palette.fill[slot]) << "}\n.ink" << slot
        << "{fill:" << svg_color(picture.palette.ink[slot]) << "}\n";
  for (std::size_t kind = 0; kind + 1 < bar_kinds; ++kind)
    out << "." << kind_class(static_cast<BarKind>(kind))
        << "{fill:" << svg_color(picture.palette.color_of_kind(theme, static_cast<BarKind>(kind))) << "}\n";
  out << "</style>\n<defs><pattern id=\"idle\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
         "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\""
      << svg_color(theme.panel) << "\"/><rect width=\"1.5\" height=\"6\" fill=\"" << svg_color(theme.hatch)
      << "\"/></pattern></defs>\n";
  picture.rect({0, 0, width, height}, "ground");
}

void write_head(const Picture& picture) {
  const TimelineSource& source = picture.source;
  const Timeline& timeline = picture.timeline;
  picture.text(margin, margin + 14, "title", source.title);
  const bool named = source.kind && label_of(*source.kind) != source.title;
  std::string words = named ? std::string(label_of(*source.kind)) + ", " : std::string();
  words +=
      grouped(timeline.ranks, "rank", "ranks") + ", " + grouped(timeline.micro_batches, "micro-batch", "micro-batches");
  if (timeline.virtual_stages > 1) words += ", " + grouped(timeline.virtual_stages) + " chunks per rank";
  const std::string idle = format_percent(timeline.bubble_fraction()).text();
  if (source.unit == TimeUnit::units)
    words += ": ends at " + units_text(timeline.makespan.value) + ", bubble " + idle;
  else
    words += ": " + format_seconds(timeline.makespan).text() + " of pipeline, " + idle + " of it idle";
  if (source.step) words += "; step " + format_seconds(*source.step).text();
  picture.text(margin, margin + 34, "dim", words);
}

void write_number(const Picture& picture, const Box& bar, Pass pass) {
  const std::string digits = std::to_string(pass.micro_batch);
  if (bar.width < static_cast<double>(digits.size()) * digit_width + 2 || bar.height < number_height_min - 2) return;
  picture.text(bar.x + bar.width / 2, bar.y + (bar.height + cap_share * number_size) / 2,
               "number ink" + std::to_string(picture.palette.slot(pass)), digits);
}

std::string title_of(const PassRecord& bar, TimeUnit unit) {
  const auto moment = [unit](double time) {
    return unit == TimeUnit::units ? units_text(time) : format_seconds(Seconds{time}).text();
  };
  return std::string(name_of_pass(bar.pass.kind).title) + ", micro-batch " + std::to_string(bar.pass.micro_batch) +
         ", chunk " + std::to_string(bar.pass.chunk) + ": " + moment(bar.start) + " to " + moment(bar.end);
}

void write_bars(const Picture& picture, std::int32_t rank, bool titled) {
  const LaneIndex lane = lane_index(picture.timeline, picture.index, rank);
  const Box row = picture.row(rank);
  for (const PassRecord& bar : lane.bars) {
    const double left = picture.x_of(bar.start), right = picture.x_of(bar.end);
    const double gap = right - left >= 4 ? 0.5 : 0;
    const Box box{left, row.y, right - left - gap, row.height};
    picture.rect(box, slot_class(picture.palette.slot(bar.pass)),
                 titled ? title_of(bar, picture.source.unit) : std::string());
    const double again = picture.x_of(bar.start + lane.recompute_seconds(bar)) - left;
    if (again >= 0.5)
      picture.rect({left, row.y, std::min(again, box.width), row.height}, kind_class(BarKind::recompute));
    write_number(picture, box, bar.pass);
  }
}

/// A lane of many bars: stretches of about the same mix, each kind's share of the height from the top; idle stays free.
void write_mix(const Picture& picture, std::int32_t rank, std::span<ColumnMix> columns, std::span<MixRun> runs) {
  const LaneIndex lane = lane_index(picture.timeline, picture.index, rank);
  mix_columns(lane, {0, picture.index.step}, columns);
  const float tolerance = cut_tolerance(static_cast<double>(lane.bars.size()) / static_cast<double>(columns.size()));
  const std::size_t count = merge_columns(columns, tolerance, runs);
  const Box row = picture.row(rank);
  const double width = row.width / static_cast<double>(columns.size());
  for (const MixRun& run : runs.first(count)) {
    double top = row.y;
    for (std::size_t kind = 0; kind < pass_work_kinds; ++kind) {
      const double height = run.mix.share[kind] * row.height;
      if (run.mix.share[kind] > 0.01f)
        picture.rect({row.x + static_cast<double>(run.first) * width, top,
                      static_cast<double>(run.last - run.first) * width, height},
                     kind_class(static_cast<BarKind>(kind)));
      top += height;
    }
  }
}

/// Exchange and optimizer in the lower half of the row, as they run beside the passes.
void write_step_end(const Picture& picture, std::int32_t rank) {
  const Box row = picture.row(rank);
  for (const auto& [kind, range] : parts_of(picture.index.step_ends[static_cast<std::size_t>(rank)]))
    if (const double x = picture.x_of(range.start); range.length() > 0)
      picture.rect({x, row.y + row.height / 2, picture.x_of(range.end) - x, row.height / 2}, kind_class(kind),
                   name_of_work(kind).title);
}

void write_lanes(const Picture& picture) {
  const Timeline& timeline = picture.timeline;
  std::size_t longest = 0;
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) longest = std::max(longest, timeline.lane(rank).size());
  const bool bars =
      timeline.records.size() <= svg_bars_max && picture.lanes.width >= bar_width_min * static_cast<double>(longest);
  std::vector<ColumnMix> columns(static_cast<std::size_t>(std::max(picture.lanes.width, 2.0)));
  std::vector<MixRun> runs(std::clamp<std::size_t>(runs_total / static_cast<std::size_t>(timeline.ranks), 8, runs_max));
  const auto every = static_cast<std::int32_t>(std::ceil(13 / picture.lane_height));  // ranks a label
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    const Box row = picture.row(rank);
    picture.out << "<g>\n";
    if (rank % every == 0)
      picture.text(row.x - 8, row.y + (row.height + cap_share * text_size) / 2, "rank", "Rank " + std::to_string(rank));
    picture.rect({row.x, row.y, picture.x_of(timeline.makespan.value) - row.x, row.height}, "idle");
    if (bars)
      write_bars(picture, rank, timeline.records.size() <= titled_bars_max);
    else
      write_mix(picture, rank, columns, runs);
    write_step_end(picture, rank);
    picture.out << "</g>\n";
  }
}

void write_axis(const Picture& picture) {
  const double y = picture.lanes.y + picture.lanes.height + 4;
  picture.line(picture.lanes.x, y, picture.lanes.x + picture.lanes.width, y);
  for (const TimeTick& tick : time_ticks({0, picture.index.step}, 10, picture.source.unit)) {
    const double x = picture.x_of(tick.seconds);
    picture.line(x, y, x, y + 4);
    picture.text(x, y + 18, "tick", tick.label);
  }
}

/// A kind of work that the step has, and where its name stands: x in the picture, and the line of the legend.
struct LegendEntry {
  BarKind kind;
  std::string_view label;
  double x = 0;
  int line = 0;
};

/// As many to a line as end before the lanes do.
std::vector<LegendEntry> legend_entries(const TimelineIndex& index, double left, double width) {
  std::array<bool, bar_kinds> shown = {};
  for (const ColumnMix& column : index.overview)
    for (std::size_t kind = 0; kind < bar_kinds; ++kind) shown[kind] = shown[kind] || column.share[kind] > 0;
  std::vector<LegendEntry> entries;
  double x = left;
  int line = 0;
  for (std::size_t i = 0; i < bar_kinds; ++i) {
    const auto kind = static_cast<BarKind>(i);
    if (!shown[i]) continue;
    const std::string_view label = kind == BarKind::idle ? "Idle" : name_of_work(kind).title;
    const double used = 18 + static_cast<double>(label.size()) * 6.6;
    if (x > left && x + used > left + width) x = left, ++line;
    entries.push_back({kind, label, x, line});
    x += used + 22;
  }
  return entries;
}

void write_legend(const Picture& picture, std::span<const LegendEntry> entries) {
  for (const LegendEntry& entry : entries) {
    const double y = picture.lanes.y + picture.lanes.height + 34 + entry.line * legend_line;
    picture.rect({entry.x, y, 12, 12}, entry.kind == BarKind::idle ? std::string("idle") : kind_class(entry.kind));
    picture.text(entry.x + 18, y + 10, "dim", entry.label);
  }
}

}  // namespace

void write_svg(std::ostream& out, const TimelineSource& source, const Theme& theme, const SvgOptions& options) {
  const Timeline& timeline = source.timeline;
  const TimelineIndex index = build_timeline_index(timeline, source.step_ends);
  const GanttPalette palette = gantt_palette(theme, GanttColoring::pass_and_chunk, timeline);
  const double ranks = timeline.ranks, width = options.width;
  const double lanes_width = std::max(10.0, width - 2 * margin - label_width);
  const std::vector<LegendEntry> legend = legend_entries(index, margin + label_width, lanes_width);
  const double more_lines = legend.empty() ? 0 : legend.back().line * legend_line;
  const double around = head_height + foot_height + more_lines + margin;
  double lane_height = std::clamp(lanes_height / ranks, lane_height_min, lane_height_max);
  if (options.height > 0) lane_height = std::max(0.5, (options.height - around) / ranks);
  const Box lanes{margin + label_width, head_height, lanes_width, lane_height * ranks};
  const double height = options.height > 0 ? options.height : lanes.height + around;
  const Picture picture{out, source, timeline, index, theme, palette, lanes, lane_height};
  out << svg_head(width, height) << "<title>" << svg_escaped(source.title) << "</title>\n";
  write_style(picture, width, height);
  write_head(picture);
  write_lanes(picture);
  write_axis(picture);
  write_legend(picture, legend);
  out << "</svg>\n";
}

}  // namespace shardscope
