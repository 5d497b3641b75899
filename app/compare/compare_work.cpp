// What the Compare view shows, made of pins and the present plan (compare_state.h).
#include <algorithm>
#include <array>
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

/// The plan as it was made in the last frame, else evaluated now. `anew`: becomes true where the one in its place is
/// another.
ComparedPlan taken_or_made(CompareState& state, WantedPlan& wanted, bool& anew) {
  const auto known = std::find_if(state.plans.begin(), state.plans.end(),
                                  [&](const ComparedPlan& plan) { return plan.document.said == wanted.document.said; });
  ComparedPlan plan;
  if (known != state.plans.end()) {
    plan = std::move(*known);
    known->document.said = {};
  } else {
    anew = true;
    plan.report = evaluate(wanted.document.said.scenario);
    plan.figures = plan_figures(plan.report);
    if (plan.report.timeline && plan.report.time)
      plan.chart.index = build_timeline_index(*plan.report.timeline, plan.report.time->step_ends);
  }
  plan.document = std::move(wanted.document);
  plan.from = std::move(wanted.from), plan.pin = wanted.pin;
  return plan;
}

constexpr std::array<std::string_view, 15> usual_settings = {
    "plan.tp",        "plan.pp",           "plan.virtual_stages",  "plan.dp",        "plan.ep",
    "plan.cp",        "plan.micro_batch",  "plan.schedule",        "plan.recompute", "plan.zero",
    "plan.precision", "plan.global_batch", "plan.sequence_length", "cluster.gpus",   "plan.gradient_dtype"};

/// The plan's own fields go before those of its cluster and run; what makes up a model or a GPU is told together.
ComparedSettings compared_settings(const std::vector<ComparedPlan>& plans) {
  constexpr std::size_t most_beside_usual = 5;
  ComparedSettings settings{{usual_settings.begin(), usual_settings.end()}, {}};
  std::vector<const Field*> differing;
  for (std::size_t i = 1; i < plans.size(); ++i)
    for (const FieldDifference& each :
         field_differences(plans.front().document.said.scenario, plans[i].document.said.scenario)) {
      const std::string_view path = each.field->path;
      const bool known = std::find(usual_settings.begin(), usual_settings.end(), path) != usual_settings.end() ||
                         std::find(differing.begin(), differing.end(), each.field) != differing.end();
      if (each.said && !known) differing.push_back(each.field);
    }
  std::stable_partition(differing.begin(), differing.end(),
                        [](const Field* field) { return field->path.starts_with("plan."); });
  for (const Field* field : differing) {
    const bool in_a_part = field->path.starts_with("model.") || field->path.starts_with("cluster.gpu.");
    if (!in_a_part && settings.paths.size() < usual_settings.size() + most_beside_usual)
      settings.paths.push_back(field->path);
    else
      settings.beyond.push_back(field);
  }
  return settings;
}

}  // namespace

bool pin_plan(CompareState& state, const Document& document, std::string from) {
  const bool there = std::any_of(state.pins.begin(), state.pins.end(), [&](const PinnedPlan& pin) {
    return pin.document.said.scenario == document.said.scenario;
  });
  if (there) return false;
  state.pins.push_back({document, std::move(from)});
  const std::size_t others = state.pins.size() - 1;
  if (others > 0) state.beside = (others - 1) / compared_beside * compared_beside;
  return true;
}

void turn_page(CompareState& state) {
  state.beside += compared_beside;
  if (state.beside + 1 >= state.compared) state.beside = 0;
}

std::vector<Document> compared_documents(const CompareState& state, const ViewFrame& frame) {
  std::vector<Document> documents;
  for (WantedPlan& wanted : wanted_plans(state, frame)) documents.push_back(std::move(wanted.document));
  return documents;
}

Document as_opened(const Document& document) {
  Document opened = document;
  opened.said = opened.baseline;
  opened.by_hand = {};
  return opened;
}

void refresh_compared(CompareState& state, const ViewFrame& frame) {
  state.lit_before = std::exchange(state.lit, std::nullopt);
  std::vector<WantedPlan> wanted = wanted_plans(state, frame);
  state.compared = wanted.size();
  if (state.beside + 1 >= state.compared) state.beside = 0;
  std::vector<ComparedPlan> plans;
  bool anew = false;
  for (std::size_t place = 0; place < wanted.size(); ++place) {
    const bool shown = place == 0 || (place > state.beside && place <= state.beside + compared_beside);
    if (!shown) continue;
    plans.push_back(taken_or_made(state, wanted[place], anew));
    plans.back().place = place;
  }
  anew = anew || plans.size() != state.plans.size();
  state.plans = std::move(plans);
  if (anew) state.settings = compared_settings(state.plans);
}

std::string letter_of(std::size_t place) {
  constexpr std::size_t letters = 26;
  const std::string last(1, static_cast<char>('A' + place % letters));
  return place < letters ? last : letter_of(place / letters - 1) + last;
}

std::string name_beside(const CompareState& state, std::size_t place) {
  return letter_of(state.plans[place]) + ", " + state.plans[place].report.scenario.name;
}

}  // namespace shardscope
