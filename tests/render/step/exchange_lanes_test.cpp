#include "render/step/exchange_lanes.h"

#include <doctest/doctest.h>

#include "tests/render/sample_report.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {

/// Half of the tensor traffic is hidden; all of the gathers, which take longer, and none of the transfer.
Report exchanging() {
  Report report = step_report();
  Communication gathers = report.communication.front();
  gathers.kind = GroupKind::dp, gathers.collective = GroupCollective::scatter_and_gather;
  gathers.time = Seconds{8}, gathers.exposed = Seconds{0};
  Communication transfer = gathers;
  transfer.kind = GroupKind::pp, transfer.time = Seconds{1}, transfer.exposed = Seconds{1};
  Communication none = gathers;
  none.time = Seconds{0};
  report.communication.insert(report.communication.end(), {gathers, transfer, none});
  return report;
}

constexpr Rect place{{10, 10}, {610, 210}};

}  // namespace

TEST_CASE("each exchange has a lane, the longest first, with what is hidden and what is exposed") {
  const std::vector<ExchangeLane> lanes = exchange_lanes(exchanging());
  REQUIRE(lanes.size() == 3);
  CHECK(lanes[0].kind == GroupKind::dp);
  CHECK(lanes[0].hidden.value == doctest::Approx(8));
  CHECK(lanes[0].exposed.value == 0);
  CHECK(lanes[1].kind == GroupKind::tp);
  CHECK(lanes[1].hidden.value == doctest::Approx(2.6));
  CHECK(lanes[1].exposed.value == doctest::Approx(2.6));
  CHECK(lanes[1].name.ends_with("8 GPUs"));
  CHECK(lanes[2].hidden.value == 0);
  Report unknown = exchanging();
  unknown.time.reset();
  CHECK(exchange_lanes(unknown).empty());
}

TEST_CASE("lanes are as long as their seconds on the step's scale, the hidden part pale") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Report report = exchanging();
  const std::vector<ExchangeLane> lanes = exchange_lanes(report);
  std::optional<std::size_t> under;
  const float height = exchange_lanes_height(theme, lanes.size(), place.height());
  const float row = (height - exchange_lanes_height(theme, 1, place.height())) / 2;
  const float tensor = place.min.y + height - 1.5F * row;  // the middle of the second lane
  const Image image = screen.picture(620, 220, theme.panel, [&] {
    under = draw_exchange_lanes(*ImGui::GetBackgroundDrawList(), theme, place, lanes, report.time->step,
                                {place.min.x + 5, tensor});
  });
  CHECK(under == 1);
  int full = 0, ground = 0;
  const float bar = tensor + row * 0.15F;
  for (float x = place.min.x; x < place.max.x; ++x) {
    full += pixel_at(image, x, bar) == theme.tensor;
    ground += pixel_at(image, x, bar) == theme.raised;
  }
  const double scale = static_cast<double>(place.width()) / report.time->step.value;
  CHECK(full == doctest::Approx(2.6 * scale).epsilon(0.05));
  CHECK(ground == doctest::Approx((report.time->step.value - 5.2) * scale).epsilon(0.02));
}

TEST_CASE("as many lanes are shown as have room, and none without any") {
  const Theme theme = dark_theme();
  CHECK(exchange_lanes_height(theme, 0, 500) == 0);
  CHECK(exchange_lanes_height(theme, 3, 20) == 0);
  CHECK(exchange_lanes_height(theme, 3, 500) > exchange_lanes_height(theme, 2, 500));
  CHECK(exchange_lanes_height(theme, 30, 100) <= 100);
}

TEST_CASE("a lane says what it costs, and that its place isn't when it runs") {
  const Report report = exchanging();
  const Explanation words = explain_exchange_lane(exchange_lanes(report)[1], report.time->step);
  CHECK(words.title.starts_with("Tensor"));
  CHECK(words.lines.size() == 3);
}
