// app/explorer/derivation: the card that says how a figure comes about, and stays: formula, the numbers put in, source,
// what it is made from and where it flows next, each a click further. In: Explorer::derivations. It is drawn over the
// views, which go on below, and its numbers follow every edit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/explorer/state/explorer.h"
#include "app/panels/view.h"
#include "core/derivation/figure.h"
#include "render/chart/card.h"

namespace shardscope {

/// A line of the card that leads on: to the figure or the field of that name, or nowhere.
struct DerivationLink {
  std::string label, value;
  std::string to = {};

  bool operator==(const DerivationLink&) const = default;
};

struct DerivationWords {
  Explanation said;     // lines: formula, the numbers put in, all digits
  std::string made_as;  // over the first list: "Made from"
  std::vector<DerivationLink> made_from = {}, flows_into = {};
  std::string plan = {};  // "Of B, which isn't the plan that is open."
};

/// Where a derivation's numbers are from: a plan's figures, and the report that has its fields.
struct DerivationSource {
  DerivedFigures figures;
  const Report& report;
};
/// The plan's that the derivation is of.
[[nodiscard]] DerivationSource source_of(const ViewFrame& frame, const OpenedDerivation& opened = {});

/// Of a figure by its name, a field by its path, or a term of the glossary, in this order. What the plan has no value
/// for is said so.
[[nodiscard]] DerivationWords derivation_words(const Frame& frame, const DerivationSource& source,
                                               const std::string& name);

/// The same of what is open; of what was said beside the pointer with links to what it goes by. Of another plan than
/// the one that is open it says so.
[[nodiscard]] DerivationWords derivation_words(const ViewFrame& frame, const OpenedDerivation& opened);

/// Opens the card on what is said beside the pointer: its figure's where it has one, with the numbers of the plan that
/// it is of; of words that go by several, or say another figure of that part of the report too, the one whose value is
/// the number that is pointed at; else the words as they stand, which say it.
void open_derivation(Explorer& explorer, const Explanation& tip, const std::string& pointed = {});

/// Draws it while one is open; a click on a link goes there, "Back" to the one before.
void derivation_card(Explorer& explorer, const ViewFrame& frame);

}  // namespace shardscope
