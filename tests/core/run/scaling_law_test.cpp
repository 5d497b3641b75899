#include "core/run/scaling_law.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("Chinchilla's own run has the loss that its law gives it") {
  // Hoffmann et al. 2022: 70B parameters, 1.4T tokens; 1.69 + 406.4/70e9^0.34 + 410.7/1.4e12^0.28.
  CHECK(predicted_loss(hoffmann_fit, 70e9, 1.4e12) == doctest::Approx(1.937).epsilon(0.002));
  CHECK(predicted_loss(besiroglu_fit, 70e9, 1.4e12) == doctest::Approx(1.97).epsilon(0.01));
}

TEST_CASE("the refitted law gives Chinchilla about 20 tokens per parameter, the first one far more") {
  CHECK(optimal_tokens(besiroglu_fit, 70e9) / 70e9 == doctest::Approx(20).epsilon(0.25));
  CHECK(optimal_tokens(hoffmann_fit, 70e9) / 70e9 > 40);
  const ScalingHint hint = scaling_hint(70e9, 1.4e12);
  CHECK(hint.tokens_low <= 1.4e12);
  CHECK(hint.tokens_high > hint.tokens_low);
  CHECK(hint.loss_low < hint.loss_high);
}

TEST_CASE("at the optimum no shift between parameters and tokens of the same compute lowers the loss") {
  for (const ScalingFit& fit : {hoffmann_fit, besiroglu_fit}) {
    const double tokens = optimal_tokens(fit, 10e9);
    const double best = predicted_loss(fit, 10e9, tokens);
    CHECK(best < predicted_loss(fit, 10e9 * 1.05, tokens / 1.05));
    CHECK(best < predicted_loss(fit, 10e9 / 1.05, tokens * 1.05));
  }
}

TEST_CASE("the critical batch grows as the loss falls, and a batch of that size needs twice the tokens") {
  CHECK(critical_batch(2) == doctest::Approx(7.74e6).epsilon(0.01));
  CHECK(critical_batch(1.7) > critical_batch(2));
  CHECK(tokens_for_batch(4e6, 4e6) == 2);
}
