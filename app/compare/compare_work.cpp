// What the Compare view shows, made of pins and the present plan (compare_state.h).
#include <algorithm>
#include <utility>

#include "app/compare/compare_state.h"
#include "core/evaluate/evaluate.h"

namespace shardscope {

namespace {

struct WantedPlan {
  Document document;
  std::string from;
  std::optional<std::size_t> pin;
};

/// The pins, or where there is none what the present plan was opened as; then the present plan, unless it is there.
std::vector<WantedPlan> wanted_plans(const CompareState& state, const ViewFrame& frame) {
  std::vector<WantedPlan> wanted;
  for (std::size_t i = 0; i < state.pins.size(); ++i) wanted.push_back({state.pins[i].document, state.pins[i].from, i});
  if (wanted.empty() && frame.document.edited()) wanted.push_back({as_opened(frame.document), "as opened", {}});
  const bool there = std::any_of(wanted.begin(), wanted.end(), [&](const WantedPlan& plan) {
    return plan.document.said.scenario == frame.scenario();
  });
  if (!there) wanted.push_back({frame.document, "open now", {}});
  return wanted;
}

}  // namespace

bool pin_plan(CompareState& state, const Document& document, std::string from) {
  const bool there = std::any_of(state.pins.begin(), state.pins.end(), [&](const PinnedPlan& pin) {
    return pin.document.said.scenario == document.said.scenario;
  });
  if (there || state.pins.size() >= compared_max) return false;
  state.pins.push_back({document, std::move(from)});
  return true;
}

Document as_opened(const Document& document) {
  Document opened = document;
  opened.said = opened.baseline;
  opened.by_hand = {};
  return opened;
}

void refresh_compared(CompareState& state, const ViewFrame& frame) {
  state.lit_before = std::exchange(state.lit, std::nullopt);
  std::vector<ComparedPlan> plans;
  for (WantedPlan& wanted : wanted_plans(state, frame)) {
    const auto known = std::find_if(state.plans.begin(), state.plans.end(), [&](const ComparedPlan& plan) {
      return plan.document.said == wanted.document.said;
    });
    if (known != state.plans.end()) {
      plans.push_back(std::move(*known));
      known->document.said = {};
    } else {
      ComparedPlan plan{{}, {}, {}, evaluate(wanted.document.said.scenario), {}, {}};
      plan.figures = plan_figures(plan.report);
      if (plan.report.timeline && plan.report.time)
        plan.chart.index = build_timeline_index(*plan.report.timeline, plan.report.time->step_ends);
      plans.push_back(std::move(plan));
    }
    plans.back().document = std::move(wanted.document);
    plans.back().from = std::move(wanted.from), plans.back().pin = wanted.pin;
  }
  state.plans = std::move(plans);
}

std::string letter_of(std::size_t place) {
  return std::string(1, static_cast<char>('A' + static_cast<char>(place)));
}

std::string name_beside(const CompareState& state, std::size_t place) {
  return letter_of(place) + ", " + state.plans[place].report.scenario.name;
}

}  // namespace shardscope
