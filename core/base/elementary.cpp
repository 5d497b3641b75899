#include "core/base/elementary.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace shardscope {

namespace {

/// A number as the sum of two: the rounded one, and what rounding left.
struct TwoPart {
  double high = 0, low = 0;
};

/// Knuth's sum: without a rounding.
constexpr TwoPart exact_sum(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

/// Dekker's product: without a rounding, as long as nothing leaves a double's range.
constexpr TwoPart exact_product(double a, double b) {
  constexpr double splitter = 0x1p27 + 1;
  const double a_wide = splitter * a, b_wide = splitter * b;
  const double a_high = a_wide - (a_wide - a), b_high = b_wide - (b_wide - b);
  const double a_low = a - a_high, b_low = b - b_high, product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

constexpr TwoPart rounded_product(const TwoPart& a, const TwoPart& b) {
  const TwoPart whole = exact_product(a.high, b.high);
  return exact_sum(whole.high, whole.low + (a.high * b.low + a.low * b.high));
}

constexpr TwoPart rounded_sum(const TwoPart& a, const TwoPart& b) {
  const TwoPart whole = exact_sum(a.high, b.high);
  return exact_sum(whole.high, whole.low + (a.low + b.low));
}

// The first has so few digits that its product with an exponent is exact.
constexpr TwoPart ln_2 = {0x1.62e42ffp-1, -0x1.718432a1b0e26p-35};

constexpr int parts_of_two = 64;

/// 2^(j/64).
constexpr std::array<TwoPart, parts_of_two> roots_of_two = [] {
  constexpr TwoPart first = {0x1.02c9a3e778061p+0, -0x1.19083535b085dp-56};
  std::array<TwoPart, parts_of_two> roots = {TwoPart{1, 0}};
  for (std::size_t j = 1; j < roots.size(); ++j) roots[j] = rounded_product(roots[j - 1], first);
  return roots;
}();

/// ln(a/b) of two numbers that are 1 apart, a above b: 2·artanh of 1/(a + b), as a series.
constexpr TwoPart step_of_logarithm(double a, double b) {
  const double whole = a + b, once = 1 / whole;
  const TwoPart back = exact_product(once, whole);
  const TwoPart part = exact_sum(once, ((1 - back.high) - back.low) / whole), square = rounded_product(part, part);
  TwoPart power = part, total = part;
  for (int n = 3; n < 17; n += 2) {
    power = rounded_product(power, square);
    total = rounded_sum(total, {power.high / n, power.low / n});  // of these only the first digits count
  }
  return {2 * total.high, 2 * total.low};
}

constexpr int parts_of_one = 128, least_part = 90, most_part = 182;

/// ln(j/128).
constexpr std::array<TwoPart, most_part - least_part + 1> logarithms = [] {
  std::array<TwoPart, most_part - least_part + 1> all = {};
  for (int j = parts_of_one; j < most_part; ++j)
    all[static_cast<std::size_t>(j + 1 - least_part)] =
        rounded_sum(all[static_cast<std::size_t>(j - least_part)], step_of_logarithm(j + 1, j));
  for (int j = parts_of_one; j > least_part; --j) {
    const TwoPart step = step_of_logarithm(j, j - 1);
    all[static_cast<std::size_t>(j - 1 - least_part)] =
        rounded_sum(all[static_cast<std::size_t>(j - least_part)], {-step.high, -step.low});
  }
  return all;
}();

/// e^x = 2^shift · (high + low).
struct Exponential {
  TwoPart value;
  int shift = 0;
};

/// Of an x between -750 and 750: e^x = 2^(n/64) · e^r.
Exponential exponential_of(const TwoPart& x) {
  const double n = std::floor(x.high * (parts_of_two / 0x1.62e42fefa39efp-1) + 0.5);
  const TwoPart r = exact_sum(x.high - n * (ln_2.high / parts_of_two), -n * (ln_2.low / parts_of_two));
  const double s = r.high, left = r.low + x.low;
  const double beyond =
      s + (left + left * s + s * s * (1. / 2 + s * (1. / 6 + s * (1. / 24 + s * (1. / 120 + s * (1. / 720))))));
  const int whole = static_cast<int>(n), shift = whole >> 6;
  const TwoPart& root = roots_of_two[static_cast<std::size_t>(whole & (parts_of_two - 1))];
  return {{root.high, root.low + root.high * beyond}, shift};
}

/// Of a positive x: ln x = k·ln 2 + ln(j/128) + ln(1 + r).
TwoPart logarithm_of(double x) {
  int k = 0;
  double m = std::frexp(x, &k);
  if (m < 0x1.6a09e667f3bcdp-1) m *= 2, --k;
  const int j = static_cast<int>(m * parts_of_one + 0.5);
  const double near = static_cast<double>(j) / parts_of_one, off = m - near, r = off / near;
  const TwoPart back = exact_product(r, near), square = exact_product(r, r);
  const double left = ((off - back.high) - back.low) / near;
  const double tail =
      r * r * r * (1. / 3 + r * (-1. / 4 + r * (1. / 5 + r * (-1. / 6 + r * (1. / 7 + r * (-1. / 8 + r * (1. / 9)))))));
  const TwoPart& part = logarithms[static_cast<std::size_t>(j - least_part)];
  const TwoPart first = exact_sum(k * ln_2.high, part.high), second = exact_sum(first.high, r),
                third = exact_sum(second.high, -square.high / 2);
  const double low = k * ln_2.low + part.low + (left - left * r) - square.low / 2 + tail;
  return exact_sum(third.high, first.low + second.low + third.low + low);
}

constexpr double ordinary_exponents = 700;  // beyond it results come near the ends of a double's range

bool is_positive_number(double x) {
  return x > 0 && std::isfinite(x);
}

}  // namespace

double exponential(double x) {
  if (!(std::abs(x) < ordinary_exponents)) return std::exp(x);
  const Exponential found = exponential_of({x, 0});
  return std::ldexp(found.value.high + found.value.low, found.shift);
}

double exponential_minus_one(double x) {
  if (x == 0 || !(std::abs(x) < ordinary_exponents)) return std::expm1(x);
  const Exponential found = exponential_of({x, 0});
  const TwoPart less = exact_sum(std::ldexp(found.value.high, found.shift), -1);
  return less.high + (less.low + std::ldexp(found.value.low, found.shift));
}

double logarithm(double x) {
  if (!is_positive_number(x)) return std::log(x);
  return logarithm_of(x).high;
}

double logarithm_of_one_plus(double x) {
  if (x == 0 || !is_positive_number(1 + x)) return std::log1p(x);
  const TwoPart whole = exact_sum(1, x);
  const TwoPart found = logarithm_of(whole.high);
  return found.high + (found.low + whole.low / whole.high);
}

double power(double base, double exponent) {
  if (!is_positive_number(base) || !(std::abs(exponent) < 0x1p60)) return std::pow(base, exponent);
  const TwoPart found = logarithm_of(base), whole = exact_product(found.high, exponent);
  if (!(std::abs(whole.high) < ordinary_exponents)) return std::pow(base, exponent);
  const Exponential result = exponential_of({whole.high, whole.low + found.low * exponent});
  return std::ldexp(result.value.high + result.value.low, result.shift);
}

double fourth_root(double x) {
  const double root = std::sqrt(std::sqrt(x));
  const TwoPart square = exact_product(root, root), fourth = rounded_product(square, square);
  return root - ((fourth.high - x) + fourth.low) / (4 * root * root * root);  // Newton's step, which the digits ask for
}

double cube_root(double x) {
  int exponent = 0;
  (void)std::frexp(x, &exponent);
  double root = std::ldexp(1, exponent / 3);  // within a factor of two
  for (int step = 0; step < 5; ++step) {      // Halley's: each has three times the digits
    const double cube = root * root * root;
    root = root * (cube + 2 * x) / (2 * cube + x);
  }
  return root - (root * root * root - x) / (3 * root * root);  // Newton's, whose correction rounds to next to nothing
}

}  // namespace shardscope
