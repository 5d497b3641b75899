#include <doctest/doctest.h>

#include "render/step/waterfall.h"
#include "tests/app/log/log_window.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the parts make the predicted step, and the last bar ends at the measured one") {
  LogWindow window;
  const LogDetail& detail = window.detail();
  const Seconds measured{detail.set.log.step_seconds->median};
  CHECK(total_of(detail.lost).value == doctest::Approx(*detail.set.beside->rows[0].predicted));
  const WaterfallLayout layout = waterfall_layout(window.place("log.seconds"), detail.lost, window.theme(), measured);
  REQUIRE(layout.unexplained);
  const Rect& last = layout.bars.back();
  const bool longer = measured > layout.step;
  CHECK((longer ? layout.unexplained->min.x : layout.unexplained->max.x) == doctest::Approx(last.max.x).epsilon(0.01));
  CHECK(layout.unexplained->min.y > last.max.y);
}
