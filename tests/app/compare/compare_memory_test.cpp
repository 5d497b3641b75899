#include "tests/app/compare/compare_driver.h"
#include "tests/gui/has_color.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("both plans' memory has the parts' colours") {
  CompareDriver driver;
  const Image picture = driver.window.picture();
  const Rect all{{0, 200}, {700, 800}};
  const Theme theme = driver.window.theme();
  for (const MemoryComponent part :
       {MemoryComponent::weights, MemoryComponent::gradients, MemoryComponent::activations})
    CHECK(has_color(picture, all, memory_color(theme, part)));
}
