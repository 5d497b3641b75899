#include "render/text/pass_name.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("passes are named by what they compute, however they are run") {
  CHECK(pass_name(PassKind::forward) == pass_name(PassKind::overlapped_forward));
  CHECK(pass_name(PassKind::forward) == pass_name(PassKind::lone_forward));
  CHECK(pass_name(PassKind::backward) == pass_name(PassKind::overlapped_backward));
  CHECK(pass_name(PassKind::backward_input) == "Backward, input gradient");
  CHECK(pass_name(PassKind::backward_weight) == "Weight gradient");
  CHECK(pass_name(PassKind::embedding) != pass_name(PassKind::loss));
  CHECK(pass_name(PassKind::loss_backward) == "Loss, backward");
}
