#include "app/lab/lab_export.h"

#include <filesystem>

#include "app/lab/lab_state.h"
#include "app/output/timeline_file.h"
#include "core/base/characters.h"
#include "core/base/rule_words.h"

namespace shardscope {

namespace {

std::string lowered(std::string_view word) {
  std::string text(word);
  text.front() = lower(text.front());
  return text;
}

/// "ZB-V, 8 ranks, 16 micro-batches": without what names of files can't have.
std::string file_of(const Lab& lab, const ChartExport& chosen) {
  const LabDocument& document = lab.history.present();
  std::string name;
  for (std::size_t i = 0; i < lab.charts.size(); ++i)
    if (lab.charts[i].run && chosen.chart.value_or(i) == i)
      name += (name.empty() ? "" : " and ") + std::string(label_of(document.shown[i]));
  name += ", " + counted(document.values.ranks, "rank", "ranks") + ", " +
          counted(document.values.micro_batches, "micro-batch", "micro-batches");
  std::filesystem::path file(suggested_file(name));
  file.replace_extension();
  return file.string() + std::string(chosen.ending);
}

}  // namespace

std::vector<ChartExport> chart_exports(const LabState& state) {
  std::vector<ChartExport> exports;
  if (!state.lab) return exports;
  const Lab& lab = *state.lab;
  const auto of_schedule = [&](const ExportKind& kind, std::size_t i) -> ChartExport {
    return {std::string(label_of(lab.charts[i].run->kind)) + ", " + lowered(kind.label), kind.ending, kind.help, i};
  };
  const bool same = lab.simulated && lab.simulated->shown[0] == lab.simulated->shown[1];
  for (std::size_t i = 0; i < lab.charts.size(); ++i) {
    if (!lab.charts[i].run) continue;
    const bool again = same && !exports.empty();
    for (const ExportKind& kind : export_kinds) {
      if (kind.as_seen) {
        if (exports.empty()) exports.push_back({std::string(kind.label), kind.ending, kind.help});
      } else if (!again) {
        exports.push_back(of_schedule(kind, i));
      }
    }
    if (!again) exports.push_back(of_schedule(order_kind, i));
  }
  return exports;
}

SaveQuestion choose_export(LabState& state, const ChartExport& chosen) {
  state.lab->exported = chosen.chart;
  return {file_of(*state.lab, chosen), std::string(chosen.ending)};
}

std::optional<TimelineSource> exported_timeline(const LabState& state) {
  if (!state.lab) return std::nullopt;
  const std::array<LabChart, 2>& charts = state.lab->charts;
  const LabChart& chart = charts[state.lab->exported.value_or(charts[0].run ? 0 : 1)];
  return chart.run ? std::optional(timeline_source(*chart.run)) : std::nullopt;
}

TimelineSource timeline_source(const LabRun& run) {
  TimelineSource source{run.timeline, std::string(label_of(run.kind))};
  source.kind = run.kind;
  source.unit = TimeUnit::units;
  source.held = &run.held;
  source.held_unit = "micro-batches";
  source.schedule = &run.schedule;
  return source;
}

}  // namespace shardscope
