// app/search: the Search view: every valid split of the model over the cluster, searched on a thread of its own while
// frames go on: the best, the landscape around them, the best of each tensor and pipeline degree or why there is none,
// where each plan's seconds go, and what would help the present one. In: the present scenario, what a person asks
// (search_settings.h), the measured runs. Out: cards; an edit where a change is clicked, a plan to be visited, a file
// to be written.
//
// The view's kept state and what it derives.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/panels/view.h"
#include "app/search/inverse_worker.h"
#include "app/search/search_settings.h"
#include "app/search/search_worker.h"
#include "app/session/memo.h"
#include "core/changes/plan_neighbours.h"
#include "core/changes/sensitivity.h"
#include "core/plan_search/evidence.h"
#include "render/search/plan_density.h"

namespace shardscope {

/// What plans are held apart by: an axis of the plan, or a figure that comes of it.
struct PlanDimension {
  std::optional<PlanAxis> axis;
  SearchGoal figure = SearchGoal::memory;  // where it is none

  bool operator==(const PlanDimension&) const = default;
};
/// Nothing where the figure isn't known.
[[nodiscard]] std::optional<double> value_on(const FoundPlan& plan, const PlanDimension& dimension);
/// The dimensions by which plans are brushed, from left to right: every axis, every figure.
inline constexpr std::array<PlanDimension, plan_axis_count + count_of<SearchGoal>> plan_dimensions = [] {
  using enum PlanAxis;
  std::array<PlanDimension, plan_axis_count + count_of<SearchGoal>> all{};
  std::size_t i = 0;
  for (const PlanAxis axis : {tp, pp, virtual_stages, dp, ep, etp, cp, micro_batch, schedule, recompute,
                              recompute_layers, zero, shard_group, offload, sequence_parallel, overlap, rank_order})
    all[i++].axis = axis;
  for (const SearchGoal figure :
       {SearchGoal::memory, SearchGoal::throughput, SearchGoal::mfu, SearchGoal::bubble, SearchGoal::step,
        SearchGoal::days, SearchGoal::cost, SearchGoal::energy, SearchGoal::gpus})
    all[i++].figure = figure;
  return all;
}();
/// Those that are drawn, where plans differ in them.
using ShownDimensions = std::array<bool, plan_dimensions.size()>;
/// At first: what most plans differ in, and figures that don't go with each other.
inline constexpr ShownDimensions usual_dimensions = [] {
  ShownDimensions shown{};
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const PlanDimension& each = plan_dimensions[i];
    shown[i] = each.axis ? *each.axis != PlanAxis::dp && *each.axis != PlanAxis::virtual_stages &&
                               *each.axis != PlanAxis::zero && *each.axis != PlanAxis::etp
                         : each.figure == SearchGoal::memory || each.figure == SearchGoal::throughput ||
                               each.figure == SearchGoal::days;
  }
  return shown;
}();
/// The values of a dimension that are lit; nothing: all of them.
using Brushes = std::array<std::optional<std::pair<double, double>>, plan_dimensions.size()>;
[[nodiscard]] bool is_brushed(const FoundPlan& plan, const Brushes& brushes);

/// What of the view a person set beside what is searched.
struct SearchArrangement {
  SearchGoal across = SearchGoal::memory, up = SearchGoal::throughput;  // of the landscape
  Brushes brushes = {};
  ShownDimensions dimensions = usual_dimensions;
  bool all_axes = false;     // that are seldom searched over have rows too
  bool sensitivity = false;  // of the present plan stands what each part of it moves, not its neighbours
};

/// The landscape as it is drawn, and what of it isn't drawn yet: it grows with the search.
struct DrawnLandscape {
  PlanDensity density;
  Brushes brushes = {};
  std::size_t chunks = 0;  // of the progress, that are in it
};

/// The least and the most of a figure over the landscape's plans; absent where none has it.
struct ExtentOfFigure {
  std::optional<std::pair<double, double>> all, counting;
};
struct LandscapeRanges {
  std::array<ExtentOfFigure, count_of<SearchGoal>> of = {};  // by SearchGoal
  std::size_t chunks = 0;
  std::uint64_t counting = 0;  // plans that count
};

