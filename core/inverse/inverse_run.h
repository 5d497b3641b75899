// What is tried for an answer, as a value that its caller owns and carries on with as long as it likes.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/inverse/inverse_questions.h"
#include "core/plan_search/plan_search.h"

namespace shardscope {

struct InverseRequest {
  InverseQuestion question = InverseQuestion::fewest_gpus;
  SearchRequest search;        // the scenario, what may vary of its plan, what a plan must keep, whose rules count
  SearchedGpus clusters = {};  // sizes of the cluster, where they are asked for
  std::vector<Gpu> gpus = {};  // kinds that are tried, where they are asked for
};

/// The scenario with one thing changed, and what a search of it came to.
struct InverseTrial {
  double value = 0;  // of what the most is asked for: tokens, sequences, heads; else the place among the kinds
  SearchRequest request;
  std::optional<FoundPlan> found;  // a plan that keeps the needs: the best so far, or, until the answer is known, any
  bool tried = false;              // to the end: without a plan there is none
};

/// What is known so far.
struct InverseAnswer {
  InverseQuestion question = InverseQuestion::fewest_gpus;
  std::vector<InverseTrial> trials;  // of what the most is asked for ascending
  std::optional<std::size_t> best;   // of them, the answer so far, which has a plan
  std::uint64_t looked_at = 0;       // plans, of all searches
  bool done = false;                 // nothing is better

  /// The best; null where nothing has a plan yet.
  [[nodiscard]] const InverseTrial* answer() const { return best ? &trials[*best] : nullptr; }
};

struct InverseRun {
  InverseAnswer known;
  std::size_t low = 0, high = 0;     // while it halves: what is below `low` has a plan, `high` has none
  bool quickest = false;             // the search is for the answer's quickest plan, not for any
  std::optional<std::size_t> at;     // that is searched now
  std::optional<PlanSearch> search;  // of it
};

/// So many GPUs are the most that a smallest cluster is looked for among, unless more are asked for: as many times the
/// present ones.
inline constexpr std::int64_t clusters_span = 8;
/// The question over a scenario's plans as a search has them, from one node to clusters_span times the present cluster.
/// `gpus`: the kinds there are, of which those with a price to rent them are tried.
[[nodiscard]] InverseRequest inverse_request(InverseQuestion question, SearchRequest search,
                                             const std::vector<Gpu>& gpus);

/// The trials, nothing looked at yet.
[[nodiscard]] InverseRun begin_inverse(const InverseRequest& request);

/// Looks at some more plans. Of what the most is asked for it halves what is left until one fits and the next doesn't,
/// for an answer that comes soon; then tries all that is larger, since more may fit where less doesn't: sizes have to
/// divide; and takes the quickest plan of the most. Once a stop is asked for it returns soon; the run can't go on then.
/// What comes out doesn't depend on the threads.
void continue_inverse(InverseRun& run, unsigned threads, const std::stop_token& stop = {});

/// The scenario of a trial's plan.
[[nodiscard]] Scenario scenario_of(const InverseTrial& trial);

/// The answer's own number: GPUs, tokens, sequences, parameters; of the cheapest kind its dollars.
[[nodiscard]] std::optional<double> figure_of(InverseQuestion question, const InverseTrial& trial);

}  // namespace shardscope
