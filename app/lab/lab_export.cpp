#include "app/lab/lab_export.h"

#include <filesystem>

#include "app/lab/lab_state.h"
#include "app/timeline/timeline_export.h"
#include "core/base/characters.h"
#include "core/base/rule_words.h"

namespace shardscope {

namespace {

constexpr std::string_view order_help =
    "The order of passes, a line per rank, as papers write it: F1.3 is the forward of stage 1 and micro-batch 3.";

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
  const bool same = lab.simulated && lab.simulated->shown[0] == lab.simulated->shown[1];
  for (std::size_t i = 0; i < lab.charts.size(); ++i) {
    if (!lab.charts[i].run) continue;
    const bool again = same && !exports.empty();
    for (const ExportKind& kind : export_kinds) {
      if (kind.ending == ".png") {
        if (exports.empty()) exports.push_back({std::string(kind.label), kind.ending, kind.help});
      } else if (!again) {
        const std::string schedule(label_of(lab.charts[i].run->kind));
        exports.push_back({schedule + ", " + lowered(kind.label), kind.ending, kind.help, i});
      }
    }
    if (!again) exports.push_back({std::string(label_of(lab.charts[i].run->kind)) + ", order", ".txt", order_help, i});
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
