#include "app/sweep/sweep_run.h"

#include <algorithm>

#include "app/files/scenario_source.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

std::string first_words(const std::vector<Problem>& problems) {
  const Problem& first = problems.front();
  return first.path.empty() ? first.message : first.path + " " + first.message;
}

}  // namespace

SweepAsked ask_sweep(const SweepSettings& settings, const LaunchedScenario& said,
                     std::shared_ptr<const Presets> presets) {
  SweepAsked asked;
  asked.settings = settings, asked.presets = std::move(presets);
  ReadSource read{said.scenario.name, write_scenario(said, *asked.presets), TextKind::scenario, {}};
  Outcome<SweepBase> base = sweep_base(loads_read(std::move(read), {}, *asked.presets), settings.follow);
  if (!succeeded(base)) {
    asked.problem = first_words(problems_of(base));
    return asked;
  }
  asked.base = std::make_shared<const SweepBase>(std::move(std::get<SweepBase>(base)));
  const auto vary = [&](const SweptAxis& axis, std::size_t count_max) {
    Outcome<Varied> varied = varied_by(axis, said.scenario, settings.follow, count_max);
    if (succeeded(varied))
      asked.varied.push_back(std::move(std::get<Varied>(varied)));
    else
      asked.problem = first_words(problems_of(varied));
  };
  vary(settings.along, swept_values_max);
  if (settings.lines) vary(*settings.lines, swept_lines_max);
  if (!asked.problem.empty()) return asked;
  auto all = all_settings(asked.varied);
  if (succeeded(all))
    asked.choices = std::move(std::get<0>(all));
  else
    asked.problem = first_words(problems_of(all));
  return asked;
}

const std::vector<FieldPath>& swept_fields() {
  static const std::vector<FieldPath> fields = [] {
    std::vector<FieldPath> all = {field_path("fits"), field_path("memory.capacity_bytes")};
    for (const SweepFigureEntry& figure : table_of<SweepFigure>) all.push_back(field_path(std::string(figure.path)));
    return all;
  }();
  return fields;
}

void carry_on(SweepProgress& so_far, const SweepAsked& asked, std::size_t count, unsigned threads,
              const std::stop_token& stop) {
  const std::size_t left = asked.choices.size() - so_far.rows.size();
  const auto next = std::span(asked.choices).subspan(so_far.rows.size(), std::min(left, count));
  if (asked.base) add_sweep_rows(so_far.rows, *asked.base, next, swept_fields(), threads, stop);
  if (stop.stop_requested()) return;
  so_far.done = so_far.rows.size() == asked.choices.size();
  ++so_far.version;
}

SweepWorker::SweepWorker(unsigned threads)
    : BackgroundWork([threads](const SweepAsked& asked, const std::stop_token& stop, const Publish& publish) {
        SweepProgress so_far;
        do {
          carry_on(so_far, asked, threads, threads, stop);
          if (!publish(so_far)) return;
        } while (!so_far.done && !stop.stop_requested());
      }) {}

}  // namespace shardscope
