#include "render/step/cost_bars.h"

#include <doctest/doctest.h>

#include <vector>

#include "core/run/money.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr Rect costs_area{{10, 10}, {510, 300}};

RunReport known() {
  RunReport run;
  run.rental_usd = 60e6;
  run.capital_usd = 375e6;
  run.amortised_usd = 25e6;
  run.energy_usd = 3e6;
  set_costs(run);
  return run;
}

}  // namespace

TEST_CASE("bars are on one scale: the dearest way takes the whole width, rent its share of that") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const RunReport run = known();
  const Image image = screen.picture(520, 320, theme.panel, [&] {
    draw_cost_bars(*ImGui::GetBackgroundDrawList(), theme, costs_area, run, CostWay::buy, {-1, -1});
  });
  const float rent_y = costs_area.min.y + 22 + 3, split_y = rent_y + 3 * 62;
  const float width = costs_area.width() * static_cast<float>(60e6 / (375e6 / 0.7 / 0.8));
  CHECK(pixel_at(image, costs_area.min.x + width - 6, rent_y) == spending_color(theme, Spending::gpus));
  CHECK(pixel_at(image, costs_area.min.x + width + 6, rent_y) == theme.panel);
  CHECK(pixel_at(image, costs_area.min.x + costs_area.width() * 0.85F, split_y) ==
        spending_color(theme, Spending::staff));
  CHECK(pixel_at(image, costs_area.max.x - 5, split_y) == spending_color(theme, Spending::power));
}

TEST_CASE("the pointer finds the way and the part of it") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const RunReport run = known();
  in_frame(screen, 520, 320, [&](ImDrawList& draw) {
    const auto words =
        draw_cost_bars(draw, theme, costs_area, run, CostWay::rent, {costs_area.min.x + 5, costs_area.min.y + 5});
    REQUIRE(words.has_value());
    CHECK(words->way == CostWay::rent);
    CHECK_FALSE(words->part.has_value());
    const auto staff =
        draw_cost_bars(draw, theme, costs_area, run, CostWay::rent,
                       {costs_area.min.x + costs_area.width() * 0.9F, costs_area.min.y + 22 + 3 * 62 + 5});
    REQUIRE(staff.has_value());
    CHECK(staff->way == CostWay::split);
    CHECK(*staff->part == 1);
  });
  CHECK(cost_bars_height(theme, run) == doctest::Approx(4 * 62));
  CHECK(cost_bars_height(theme, RunReport{}) == doctest::Approx(4 * 38));  // words alone
}

TEST_CASE("a tornado's cheaper side is on the left, and a row that moves nothing says why") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const std::vector<Sensitivity> rows = {{"price", "price", 80, 120, {}}, {"power", "power", 100, 100, "in the rent"}};
  const Image image = screen.picture(520, 120, theme.panel, [&] {
    draw_tornado(*ImGui::GetBackgroundDrawList(), theme, costs_area, 100, rows, {-1, -1});
  });
  const float left = costs_area.min.x + costs_area.width() * 0.36F, middle = (left + costs_area.max.x) / 2,
              y = costs_area.min.y + 13;
  CHECK(pixel_at(image, middle - 30, y) == theme.good);
  CHECK(pixel_at(image, middle + 30, y) == theme.warn);
  in_frame(screen, 520, 120, [&](ImDrawList& draw) {
    CHECK(*draw_tornado(draw, theme, costs_area, 100, rows, {costs_area.min.x + 5, costs_area.min.y + 30}) == 1);
    CHECK_FALSE(
        draw_tornado(draw, theme, costs_area, 100, {}, {costs_area.min.x + 5, costs_area.min.y + 30}).has_value());
  });
}

