// Positive definite matrices over the calibrated constants.
#pragma once

#include <cmath>

#include "core/constants/calibration.h"

namespace shardscope {

[[nodiscard]] inline CalibratedValues product_of(const CalibratedMatrix& matrix, const CalibratedValues& values) {
  CalibratedValues product{};
  for (std::size_t i = 0; i < calibrated_count; ++i)
    for (std::size_t j = 0; j < calibrated_count; ++j) product[i] += matrix[i][j] * values[j];
  return product;
}

[[nodiscard]] inline CalibratedMatrix product_of(const CalibratedMatrix& a, const CalibratedMatrix& b) {
  CalibratedMatrix product{};
  for (std::size_t i = 0; i < calibrated_count; ++i)
    for (std::size_t k = 0; k < calibrated_count; ++k)
      for (std::size_t j = 0; j < calibrated_count; ++j) product[i][j] += a[i][k] * b[k][j];
  return product;
}

/// The inverse, by Cholesky's factors.
[[nodiscard]] inline CalibratedMatrix inverse_of(const CalibratedMatrix& matrix) {
  CalibratedMatrix lower{}, inverse{};
  for (std::size_t i = 0; i < calibrated_count; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = matrix[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= lower[i][k] * lower[j][k];
      lower[i][j] = i == j ? std::sqrt(sum) : sum / lower[j][j];
    }
  for (std::size_t column = 0; column < calibrated_count; ++column) {
    CalibratedValues values{};
    for (std::size_t i = 0; i < calibrated_count; ++i) {
      double sum = i == column ? 1 : 0;
      for (std::size_t k = 0; k < i; ++k) sum -= lower[i][k] * values[k];
      values[i] = sum / lower[i][i];
    }
    for (std::size_t i = calibrated_count; i-- > 0;) {
      double sum = values[i];
      for (std::size_t k = i + 1; k < calibrated_count; ++k) sum -= lower[k][i] * values[k];
      values[i] = sum / lower[i][i];
    }
    for (std::size_t i = 0; i < calibrated_count; ++i) inverse[i][column] = values[i];
  }
  return inverse;
}

}  // namespace shardscope
