#include "app/explorer/state/other_plans.h"

#include <utility>

namespace shardscope {

void begin_visit(Explorer& explorer, const Scenario& shown) {
  const History& history = explorer.session.history;
  end_step(explorer.session);
  const bool is_open = history.present().said.scenario == shown;
  edit_as_step(explorer.session, shown, "plan");
  explorer.visit = Visit{explorer.grown, history.present().said, history.position() - (is_open ? 0 : 1)};
  explorer.grown.clear();
  explorer.session.notice = {"Esc leads back to the view that you came from and to the plan that was open", false};
}

namespace {

/// Whether what stands beside the scenarios (pins, slides) changed since that step.
bool changed_beside_since(const History& history, std::size_t step) {
  for (std::size_t at = step; at < history.position(); ++at)
    if (history.at(at + 1).beside != history.at(at).beside) return true;
  return false;
}

}  // namespace

bool end_visit(Explorer& explorer) {
  const std::optional<Visit> visit = std::exchange(explorer.visit, std::nullopt);
  Session& session = explorer.session;
  if (!visit || session.history.present().said != visit->shown) return false;
  if (changed_beside_since(session.history, visit->back_to)) {
    // What was pinned on the visit stays, so the way back is a step of its own.
    const Document before = session.history.at(visit->back_to);
    end_step(session);
    edit_scenario(session, FollowedEdit{before.said.scenario, before.by_hand}, "plan");
    end_step(session);
  } else {
    go_to_step(session, visit->back_to);
  }
  explorer.grown = visit->from;
  return true;
}

std::vector<PinnedPlan> offered_plans(const Session& session) {
  std::vector<PinnedPlan> offers;
  const Document& present = session.history.present();
  if (present.edited()) offers.push_back({as_opened(present), "as opened"});
  for (std::size_t step = session.history.position(); step-- > 0;)  // past what changed no scenario
    if (const Document& before = session.history.at(step); before.said != present.said) {
      offers.push_back({before, "before the last edit"});
      break;
    }
  for (const ParkedDocument& parked : session.parked) offers.push_back({parked.history.present(), "another tab"});
  return offers;
}

void pin_present(Explorer& explorer) {
  const bool pinned = pin_plan(explorer.of<CompareState>(), explorer.session.history.present(), "pinned");
  explorer.session.notice = {pinned ? "Pinned for Compare" : "It is pinned in Compare already", !pinned};
}

}  // namespace shardscope
