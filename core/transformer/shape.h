// A tensor's shape as a value: extents in the letters that papers use, "[s/cp/tp, b, h]". What a person reads and how
// many elements there are both come from it, so that the two can't differ.
//   using namespace letters;
//   constexpr Shape keys = shape_of(s / cp, b, g * d / tp);   // text_of(keys) is "[s/cp, b, g·d/tp]"
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/choice.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// s sequence, b micro-batch, h hidden, e the token table's width, a heads, g key-value heads, d head size (d_qk, d_v,
/// d_rope, d_nope: of latent attention), r_q and r_kv its ranks, f feed-forward (f_e of an expert, f_s of all shared
/// experts), E experts, V vocabulary; positions: rows of their table; rows: what the experts of one GPU get of a
/// micro-batch. From `tensors` on: words for counts that no letter stands for, which a buffer's own figures give.
// clang-format off
#define SHARDSCOPE_LETTERS(letter) \
  letter(s, "s") letter(b, "b") letter(h, "h") letter(e, "e") letter(a, "a") letter(g, "g") letter(d, "d") \
  letter(d_qk, "d_qk") letter(d_v, "d_v") letter(d_rope, "d_rope") letter(d_nope, "d_nope") letter(r_q, "r_q") \
  letter(r_kv, "r_kv") letter(f, "f") letter(f_e, "f_e") letter(f_s, "f_s") letter(E, "E") letter(V, "V") \
  letter(positions, "positions") letter(rows, "rows") letter(tp, "tp") letter(cp, "cp") letter(ep, "ep") \
  letter(etp, "etp")
#define SHARDSCOPE_LETTERS_AND_WORDS(entry) \
  entry(none, "") SHARDSCOPE_LETTERS(entry) \
  entry(tensors, "tensors") entry(values, "values") entry(parameters, "parameters") \
  entry(quantised_parameters, "quantised parameters") entry(parameters_of_shard, "parameters of the shard") \
  entry(layers, "layers") entry(buckets, "buckets") entry(elements, "elements")
SHARDSCOPE_TABLE(Letter, std::string_view, SHARDSCOPE_LETTERS_AND_WORDS)
// clang-format on
inline constexpr std::size_t letter_count = count_of<Letter>;

/// How long one dimension is: a number times up to four factors, each a letter or a sum of two, over up to two degrees.
struct Extent {
  struct Factor {
    std::array<Letter, 2> sum = {}, over = {};
    std::uint8_t of_second = 1;  // "(a + 2g)"

    constexpr bool operator==(const Factor&) const = default;
  };
  int times = 1;
  std::array<Factor, 4> factors = {};

  /// How many of the factors are used.
  [[nodiscard]] constexpr std::size_t size() const {
    std::size_t used = 0;
    while (used < factors.size() && factors[used].sum[0] != Letter::none) ++used;
    return used;
  }
  [[nodiscard]] constexpr std::span<const Factor> used() const { return {factors.data(), size()}; }
  constexpr bool operator==(const Extent&) const = default;
};

constexpr Extent operator*(Extent a, const Extent& b) {
  const std::size_t first = a.size();
  for (std::size_t i = 0; i < b.size(); ++i) a.factors.at(first + i) = b.factors[i];
  a.times *= b.times;
  return a;
}
constexpr Extent operator*(int times, Extent extent) {
  extent.times *= times;
  return extent;
}
/// Requires a letter on either side, of which the second may have a number before it.
constexpr Extent operator+(Extent a, const Extent& b) {
  a.factors[0].sum[1] = b.factors[0].sum[0];
  a.factors[0].of_second = static_cast<std::uint8_t>(b.times);
  return a;
}
/// Requires a letter below.
constexpr Extent operator/(Extent a, const Extent& degree) {
  std::array<Letter, 2>& over = a.factors.at(a.size() - 1).over;
  over[over[0] == Letter::none ? 0 : 1] = degree.factors[0].sum[0];
  return a;
}

constexpr Extent extent_of(Letter letter) {
  Extent extent;
  extent.factors[0].sum[0] = letter;
  return extent;
}
constexpr Extent extent_of(int number) {
  return number * Extent{};
}

/// Letters as extents, to write shapes with.
namespace letters {
#define SHARDSCOPE_LETTER(letter, text) inline constexpr Extent letter = extent_of(Letter::letter);
SHARDSCOPE_LETTERS(SHARDSCOPE_LETTER)
#undef SHARDSCOPE_LETTER
}  // namespace letters

/// Up to four extents; `copies` like tensors of them, "2 x [h]".
struct Shape {
  int copies = 1;
  std::uint8_t dimensions = 0;
  std::array<Extent, 4> extents = {};

  [[nodiscard]] constexpr bool empty() const { return dimensions == 0; }
  constexpr bool operator==(const Shape&) const = default;
};

template <class... Extents>
constexpr Shape shape_of(const Extents&... extents) {
  return {1, static_cast<std::uint8_t>(sizeof...(extents)), {extents...}};
}
constexpr Shape operator*(int copies, Shape shape) {
  shape.copies *= copies;
  return shape;
}

/// What the letters stand for, indexed by Letter. On one GPU: whole sizes, to be divided by the degrees; g is at least
/// one per GPU. Words stand for 0.
using LetterSizes = std::array<double, letter_count>;
[[nodiscard]] LetterSizes letter_sizes(const Model& model, const Plan& plan);

/// The same of the model alone, for its parameters; no letters of tokens, no degrees.
using ModelSizes = std::array<std::int64_t, letter_count>;
[[nodiscard]] ModelSizes model_sizes(const Model& model, std::int64_t vocabulary);

[[nodiscard]] double value_of(const Extent& extent, const LetterSizes& sizes);
/// The product of the extents and the copies.
[[nodiscard]] double elements_of(const Shape& shape, const LetterSizes& sizes);
/// The same in whole numbers, which stop at the largest. Requires a shape without degrees.
[[nodiscard]] std::int64_t elements_of(const Shape& shape, const ModelSizes& sizes);
/// The extents in numbers, before them the copies where there are several.
[[nodiscard]] std::vector<double> numbers_of(const Shape& shape, const LetterSizes& sizes);
[[nodiscard]] std::vector<double> numbers_of(const Shape& shape, const ModelSizes& sizes);

/// "(a + g)·d/tp"
[[nodiscard]] std::string text_of(const Extent& extent);
/// "2 x [s/cp/tp, b, h]"; nothing of an empty shape.
[[nodiscard]] std::string text_of(const Shape& shape);

}  // namespace shardscope
