// A tensor's shape as a value: extents in the letters that papers use, "[s/cp/tp, b, h]". What a person reads and how
// many elements there are both come from it, so that the two can't differ.
//   using namespace letters;
//   constexpr Shape keys = shape_of(s / cp, b, g * d / tp);   // text_of(keys) is "[s/cp, b, g·d/tp]"
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/scenario/scenario.h"

namespace shardscope {

/// s sequence, b micro-batch, h hidden, e the token table's width, a heads, g key-value heads, d head size (d_qk, d_v,
/// d_rope, d_nope: of latent attention), r_q and r_kv its ranks, f feed-forward (f_e of an expert, f_s of all shared
/// experts), E experts, V vocabulary; positions: rows of their table; rows: what the experts of one GPU get of a
/// micro-batch. From `tensors` on: words for counts that no letter stands for, which a buffer's own figures give.
enum class Letter : std::uint8_t {
  none,
  s,
  b,
  h,
  e,
  a,
  g,
  d,
  d_qk,
  d_v,
  d_rope,
  d_nope,
  r_q,
  r_kv,
  f,
  f_e,
  f_s,
  E,
  V,
  positions,
  rows,
  tp,
  cp,
  ep,
  etp,
  tensors,
  values,
  parameters,
  quantised_parameters,
  parameters_of_shard,
  layers,
  buckets,
  elements
};
inline constexpr std::size_t letter_count = static_cast<std::size_t>(Letter::elements) + 1;

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
inline constexpr Extent s = extent_of(Letter::s), b = extent_of(Letter::b), h = extent_of(Letter::h),
                        e = extent_of(Letter::e), a = extent_of(Letter::a), g = extent_of(Letter::g),
                        d = extent_of(Letter::d), d_qk = extent_of(Letter::d_qk), d_v = extent_of(Letter::d_v),
                        d_rope = extent_of(Letter::d_rope), d_nope = extent_of(Letter::d_nope),
                        r_q = extent_of(Letter::r_q), r_kv = extent_of(Letter::r_kv), f = extent_of(Letter::f),
                        f_e = extent_of(Letter::f_e), f_s = extent_of(Letter::f_s), E = extent_of(Letter::E),
                        V = extent_of(Letter::V), positions = extent_of(Letter::positions),
                        rows = extent_of(Letter::rows), tp = extent_of(Letter::tp), cp = extent_of(Letter::cp),
                        ep = extent_of(Letter::ep), etp = extent_of(Letter::etp);
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
