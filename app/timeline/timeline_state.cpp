#include "app/timeline/timeline_state.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/explorer/explorer.h"
#include "app/output/no_timeline.h"
#include "core/inspect/held_bytes.h"
#include "core/search/follow_edit.h"

namespace shardscope {

namespace {

constexpr double seconds_to_play = 20;  // the whole step takes about so long, unless a person chose another speed

bool shows_beside(const Explorer& explorer) {
  return explorer.timeline.beside && explorer.grown == ViewKind::timeline;
}

TimelineParts parts_of(const Report& report) {
  TimelineParts parts;
  if (!report.timeline) return parts;
  parts.index = build_timeline_index(*report.timeline, report.time->tails);
  parts.held = held_bytes(report);
  parts.critical = critical_path(*report.timeline, parts.index);
  return parts;
}

/// The power of ten below the speed, and how many times that it is.
struct Decade {
  double power, times;
};
Decade decade_of(double speed) {
  const double power = std::pow(10.0, std::floor(std::log10(std::max(speed, 1e-12)) + 1e-9));
  return {power, speed / power};
}

}  // namespace

double faster_by_decades(double speed) {
  const Decade at = decade_of(speed);
  return at.power * (at.times < 1.5 ? 2 : at.times < 3.5 ? 5 : 10);
}

double slower_by_decades(double speed) {
  const Decade at = decade_of(speed);
  return at.power * (at.times < 1.5 ? 0.5 : at.times < 3.5 ? 1 : 2);
}

double round_speed(double speed) {
  const Decade at = decade_of(speed);
  return at.power * (at.times < 1.5 ? 1 : at.times < 3.5 ? 2 : at.times < 7.5 ? 5 : 10);
}

TimelineBeside timeline_beside(const Scenario& scenario, ScheduleKind kind) {
  TimelineBeside beside;
  beside.kind = kind;
  beside.report = evaluate(with_schedule(scenario, kind));
  beside.parts = parts_of(beside.report);
  if (!beside.report.timeline) beside.problem = no_timeline(beside.report).front().message;
  return beside;
}

void refresh_timeline(Explorer& explorer) {
  TimelineDetail& detail = explorer.timeline_detail;
  const Report& report = shown_report(explorer);
  const bool same = detail.evaluation == explorer.evaluations;
  if (!same) {
    const bool strips_fit = detail.strips_fit;
    detail = {};
    detail.strips_fit = strips_fit;
    detail.evaluation = explorer.evaluations;
  }
  if (report.timeline && explorer.grown == ViewKind::timeline && detail.held.during.empty()) {
    detail.held = held_bytes(report);
    detail.critical = critical_path(*report.timeline, explorer.timeline_index);
  }
  const std::optional<ScheduleKind> wanted = shows_beside(explorer) ? explorer.timeline.beside : std::nullopt;
  if (detail.beside.kind != wanted)
    detail.beside = wanted ? timeline_beside(report.scenario, *wanted) : TimelineBeside{};
  Play& play = explorer.timeline.play;
  const double end = timeline_end(explorer);
  if (!explorer.timeline.speed_chosen && end > 0) play.speed = round_speed(end / seconds_to_play);
  if (play.time) play.time = std::min(*play.time, end);
}

double timeline_end(const Explorer& explorer) {
  double end = shown_report(explorer).timeline ? explorer.timeline_index.step : 0;
  if (shows_beside(explorer) && explorer.timeline_detail.beside.report.timeline)
    end = std::max(end, explorer.timeline_detail.beside.parts.index.step);
  return end;
}

std::vector<const Timeline*> shown_timelines(const Explorer& explorer) {
  std::vector<const Timeline*> timelines;
  const Report& report = shown_report(explorer);
  if (report.timeline) timelines.push_back(&*report.timeline);
  const TimelineBeside& beside = explorer.timeline_detail.beside;
  if (shows_beside(explorer) && beside.report.timeline) timelines.push_back(&*beside.report.timeline);
  return timelines;
}

}  // namespace shardscope
