#include "render/cluster/site_chart.h"

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

const std::vector<SiteLine> site_lines = {
    {50e9, {{1e3, 50e9, {}, 0.4}, {1e5, 50e9, {}, 0.4}, {1e7, 50e9, {}, 0.2}}, true},
    {500e9, {{1e3, 500e9, {}, 0.9}, {1e5, 500e9, {}, 0.9}, {1e7, 500e9, {}, 0.7}}}};

}  // namespace

TEST_CASE("between a curve's points its value lies between theirs") {
  CHECK(efficiency_at(site_lines[0], 1e5) == 0.4);
  CHECK(*efficiency_at(site_lines[0], 1e6) == doctest::Approx(0.3));
  CHECK_FALSE(efficiency_at(site_lines[0], 1e8).has_value());
}

TEST_CASE("the link that loses so much lies between those that lose more and less") {
  const std::optional<double> link = link_losing(site_lines, 1e5, 0.2);
  REQUIRE(link.has_value());
  CHECK(*link > 50e9);
  CHECK(*link < 500e9);
  CHECK_FALSE(link_losing(site_lines, 1e5, 0.01).has_value());
  CHECK_FALSE(link_losing(site_lines, 1e5, 0.9).has_value());
}

TEST_CASE("distances and links are said in the units that people use") {
  CHECK(distance_words(100e3) == "100 km");
  CHECK(distance_words(1500) == "1.5 km");
  CHECK(link_words(100e9) == "800 Gb/s");
  CHECK(link_words(800e9) == "6.4 Tb/s");
}

TEST_CASE("pointing at a curve gives its nearest point") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  in_frame(screen, 800, 600, [&](ImDrawList& draw) {
    const Rect area{{0, 0}, {800, 600}};
    CHECK_FALSE(draw_site_chart(draw, theme, area, site_lines, 1e5, {-1, -1}).has_value());
    bool found = false;
    for (float y = 20; y < 580 && !found; y += 10)
      if (const auto point = draw_site_chart(draw, theme, area, site_lines, 1e5, {60, y})) {
        found = true;
        CHECK(point->distance_meters == 1e3);
      }
    CHECK(found);
  });
}
