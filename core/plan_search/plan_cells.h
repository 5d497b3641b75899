// The plans of a search by their two coarsest degrees, tensor and pipeline parallelism: which are worth a table, and
// why there is none at a place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan_search/plan_search.h"

namespace shardscope {

/// Rows and columns of a table of the best plans, ascending.
struct CellAxes {
  std::vector<std::int64_t> tps, pps;

  bool operator==(const CellAxes&) const = default;
};

/// Powers of two up to 32, and what divides the heads up to that, whether it is in the space or not; of pipelines those
/// of the space that divide the layers or are powers of two; and those of `also`. Within the space's ranges.
[[nodiscard]] CellAxes cell_axes(const Scenario& base, const PlanSpace& space, const PlanChoice& also);

/// The request whose search (SearchRequest::cells) fills the table.
[[nodiscard]] SearchRequest cells_request(SearchRequest request, const CellAxes& axes);

/// What stands against every plan of a place.
enum class CellLack {
  split,      // no plan is valid: a rule of the split itself
  memory,     // none fits
  framework,  // the framework refuses them, or can't express them
  need,       // none keeps what is asked for
};
struct EmptyCell {
  CellLack lack = CellLack::need;
  std::string rule = {};             // of a split and a framework
  std::string message = {};          // of a split, in the rule's own words
  std::optional<Bytes> memory = {};  // no plan holds less
};
/// Of a place that a search for cells left without a best one; null where nothing of it was looked at.
[[nodiscard]] EmptyCell why_empty(const SearchRequest& request, std::int64_t tp, std::int64_t pp, const PlanCell* cell);

}  // namespace shardscope
