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
  Report report;
  PlanFigures figures;
  ChartIndex chart;
};

inline constexpr std::size_t compared_max = 4;

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
  std::vector<ComparedPlan> plans = {};  // of the last frame
  std::optional<TimeLost> lit = {}, lit_before = {};  // the part of the time lost that is pointed at
};

/// Puts the present plan aside; false where it is pinned already or there are as many as can be shown.
bool pin_plan(CompareState& state, const Document& document, std::string from);

/// The document as it was opened or last saved.
[[nodiscard]] Document as_opened(const Document& document);

/// What is shown now, each evaluated once.
void refresh_compared(CompareState& state, const ViewFrame& frame);

/// "A", "B", …
[[nodiscard]] std::string letter_of(std::size_t place);

/// What a plan is called beside the open one: "B, GPT-4 on 25,000 A100s".
[[nodiscard]] std::string name_beside(const CompareState& state, std::size_t place);

/// The view, which is only shown grown.
void draw_view(CompareState& state, const ViewFrame& frame, const Rect& area);

}  // namespace shardscope
