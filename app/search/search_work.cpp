#include "app/search/search_work.h"

#include <algorithm>
#include <thread>

#include "app/files/public_runs.h"
#include "app/output/plans/plan_words.h"
#include "app/search/inverse_section.h"
#include "app/search/search_kept.h"
#include "app/session/frame_budget.h"
#include "core/base/rule_names.h"
#include "core/evaluate/evaluate.h"
#include "core/memory/memory_range.h"
#include "core/plan_search/space/plan_space.h"
#include "core/plan_search/trial_log.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

constexpr std::size_t landscape_plans_max = 100'000;
// A picture shows what so many looks find, the same each time: a search to the end may take minutes.
constexpr std::uint64_t looks_of_picture = 9'000;
constexpr std::size_t landscape_plans_of_picture = 1'500;
constexpr std::size_t plans_drawn_per_frame = 30'000;
constexpr double plane_wide = 24;  // times the best: so far up go figures of which less is better

bool is_drawn_alone(const ViewFrame& frame) {
  return !(frame.evaluate_seconds > 0);
}

SearchQuestion question_of(SearchState& state, const ViewFrame& frame) {
  SearchQuestion question;
  SearchFramework rules;
  if (state.settings.by_rules) {
    question.rules = std::make_shared<const Presets>(frame.presets);
    rules = {find_framework(question.rules->frameworks, frame.launch.rules), question.rules.get()};
  }
  question.request = request_of(state.settings, *state.base, rules);
  question.present = choice_of(frame.scenario(), *state.base, question.request.space);
  question.axes = cell_axes(*state.base, question.request.space, question.present.value_or(all_ones()));
  question.landscape_plans = is_drawn_alone(frame) ? landscape_plans_of_picture : landscape_plans_max;
  return question;
}

void begin(SearchState& state, const ViewFrame& frame, SearchQuestion question) {
  state.request = question.request;
  state.progress = {}, state.drawn = {}, state.ranges = {}, state.beyond.clear(), state.stopped = false;
  state.progress.axes = question.axes;
  if (is_drawn_alone(frame)) {
    state.slices = begin_run(question, false);
    const unsigned threads = std::max(1U, state.threads);
    while (!state.slices->so_far.done && state.slices->so_far.looked_at < looks_of_picture)
      carry_on(*state.slices, threads);
    state.progress = state.slices->so_far;
    return state.slices.reset();
  }
  if (state.threads == 0) return void(state.slices = begin_run(question, true));
  if (!state.worker) state.worker = std::make_shared<SearchWorker>(state.threads);
  state.worker->ask(std::move(question));
}

/// Where the build has no threads.
void work_between_frames(SearchState& state) {
  const WorkClock::time_point end = end_of_work();
  while (!state.slices->so_far.done && WorkClock::now() < end) carry_on(*state.slices, 1);
  state.progress = state.slices->so_far;
  if (state.progress.done) state.slices.reset();
}

void widen(std::optional<std::pair<double, double>>& range, double value) {
  if (!range) range = {value, value};
  range->first = std::min(range->first, value), range->second = std::max(range->second, value);
}

void refresh_ranges(SearchState& state) {
  LandscapeRanges& ranges = state.ranges;
  for (; ranges.chunks < state.progress.landscape.size(); ++ranges.chunks)
    for (const LandscapePlan& plan : *state.progress.landscape[ranges.chunks]) {
      ranges.counting += plan.counts ? 1 : 0;
      for (std::size_t i = 0; i < count_of<SearchGoal>; ++i)
        if (const std::optional<double> value = figure_of(plan.found, static_cast<SearchGoal>(i))) {
          widen(ranges.of[i].all, *value);
          if (plan.counts) widen(ranges.of[i].counting, *value);
        }
    }
  for (const RankedPlan& plan : state.progress.ranking)
    for (std::size_t i = 0; i < count_of<SearchGoal>; ++i)
      if (const std::optional<double> value = figure_of(plan.plan, static_cast<SearchGoal>(i)))
        widen(ranges.of[i].all, *value), widen(ranges.of[i].counting, *value);
}

PlanScale scale_of(const SearchState& state, SearchGoal figure) {
  const ExtentOfFigure& range = state.ranges.of[index_of(figure)];
  if (!range.all) return {};
  double least = range.all->first, most = range.all->second;
  if (!is_more_better(figure)) most = std::min(most, least * plane_wide);
  if (figure == SearchGoal::memory)
    most = std::max(most, static_cast<double>(state.request.base.cluster.gpu.capacity_bytes()) * 1.2);
  return plan_scale(least, most, figure);
}

