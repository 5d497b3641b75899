// How a figure comes about, in words and numbers as people read them.
#pragma once

#include <string>

#include "core/derivation/figure.h"
#include "render/chart/card.h"

namespace shardscope {

/// A term's number; "as set" where it has none.
[[nodiscard]] std::string term_words(const FigureTerm& term);
/// The numbers put in and what they come to: "24,960 × 8,192 / 47.9 s = 4.27 M tokens/s". Empty where no single line
/// writes it.
[[nodiscard]] std::string equation_words(const DerivedFigure& figure);
/// All digits with the unit: "1718234112 bytes", "0.0421 share".
[[nodiscard]] std::string exact_words(const DerivedFigure& figure);

/// What it is, its value, formula, the numbers put in, all digits, and whence; `figure` and what it is made from named.
[[nodiscard]] Explanation explain_figure(const DerivedFigure& figure);

}  // namespace shardscope