TEST_CASE("a cost's range is a line through the bar's end, from its lower to its upper end") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  RunReport run = known();
  run.time_range = RunRange{0.5, 1.5};
  const Image image = screen.picture(520, 320, theme.panel, [&] {
    draw_cost_bars(*ImGui::GetBackgroundDrawList(), theme, costs_area, run, CostWay::buy, {-1, -1});
  });
  const float rent = costs_area.width() * static_cast<float>(60e6 / (375e6 / 0.7 / 0.8)),
              y = costs_area.min.y + 22 + 12;
  CHECK(pixel_at(image, costs_area.min.x + rent * 0.75F, y) == theme.text);
  CHECK(pixel_at(image, costs_area.min.x + rent * 1.25F, y) == theme.text);
  CHECK(pixel_at(image, costs_area.min.x + rent * 0.25F, y) == spending_color(theme, Spending::gpus));
  CHECK(pixel_at(image, costs_area.min.x + rent * 1.75F, y) == theme.panel);
}

TEST_CASE("the energy's bar is divided as the power is, on the whole width") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  RunReport run;
  run.energy_joules = 1e12;
  run.power_watts = 1000;
  run.power_parts = {{{Spending::gpus, 400}, {Spending::hosts_and_network, 400}, {Spending::cooling, 200}}};
  const Image image = screen.picture(520, 320, theme.panel,
                                     [&] { draw_power_bar(*ImGui::GetBackgroundDrawList(), theme, costs_area, run); });
  const float y = costs_area.min.y + 22 + 3;
  CHECK(pixel_at(image, costs_area.min.x + costs_area.width() * 0.38F, y) == spending_color(theme, Spending::gpus));
  CHECK(pixel_at(image, costs_area.min.x + costs_area.width() * 0.42F, y) ==
        spending_color(theme, Spending::hosts_and_network));
  CHECK(pixel_at(image, costs_area.min.x + costs_area.width() * 0.78F, y) ==
        spending_color(theme, Spending::hosts_and_network));
  CHECK(pixel_at(image, costs_area.min.x + costs_area.width() * 0.98F, y) == spending_color(theme, Spending::cooling));
  CHECK(power_bar_height(theme) == doctest::Approx(62));
}

TEST_CASE("each way has a row of its own, in the order in which it is drawn") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const std::vector<CostRow> rows = cost_rows(theme, costs_area, known());
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].way == CostWay::rent);
  for (std::size_t i = 1; i < rows.size(); ++i) CHECK(rows[i].row.min.y > rows[i - 1].row.max.y);
}

TEST_CASE("a way whose cost isn't known keeps its row and takes no click of a bar") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  RunReport run;
  run.calendar_days = 90;
  run.rental_usd = 60e6;
  set_costs(run);
  const std::vector<CostRow> rows = cost_rows(theme, costs_area, run);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].known);
  CHECK_FALSE(rows[1].known);
  in_frame(screen, 520, 320, [&](ImDrawList& draw) {
    CHECK_FALSE(draw_cost_bars(draw, theme, costs_area, run, CostWay::rent, rows[1].row.center()).has_value());
    const int before = draw.VtxBuffer.Size;
    draw_cost_bars(draw, theme, costs_area, run, CostWay::rent, {-1, -1});
    CHECK(draw.VtxBuffer.Size - before > 4 * 3 * 20);  // three rows of words at least
  });
}

TEST_CASE("the legend names each colour of the bars once") {
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(light_theme(), screen);
  const RunReport run = known();
  CHECK(cost_legend_height(theme, run, 1000) < cost_legend_height(theme, run, 150));
  const Image image = screen.picture(520, 40, theme.panel, [&] {
    draw_legend(*ImGui::GetBackgroundDrawList(), theme, {{10, 10}, {510, 30}}, cost_legend(theme, run));
  });
  int power = 0, staff = 0;
  for (int x = 0; x < 520; ++x) {
    power += pixel_at(image, static_cast<float>(x), 20) == spending_color(theme, Spending::power);
    staff += pixel_at(image, static_cast<float>(x), 20) == spending_color(theme, Spending::staff);
  }
  CHECK(power > 3);
  CHECK(staff > 3);
}
