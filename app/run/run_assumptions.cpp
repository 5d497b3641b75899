// What the run's figures rest on, in a row under the calendar (run_cards.h).
#include <imgui.h>

#include <cmath>
#include <string>
#include <vector>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/run/run_cards.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

struct Assumption {
  const char* path;
  std::string words;
};

std::string minutes_words(double seconds) {
  return waited_words(seconds, 0, seconds < 10 * seconds_per_hour ? 1 : 0);
}

std::string failures_words(const Run& run, const RunReport& report) {
  if (!report.failures_per_day) return "failures unknown";
  const double rate = *report.failures_per_day;
  const std::string a_day =
      (rate < 0.05 ? format_count(rate).text() : fixed(rate, rate < 10 ? 2 : 1)) + " failures per day";
  return run.mtbf_node_hours
             ? a_day
             : a_day + ", one in " + grouped(std::llround(run.mtbf_gpu_hours.value_or(default_mtbf_gpu_hours))) +
                   " GPU-hours";
}

std::string spares_words(const RunReport& report) {
  if (!report.spare_nodes_needed) return {};
  return ", " + fixed(report.spare_nodes.value_or(0), 0) + " spare nodes of " + fixed(*report.spare_nodes_needed, 0) +
         " needed";
}

std::vector<Assumption> assumptions(const Report& report) {
  const Run& run = report.scenario.run;
  const RunReport& said = report.run;
  std::vector<Assumption> all;
  all.push_back({"run.mtbf_gpu_hours", failures_words(run, said)});
  all.push_back({"run.restart_seconds", "restart " + minutes_words(run.detection_seconds + run.restart_seconds)});
  if (said.checkpoint_stall)
    all.push_back(
        {"run.storage_bandwidth", "stands " + format_seconds(*said.checkpoint_stall).text() + " per checkpoint"});
  all.push_back({"run.node_repair_seconds", "repair " + minutes_words(run.node_repair_seconds) + spares_words(said)});
  if (run.gpu_hour_usd) all.push_back({"run.gpu_hour_usd", format_dollars(*run.gpu_hour_usd).text() + " per GPU-hour"});
  all.push_back({"run.electricity_usd_per_kwh", "$" + fixed(run.electricity_usd_per_kwh, 3) + " per kWh"});
  all.push_back({"cluster.pue", "PUE " + fixed(report.scenario.cluster.pue, 2)});
  all.push_back({"run.grid_co2_kg_per_kwh", fixed(run.grid_co2_kg_per_kwh, 2) + " kg CO2 per kWh"});
  all.push_back({"run.amortisation_years", fixed(run.amortisation_years, 0) + " years in the books"});
  return all;
}

}  // namespace

std::string waited_words(double seconds, int digits_of_minutes, int digits_of_hours) {
  if (seconds >= 2 * seconds_per_hour) return fixed(seconds / seconds_per_hour, digits_of_hours) + " h";
  return seconds >= 120 ? fixed(seconds / 60, digits_of_minutes) + " min" : format_seconds(Seconds{seconds}).text();
}

void draw_assumptions(const ViewFrame& frame, const Rect& row, const Report& report) {
  const Theme& theme = frame.theme;
  const float gap = theme.px(18);
  float x = row.min.x;
  for (const Assumption& each : assumptions(report)) {
    const float width = text_width(theme, TextRole::secondary, each.words);
    if (x + width > row.max.x) break;
    const Rect place{{x, row.min.y}, {x + width, row.max.y}};
    const std::string name = "run.assumes." + std::string(each.path);
    const HitArea under = hit_area(frame, name.c_str(), place);
    draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {x, text_top(theme, TextRole::secondary, row)},
              under.hovered || under.focused ? theme.text : theme.dim, each.words);
    if (under.hovered) {
      Explanation tip = explain_field(*find_field(each.path), report);
      tip.lines.emplace_back("It is changed in the panel on the left.");
      show_tip(frame, tip);
    }
    x += width + gap;
  }
}

}  // namespace shardscope