/// A plan whole: what a pointer on it calls up.
struct PlanDetail {
  FoundPlan plan;
  Report report;
  LostSeconds lost{};
  std::optional<std::string> evidence;  // the nearest run, in words
  bool beyond = false;                  // of the degrees that were measured
};

/// What would help the present plan: its neighbours, then what each part of it moves, tried some a frame.
struct HelpDetail {
  LostSeconds lost{};
  std::vector<SingleChange> open;
  std::size_t next = 0;  // of `open`, then of the rows of sensitivity
  std::vector<NeighbourChange> changes;
  std::vector<SensitivityRow> moves;

  [[nodiscard]] bool done() const { return next >= open.size() + sensitivity_rows; }
};

/// What is asked the other way round, and what is known of it.
struct InverseState {
  std::optional<InverseQuestion> question = {};
  std::uint64_t asked_of = 0;  // the search's question by its number; 0: none
  std::shared_ptr<InverseWorker> worker = {};
  std::optional<InverseRun> slices = {};  // where there are no threads
  InverseProgress progress = {};
};

/// A plan that a card points at, lit in all of them.
using PointedPlan = std::optional<FoundPlan>;

struct SearchState {
  static constexpr ViewInfo info = {
      .name = "search",
      .title = "Search",
      .help =
          "Every valid split of this model over this cluster: the best, the landscape around it, and why each lost.",
      .tab = "Search plans",
      .whole_window = true};
  SearchSettings settings = {};
  SearchArrangement arranged = {};
  unsigned threads = search_threads();  // 0: the search goes on between frames
  bool stopped = false;                 // by the person; what was found stays

  // What is searched: of the scenario as it was when the search began, which stays while only its plan changes.
  std::optional<Scenario> bare = {}, base = {};
  // Of that scenario, where a person left them; absent: what is set was kept from the last start.
  std::optional<AxisRanges> usual = AxisRanges{};
  std::array<std::vector<std::string>, plan_axis_count> held_words = {};      // likewise, until there is a scenario
  Memo<SearchQuestion, Scenario, SearchSettings, std::string> question = {};  // by the rules where they count
  SearchRequest request = {};
  std::shared_ptr<SearchWorker> worker = {};
  std::optional<SearchRun> slices = {};  // where there are no threads, and of a picture
  SearchProgress progress = {};
  InverseState inverse = {};

  DrawnLandscape drawn = {};
  LandscapeRanges ranges = {};
  PointedPlan pointed = {}, pointed_before = {};                // in this frame, and in the last one
  std::optional<PlanChoice> visited = {};                       // the plan that was shown last
  Memo<PlanDetail, PlanChoice, std::uint64_t> detail = {};      // of a question by its number
  Memo<std::vector<EvidenceRun>, std::uint64_t> evidence = {};  // by the presets
  std::map<PlanChoice, bool> beyond = {};  // of ranked plans: further than anything that was measured
  // How many plans that count the present one is better than, by the chunks seen.
  Memo<std::uint64_t, Scenario, std::size_t, std::uint64_t> standing = {};
  Memo<HelpDetail, Scenario> help = {};
  Memo<std::optional<PlanChoice>, Scenario, std::uint64_t> present = {};  // where it lies in the space, if it does
  Memo<std::optional<FoundPlan>, Scenario> published = {};  // the plan that the present one was before edits

  /// As many as the machine has, one left to draw; 0 where the build has none.
  [[nodiscard]] static unsigned search_threads();
};

/// The view, which is only shown grown.
void draw_view(SearchState& state, const ViewFrame& frame, const Rect& area);
/// Whether it searches, or has something left to try.
[[nodiscard]] bool is_working(const SearchState& state);
/// It becomes a picture: what is known stays as it is.
void finish(SearchState& state);

/// The plan that is written out: the one that was picked last, else the best; nothing before there is one.
[[nodiscard]] std::optional<Scenario> picked_scenario(const SearchState& state);
/// That plan's scenario (".json"), or a line for each plan that was seen, valid or not, which runs again (".jsonl").
[[nodiscard]] std::optional<std::string> text_of_view(const SearchState& state, std::string_view ending,
                                                      const Presets& presets);

}  // namespace shardscope