void refresh_help(SearchState& state, const ViewFrame& frame) {
  HelpDetail& help = state.help.of(frame.shown.scenario, [&] {
    HelpDetail detail;
    detail.lost = time_lost(frame.shown);
    detail.open = plan_neighbours(frame.report.valid ? frame.scenario() : frame.shown.scenario);
    return detail;
  });
  const std::size_t count = evaluations_per_frame(frame.evaluate_seconds * 2);
  for (std::size_t i = 0; i < count && !help.done(); ++i, ++help.next) {
    if (help.next >= help.open.size()) {
      SensitivityRow row = sensitivity_row(frame.shown, help.next - help.open.size(), 0.1);
      if (row.less || row.more) help.moves.push_back(std::move(row));
    } else if (auto change = neighbour_change(frame.shown, help.open[help.next])) {
      help.changes.push_back(std::move(*change));
      order_changes(help.changes);
    }
  }
}

}  // namespace

unsigned SearchState::search_threads() {
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
  return 0;
#else
  const unsigned all = std::thread::hardware_concurrency();
  return std::max(1U, all > 1 ? all - 1 : 1U);
#endif
}

std::optional<double> value_on(const FoundPlan& plan, const PlanDimension& dimension) {
  if (dimension.axis) return static_cast<double>(value_at(plan.choice, *dimension.axis));
  return figure_of(plan, dimension.figure);
}

bool is_brushed(const FoundPlan& plan, const Brushes& brushes) {
  for (std::size_t i = 0; i < plan_dimensions.size(); ++i) {
    if (!brushes[i]) continue;
    const std::optional<double> value = value_on(plan, plan_dimensions[i]);
    if (!value || *value < brushes[i]->first || *value > brushes[i]->second) return false;
  }
  return true;
}

namespace {

/// Whether the plan that is open is one that was visited from here, which keeps the search as it is.
bool shows_visited(const SearchState& state, const ViewFrame& frame) {
  if (!state.visited || !state.base || !state.bare) return false;
  const Scenario visited = with_choice(*state.base, *state.visited, state.request.space);
  const Scenario& open = frame.scenario();
  return open.plan == visited.plan && open.cluster == visited.cluster && open.model == visited.model &&
         open.run == visited.run;
}

}  // namespace

void refresh_search(SearchState& state, const ViewFrame& frame) {
  state.pointed_before = std::exchange(state.pointed, std::nullopt);
  Scenario bare = shows_visited(state, frame) ? *state.bare : without_plan(frame.scenario());
  if (!state.bare || *state.bare != bare) {
    state.bare = std::move(bare), state.base = frame.scenario();
    state.arranged.brushes = {}, state.visited.reset();
    const std::optional<AxisRanges> before = std::exchange(state.usual, usual_ranges(*state.base));
    if (state.settings.within == before) state.settings.within = *state.usual;
    hold_kept_words(state);
  }
  const std::string rules = state.settings.by_rules ? frame.launch.rules : std::string();
  if (!state.question.is_of(*state.bare, state.settings, rules))
    begin(state, frame,
          state.question.of(*state.bare, state.settings, rules, [&] { return question_of(state, frame); }));
  if (state.slices && !state.stopped) work_between_frames(state);
  if (state.worker)
    if (auto newer = state.worker->progress(state.progress.version))
      if (!state.stopped || newer->version > 0) {
        const CellAxes axes = state.progress.axes;
        state.progress = std::move(*newer);
        if (state.progress.axes.tps.empty()) state.progress.axes = axes;
      }
  refresh_ranges(state);
  state.evidence.of(frame.presets_version, [&] { return public_evidence(frame.presets); });
  const auto place_of = [&](const Scenario& scenario) { return choice_of(scenario, *state.base, state.request.space); };
  state.present.of(frame.scenario(), state.question.made(), [&] { return place_of(frame.scenario()); });
  state.published.of(frame.document.baseline.scenario, [&]() -> std::optional<FoundPlan> {
    const Report report = evaluate(frame.document.baseline.scenario);
    return report.time ? std::optional(found_plan(report, PlanChoice{})) : std::nullopt;
  });
  refresh_help(state, frame);
  refresh_inverse(state, frame);
}

