#include "app/window/glfw_window.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("before GLFW has begun there is no window, and nothing is broken by asking for one") {
  CHECK(open_window(Settings{}) == nullptr);
}
