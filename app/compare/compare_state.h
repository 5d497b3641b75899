// app/compare: the Compare view: pinned plans beside the present one, with what differs lit, where the seconds and
// bytes of each go, their steps on one axis, and the sentence that explains it. In: the present scenario, those that
// were pinned, the document's earlier state and the other tabs. Out: cards; a scenario to be opened, a page for a
// design document on the clipboard.
//
// The view's kept state and what it derives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/panels/view.h"
#include "app/session/memo.h"
#include "app/timeline/timeline_state.h"
#include "core/compare/plan_comparison.h"

namespace shardscope {

/// A plan that was put aside to be compared, with the file that it belongs to.
struct PinnedPlan {
  Document document;
  std::string from;  // "pinned", "as opened", "another tab"

  bool operator==(const PinnedPlan&) const = default;
};

/// A plan that is shown, and what was made of it. The first is what the others are held against.
struct ComparedPlan {
  Document document;
  std::string from;
  std::optional<std::size_t> pin;  // of the pins; none: the present plan, or its baseline
  std::size_t place = 0;           // among all that are compared, which its letter follows
  Report report;
  PlanFigures figures;
  ChartIndex chart;
};

inline constexpr std::size_t compared_beside = 3;  // the first at a time

/// The settings that stand on the plans' cards: the usual ones, then those in which some plan differs from the first.
struct ComparedSettings {
  std::vector<std::string_view> paths;
  std::vector<const Field*> beyond;  // that differ too, and have no room
};

struct CompareState {
  static constexpr ViewInfo info = {
      .name = "compare",
      .title = "Compare",
      .help = "Plans beside each other: what differs, where the seconds and bytes go, and what explains it.",
      .tab = "Compare",
      .whole_window = true};
  std::vector<PinnedPlan> pins = {};
  Memo<std::string, std::vector<PinnedPlan>> kept = {};  // as the next start reads them
  std::vector<PinnedPlan> offers = {};   // what else can be put beside: the session's other plans, while it is shown
  std::size_t beside = 0;                // which of the others stand beside the first: so many are before them
  std::size_t compared = 0;              // all of them
  std::vector<ComparedPlan> plans = {};  // those that are shown, of the last frame
  ComparedSettings settings = {};        // of these
  std::optional<TimeLost> lit = {}, lit_before = {};  // the part of the time lost that is pointed at
};

/// Puts the present plan aside, and shows it; false where it is pinned already.
bool pin_plan(CompareState& state, const Document& document, std::string from);

/// The document as it was opened or last saved.
[[nodiscard]] Document as_opened(const Document& document);

/// What is shown now, each evaluated once.
void refresh_compared(CompareState& state, const ViewFrame& frame);
/// All plans that are compared, shown or not, the first one first.
[[nodiscard]] std::vector<Document> compared_documents(const CompareState& state, const ViewFrame& frame);
/// The next of the others beside the first; after the last the first ones again.
void turn_page(CompareState& state);

/// "A", "B", … "Z", "AA"
[[nodiscard]] std::string letter_of(std::size_t place);
[[nodiscard]] inline std::string letter_of(const ComparedPlan& plan) {
  return letter_of(plan.place);
}

/// What a plan is called beside the open one: "B, GPT-4 on 25,000 A100s".
[[nodiscard]] std::string name_beside(const CompareState& state, std::size_t place);

/// The view, which is only shown grown.
void draw_view(CompareState& state, const ViewFrame& frame, const Rect& area);

}  // namespace shardscope
