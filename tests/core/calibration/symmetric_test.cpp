#include "core/calibration/symmetric.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a matrix times its inverse is the identity") {
  CalibratedMatrix matrix = identity_of_calibrated();
  for (std::size_t i = 0; i < calibrated_count; ++i)
    for (std::size_t j = 0; j < calibrated_count; ++j)
      matrix[i][j] += 0.1 * static_cast<double>((i + 1) * (j + 1)) / calibrated_count;
  const CalibratedMatrix inverse = inverse_of(matrix);
  for (std::size_t i = 0; i < calibrated_count; ++i) {
    CalibratedValues column{};
    for (std::size_t j = 0; j < calibrated_count; ++j) column[j] = inverse[j][i];
    const CalibratedValues product = product_of(matrix, column);
    for (std::size_t j = 0; j < calibrated_count; ++j) CHECK(product[j] == doctest::Approx(i == j ? 1 : 0));
  }
}
