// What a derived figure's terms come to.
#pragma once

#include "core/derivation/figure.h"

namespace shardscope {

/// By the combination; the figure's own value where that is computed elsewhere.
[[nodiscard]] inline double combined(const DerivedFigure& figure) {
  if (figure.combination == Combination::computed) return figure.value;
  const bool product = figure.combination == Combination::product;
  double value = product ? 1 : 0;
  for (const FigureTerm& term : figure.terms) {
    if (product)
      value = term.inverse ? value / term.value : value * term.value;
    else
      value += term.inverse ? -term.value : term.value;
  }
  return value;
}

}  // namespace shardscope
