#include "core/inverse/inverse_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/limits.h"
#include "core/base/number_lists.h"
#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/inverse/scaled_model.h"
#include "core/transformer/parameter_counts.h"

namespace shardscope {

namespace {

constexpr std::int64_t lengths_an_octave = 4, shortest_length = 256, heads_span = 8;

/// Whether the most of something is asked for, so that trials lie in an order; else each stands for itself.
bool asks_most(InverseQuestion question) {
  switch (question) {
    case InverseQuestion::fewest_gpus:
    case InverseQuestion::cheapest_gpu:
      return false;
    case InverseQuestion::longest_sequence:
    case InverseQuestion::largest_micro_batch:
    case InverseQuestion::largest_model:
      return true;
  }
  return false;
}

/// Of that scenario, whose plan is the other's: what its axes are held to are places in the same lists.
SearchRequest searched(const SearchRequest& as, Scenario base) {
  SearchRequest request = as;
  request.base = std::move(base);
  request.top = 1, request.distinct = false, request.cells = false, request.front.reset();
  return request;
}

void hold_clusters(SearchRequest& request, SearchedGpus clusters) {
  request.space.gpus = clusters, request.base.cluster.gpus = clusters.last;
}

InverseTrial smallest_cluster(const InverseRequest& asked) {
  InverseTrial trial{0, searched(asked.search, asked.search.base), {}, false};
  hold_clusters(trial.request, asked.clusters);
  trial.request.goal = SearchGoal::gpus;
  return trial;
}

std::vector<InverseTrial> kinds_of_gpu(const InverseRequest& asked) {
  std::vector<InverseTrial> trials;
  for (const Gpu& gpu : asked.gpus) {
    Scenario base = asked.search.base;
    base.cluster.gpu = gpu, base.run.gpu_hour_usd.reset();
    InverseTrial trial{static_cast<double>(trials.size()), searched(asked.search, std::move(base)), {}, false};
    hold_clusters(trial.request, asked.clusters);
    trial.request.goal = SearchGoal::cost;
    trials.push_back(std::move(trial));
  }
  return trials;
}

/// Four an octave, the present one among them: 4,096, 5,120, 6,144, 7,168, 8,192.
std::vector<std::int64_t> sequence_lengths(const Scenario& base) {
  std::vector<std::int64_t> lengths = {base.plan.sequence_length};
  for (std::int64_t octave = shortest_length; octave < limits::sequence_length_max; octave *= 2)
    for (std::int64_t i = 0; i < lengths_an_octave; ++i) lengths.push_back(octave + octave / lengths_an_octave * i);
  sort_distinct(lengths);
  return lengths;
}

std::vector<InverseTrial> trials_of(const InverseRequest& asked, const std::vector<std::int64_t>& values,
                                    void (*put)(Scenario& scenario, std::int64_t value)) {
  std::vector<InverseTrial> trials;
  for (const std::int64_t value : values) {
    Scenario base = asked.search.base;
    put(base, value);
    trials.push_back({static_cast<double>(value), searched(asked.search, std::move(base)), {}, false});
  }
  return trials;
}

/// Each value that divides the batch, whatever range micro-batches were searched in.
std::vector<InverseTrial> micro_batches(const InverseRequest& asked) {
  const std::int64_t batch = asked.search.base.plan.global_batch;
  std::vector<InverseTrial> trials = trials_of(asked, divisors(batch, batch), [](Scenario&, std::int64_t) {});
  for (InverseTrial& trial : trials) {
    trial.request.space.within[index_of(PlanAxis::micro_batch)].reset();
    trial.request.space.held[index_of(PlanAxis::micro_batch)] = {std::llround(trial.value)};
  }
  return trials;
}

/// The next that is searched, to the end or until it has a plan.
void begin_search_at(InverseRun& run, std::size_t place, SearchGoal goal) {
  run.at = place;
  SearchRequest request = run.known.trials[place].request;
  request.goal = goal;
  run.quickest = goal == SearchGoal::throughput;
  run.search = begin_search(std::move(request));
}

bool improves_on(const InverseTrial& before, const InverseTrial& trial, InverseQuestion question) {
  if (asks_most(question)) return trial.value > before.value;
  return is_better(*trial.found, *before.found, trial.request.goal, trial.request.low_end);
}

/// The largest trial above the answer that isn't known to have no plan: more may fit where less doesn't, since sizes
/// have to divide.
std::optional<std::size_t> untried_above(const InverseRun& run) {
  const std::vector<InverseTrial>& trials = run.known.trials;
  for (std::size_t place = trials.size(); place > (run.known.best ? *run.known.best + 1 : 0); --place)
    if (!trials[place - 1].tried) return place - 1;
  return std::nullopt;
}

/// Of what the most is asked for: halves what is left, for an answer that comes soon; then tries what is larger, the
/// largest first; at the end the answer's quickest plan is searched for.
void choose_next(InverseRun& run) {
  if (!asks_most(run.known.question)) {
    const std::size_t next = run.at ? *run.at + 1 : 0;
    if (next >= run.known.trials.size()) return void(run.known.done = true);
    return begin_search_at(run, next, run.known.trials[next].request.goal);
  }
  if (run.low < run.high) return begin_search_at(run, run.low + (run.high - run.low) / 2, SearchGoal::memory);
  if (const std::optional<std::size_t> place = untried_above(run))
    return begin_search_at(run, *place, SearchGoal::memory);
  if (!run.known.best) return void(run.known.done = true);
  InverseTrial& answer = run.known.trials[*run.known.best];
  if (answer.tried) return void(run.known.done = true);
  begin_search_at(run, *run.known.best, SearchGoal::throughput);
}

/// What the search came to so far.
void take_found(InverseRun& run) {
  InverseTrial& trial = run.known.trials[*run.at];
  if (run.search->best.empty()) return;
  trial.found = run.search->best.front();
  if (!run.known.best || *run.known.best == *run.at ||
      improves_on(run.known.trials[*run.known.best], trial, run.known.question))
    run.known.best = run.at;
}

/// Whether the search tells all that is asked of it.
bool is_enough(const InverseRun& run) {
  const bool any_plan = asks_most(run.known.question) && !run.quickest;
  return run.search->done || (any_plan && !run.search->best.empty());
}

void end_search(InverseRun& run) {
  InverseTrial& trial = run.known.trials[*run.at];
  const bool halves = run.low < run.high;
  if (!asks_most(run.known.question) || run.quickest || !trial.found) trial.tried = true;
  if (halves && trial.found) run.low = *run.at + 1;
  if (halves && !trial.found) run.high = *run.at;
  run.search.reset();
}

std::int64_t parameters_of(const Model& model) {
  const Plan whole;
  return count_parameters(model, whole, stage_layout(model, whole)).total;
}

}  // namespace

InverseRequest inverse_request(InverseQuestion question, SearchRequest search, const std::vector<Gpu>& gpus) {
  InverseRequest request{question, std::move(search), {}, {}};
  const Cluster& cluster = request.search.base.cluster;
  const std::int64_t most = saturating_product({std::max<std::int64_t>(1, cluster.gpus), clusters_span});
  request.clusters = {1, std::min(most, limits::gpus_max)};
  if (question == InverseQuestion::cheapest_gpu)
    std::copy_if(gpus.begin(), gpus.end(), std::back_inserter(request.gpus),
                 [](const Gpu& gpu) { return gpu.rental_usd_per_hour.has_value(); });
  return request;
}

InverseRun begin_inverse(const InverseRequest& request) {
  InverseRun run;
  run.known.question = request.question;
  switch (request.question) {
    case InverseQuestion::fewest_gpus:
      run.known.trials = {smallest_cluster(request)};
      break;
    case InverseQuestion::cheapest_gpu:
      run.known.trials = kinds_of_gpu(request);
      break;
    case InverseQuestion::longest_sequence:
      run.known.trials =
          trials_of(request, sequence_lengths(request.search.base),
                    [](Scenario& scenario, std::int64_t value) { scenario.plan.sequence_length = value; });
      break;
    case InverseQuestion::largest_micro_batch:
      run.known.trials = micro_batches(request);
      break;
    case InverseQuestion::largest_model:
      run.known.trials = trials_of(
          request, scaled_heads(request.search.base.model, heads_span),
          [](Scenario& scenario, std::int64_t heads) { scenario.model = scaled_model(scenario.model, heads); });
      break;
  }
  run.high = run.known.trials.size();
  return run;
}

void continue_inverse(InverseRun& run, unsigned threads, const std::stop_token& stop) {
  if (run.known.done) return;
  if (!run.search) choose_next(run);
  if (run.known.done || stop.stop_requested()) return;
  const std::uint64_t before = run.search->counts.looked_at;
  continue_search(*run.search, threads, stop);
  if (stop.stop_requested()) return;
  run.known.looked_at += run.search->counts.looked_at - before;
  take_found(run);
  if (is_enough(run)) end_search(run);
}

Scenario scenario_of(const InverseTrial& trial) {
  const SearchRequest& request = trial.request;
  return trial.found ? with_choice(request.base, trial.found->choice, request.space) : request.base;
}

std::optional<double> figure_of(InverseQuestion question, const InverseTrial& trial) {
  switch (question) {
    case InverseQuestion::fewest_gpus:
      return trial.found ? std::optional(static_cast<double>(trial.found->gpus)) : std::nullopt;
    case InverseQuestion::cheapest_gpu:
      return trial.found ? trial.found->rental_usd : std::nullopt;
    case InverseQuestion::longest_sequence:
    case InverseQuestion::largest_micro_batch:
      return trial.value;
    case InverseQuestion::largest_model:
      return static_cast<double>(parameters_of(trial.request.base.model));
  }
  return std::nullopt;
}

}  // namespace shardscope
