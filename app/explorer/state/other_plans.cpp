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

bool end_visit(Explorer& explorer) {
  const std::optional<Visit> visit = std::exchange(explorer.visit, std::nullopt);
  if (!visit || explorer.session.history.present().said != visit->shown) return false;
  go_to_step(explorer.session, visit->back_to);
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
  explorer.session.notice = {pinned ? "Pinned for Compare" : "It is pinned in Compare already, or there is no room",
                             !pinned};
}

}  // namespace shardscope
