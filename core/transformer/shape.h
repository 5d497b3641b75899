// A tensor's shape in numbers: "[s/cp/tp, b, h]" with what the letters stand for on one GPU. The text is what a person
// reads and the formula at once, so that the two can't differ.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.h"

namespace shardscope {

/// The letters, in numbers. s sequence, b micro-batch, h hidden, a heads, g key-value heads (at least one a GPU), d
/// head size, f feed-forward, V vocabulary as trained, E experts, k experts a token goes to; rows: what the experts of
/// one GPU get of a micro-batch.
struct ShapeSymbols {
  struct Symbol {
    std::string_view name;
    double value = 0;
  };
  std::vector<Symbol> symbols;
};
[[nodiscard]] ShapeSymbols shape_symbols(const Model& model, const Plan& plan);

/// The dimensions of "[s/cp/tp, b, h]" or, with a count before it, "2 x [h]"; each a sum of products and quotients
/// ("(a + 2g)·d/tp", "2·f"). Nothing where the text isn't one or has a letter that isn't known.
[[nodiscard]] std::optional<std::vector<double>> shape_in_numbers(std::string_view shape, const ShapeSymbols& symbols);

}  // namespace shardscope
