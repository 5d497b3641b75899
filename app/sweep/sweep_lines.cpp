#include "app/sweep/sweep_lines.h"

#include <algorithm>
#include <cmath>

#include "app/output/plans/sweep_page.h"
#include "core/base/number_text.h"
#include "core/fields/json_number.h"
#include "render/text/spoken_value.h"

namespace shardscope {

namespace {

SweptPoint point_of(const SweepRow& row, std::size_t place) {
  SweptPoint point;
  point.x = parse_number(row.settings.front().value).value_or(0);
  point.row = place;
  point.figures = figures_of(row.figures);
  point.fits = row.figures.is_object() && row.figures.value("fits", false);
  return point;
}

/// The command's own, then those that are shown and not among them.
std::string shown_fields(SweepFigure upper, std::optional<SweepFigure> lower) {
  std::string fields = sweep_headline;
  for (const std::optional<SweepFigure> shown : {std::optional(upper), lower}) {
    if (!shown) continue;
    const std::string path(entry_of(*shown).path);
    if (("," + fields + ",").find("," + path + ",") == std::string::npos) fields += "," + path;
  }
  return fields;
}

std::vector<FieldPath> paths_of(const std::string& fields) {
  std::vector<FieldPath> paths;
  for (std::size_t begin = 0; begin <= fields.size();) {
    const std::size_t end = std::min(fields.find(',', begin), fields.size());
    paths.push_back(field_path(fields.substr(begin, end - begin)));
    begin = end + 1;
  }
  return paths;
}

}  // namespace

SweepFigures figures_of(const nlohmann::ordered_json& fields) {
  SweepFigures figures;
  for (std::size_t i = 0; i < figures.size(); ++i) figures[i] = number_at(fields, table_of<SweepFigure>[i].path);
  return figures;
}

std::string value_words(const std::string& path, const std::string& text) {
  const Field* field = find_field(path);
  if (field == nullptr) return text;
  for (std::size_t i = 0; i < field->choices.size(); ++i)
    if (field->choices[i].json == text) return std::string(field->choices[i].label);
  if (field->kind == FieldKind::toggle) return text == "true" ? "on" : "off";
  const std::optional<double> number = parse_number(text);
  if (!number) return text;
  if (field->kind == FieldKind::count) return spoken_value(*field, static_cast<std::int64_t>(std::llround(*number)));
  return field->kind == FieldKind::real ? spoken_value(*field, *number) : text;
}

SweptLines swept_lines(SweepAsked asked, std::vector<SweepRow> rows) {
  SweptLines made;
  keep_meant(rows, asked.varied);
  if (asked.base) complete_settings(rows, *asked.base);
  const bool several = asked.varied.size() > 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string label = several ? std::string(brief_label(asked.varied[1].key)) + " " +
                                            value_words(asked.varied[1].key, rows[i].settings[1].value)
                                      : std::string();
    auto line =
        std::find_if(made.lines.begin(), made.lines.end(), [&](const SweptLine& each) { return each.label == label; });
    if (line == made.lines.end()) line = made.lines.insert(line, SweptLine{label, {}});
    line->points.push_back(point_of(rows[i], i));
    const std::optional<double> capacity = number_at(rows[i].figures, "memory.capacity_bytes");
    if (capacity && !made.capacity) made.capacity = capacity;
    if (capacity && *made.capacity != *capacity) made.capacity = std::nan("");
  }
  if (made.capacity && std::isnan(*made.capacity)) made.capacity.reset();
  for (SweptLine& line : made.lines)
    std::stable_sort(line.points.begin(), line.points.end(),
                     [](const SweptPoint& a, const SweptPoint& b) { return a.x < b.x; });
  made.asked = std::move(asked), made.rows = std::move(rows);
  return made;
}

std::optional<double> ideal_at(const SweepSettings& settings, SweepFigure figure, double x, double present_x,
                               double present) {
  const bool over_sizes = settings.along.path == "cluster.gpus" || settings.along.path == "plan.dp";
  const std::optional<GpuPowers>& ideal = entry_of(figure).ideal;
  if (!over_sizes || !ideal || !(present_x > 0)) return std::nullopt;
  if (settings.follow == SweepFollow::batch) return present * std::pow(x / present_x, ideal->strong);
  if (settings.follow == SweepFollow::share) return present * std::pow(x / present_x, ideal->weak);
  return std::nullopt;
}

std::string csv_of_sweep(const SweptLines& lines, SweepFigure upper, std::optional<SweepFigure> lower) {
  return sweep_csv(lines.rows, paths_of(shown_fields(upper, lower)));
}

std::string command_of_sweep(const SweptLines& lines, const std::string& scenario, SweepFigure upper,
                             std::optional<SweepFigure> lower) {
  std::string words = "shardscope sweep " + scenario;
  const SweepSettings& settings = lines.asked.settings;
  for (std::size_t i = 0; i < lines.asked.varied.size(); ++i) {
    const Varied& varied = lines.asked.varied[i];
    const std::string& typed = i == 0 ? settings.along.typed : settings.lines->typed;
    std::string list = typed;
    if (typed.empty())
      for (const std::string& value : varied.values) list += (list.empty() ? "" : ",") + value;
    words += " --vary '" + varied.key + "=" + list + "'";
  }
  if (settings.follow != SweepFollow::alone) words += " --follow " + std::string(json_name(settings.follow));
  const std::string fields = shown_fields(upper, lower);
  if (fields != sweep_headline) words += " --fields " + fields;
  return words + " --csv";
}

}  // namespace shardscope