const PlanDensity& refresh_density(SearchState& state, const ViewFrame& frame, int columns, int rows) {
  const SearchArrangement& arranged = state.arranged;
  const DensityPlane plane{arranged.across, arranged.up, scale_of(state, arranged.across), scale_of(state, arranged.up),
                           columns,         rows};
  DrawnLandscape& drawn = state.drawn;
  if (drawn.density.plane != plane || drawn.brushes != arranged.brushes || drawn.density.cells.empty())
    drawn = {empty_density(plane), arranged.brushes, 0};
  std::size_t added = 0;
  for (; drawn.chunks < state.progress.landscape.size(); ++drawn.chunks) {
    if (added > plans_drawn_per_frame && !is_drawn_alone(frame)) break;
    for (const LandscapePlan& plan : *state.progress.landscape[drawn.chunks]) {
      add_plan(drawn.density, plan, plan.counts && is_brushed(plan.found, arranged.brushes));
      ++added;
    }
  }
  return drawn.density;
}

void stop_search(SearchState& state) {
  state.stopped = true;
  if (state.worker) state.worker->cancel();
  state.slices.reset();
}

void search_again(SearchState& state) {
  state.question.forget();
}

const PlanDetail& detail_of(SearchState& state, const ViewFrame&, const FoundPlan& plan) {
  return state.detail.of(plan.choice, state.question.made(), [&] {
    const Scenario scenario = with_choice(state.request.base, plan.choice, state.request.space);
    PlanDetail detail{plan, evaluate(scenario), {}, {}, false};
    detail.lost = time_lost(detail.report);
    const PlanEvidence near = evidence_near(evidence_place(scenario), *state.evidence, 1);
    detail.beyond = near.goes_beyond();
    detail.evidence = evidence_words(state.request, plan, *state.evidence);
    return detail;
  });
}

void visit_plan(SearchState& state, const ViewFrame& frame, const PlanChoice& choice) {
  state.visited = choice;
  Scenario plan = with_choice(state.request.base, choice, state.request.space);
  plan.name = frame.scenario().name, plan.preset = frame.scenario().preset, plan.note = frame.scenario().note;
  frame.requests.visit = std::move(plan);
}

const RankedPlan* best_of(const SearchState& state) {
  return state.progress.ranking.empty() ? nullptr : &state.progress.ranking.front();
}

bool is_present_better(const SearchState& state, const ViewFrame& frame) {
  const RankedPlan* best = best_of(state);
  if (best == nullptr || !frame.shown.time || !frame.shown.fits) return false;
  const FoundPlan present = found_plan(frame.shown, state.present->value_or(all_ones()));
  const auto own = cost_of(present, state.request.goal, state.request.low_end);
  const auto found = cost_of(best->plan, state.request.goal, state.request.low_end);
  constexpr double told_apart = 1e-6;  // of two plans that come to the same
  return own && found && *own < *found * (1 - told_apart);
}

bool is_working(const SearchState& state) {
  const InverseState& inverse = state.inverse;
  const bool searches = (state.worker && state.worker->is_working()) || (state.slices && !state.stopped) ||
                        (inverse.worker && inverse.worker->is_working()) || inverse.slices;
  return searches || !(*state.help).done() || state.drawn.chunks < state.progress.landscape.size();
}

void finish(SearchState& state) {
  state.worker.reset(), state.slices.reset();
  state.inverse.worker.reset(), state.inverse.slices.reset();
}

std::optional<Scenario> picked_scenario(const SearchState& state) {
  const RankedPlan* best = best_of(state);
  const std::optional<PlanChoice> choice = state.visited     ? state.visited
                                           : best != nullptr ? std::optional(best->plan.choice)
                                                             : std::nullopt;
  if (!choice) return std::nullopt;
  return with_choice(state.request.base, *choice, state.request.space);
}

std::optional<std::string> text_of_view(const SearchState& state, std::string_view ending, const Presets& presets) {
  if (ending == ".json") {
    const std::optional<Scenario> picked = picked_scenario(state);
    return picked ? std::optional(write_scenario(*picked, presets)) : std::nullopt;
  }
  if (ending != ".jsonl") return std::nullopt;
  const Bytes capacity{state.request.base.cluster.gpu.capacity_bytes()};
  std::string lines;
  for (const LandscapeChunk& chunk : state.progress.landscape)
    for (const LandscapePlan& plan : *chunk) {
      PlanLook look{.choice = plan.found.choice, .valid = true, .peak_memory = plan.found.peak_memory};
      look.fits = fits_in(plan.found.peak_memory, capacity), look.found = plan.found, look.refused = plan.refused;
      lines += trial_line(state.request, look, presets) + "\n";
    }
  for (const UntimedChunk& chunk : state.progress.untimed)
    for (const UntimedPlan& plan : *chunk)
      lines += trial_line(state.request,
                          {.choice = plan.choice,
                           .valid = plan.valid,
                           .fits = plan.fits,
                           .refused = plan.refused,
                           .peak_memory = plan.peak_memory},
                          presets) +
               "\n";
  return lines;
}

}  // namespace shardscope
