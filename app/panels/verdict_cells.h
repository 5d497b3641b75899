// What the verdict strip says: six figures, each with how it moved and one line that says more. Drawn by verdict.h.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "app/panels/view.h"
#include "app/session/figures.h"
#include "render/chart/card.h"

namespace shardscope {

enum class Tone { plain, good, caution, bad };

struct VerdictCell {
  Headline of = Headline::step;
  std::string name;              // "step": its place is "verdict.step"
  std::string label;             // "Step"
  std::string value, unit;       // "34.9", "s"
  std::string moved;             // "+2.1 s" since the last edit; empty where it didn't
  std::string short_moved = {};  // "+2.1" where that doesn't fit
  Tone moved_tone = Tone::plain;
  std::string shortest_unit = {};  // where its unit doesn't fit
  std::string line;                // "fits, 3.6 GB spare"
  std::string short_line;          // the same where that doesn't fit; may be empty
  std::string shortest_line = {};
  std::string short_label = {};
  Tone tone = Tone::plain;
  std::string told = {};         // in place of the line: what a lesson says of the figure; empty: nothing
  std::optional<bool> reached;   // of a lesson's goal for it
  std::optional<double> fill;    // a small bar beside the label: share of the memory
  bool leads = false;            // a click opens the view that is about it
  std::string_view figure = {};  // whose derivation a click opens where it opens no view, and E; empty: none is known
  Explanation explanation;
};

/// Memory, step, throughput, MFU, bubble, run; unknown figures say "unknown".
[[nodiscard]] std::array<VerdictCell, 6> verdict_cells(const Report& report, const std::optional<Figures>& before);

/// Whether a cell has that figure itself.
[[nodiscard]] bool has_verdict_cell(std::string_view path);
/// What a lesson says of the cell's figure, which is called `path`, else of another one of that part of the report that
/// no cell has: of the rent where the run stands.
void tell_of(VerdictCell& cell, const LessonMarks& marks, std::string_view path);

/// The same as sentences for whoever doesn't see them; of an impossible plan why it is, and that the figures are
/// another one's where they are `shown`'s.
[[nodiscard]] std::string verdict_words(const Report& present, const Report& shown);

}  // namespace shardscope
