#include "render/gantt/view/gantt_geometry.h"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace shardscope;

namespace {

constexpr Rect chart_area = {{100, 50}, {1400, 500}};

GanttGeometry geometry_of(std::int32_t ranks, GanttView view = {}, Rect rect = chart_area, float scale = 1) {
  Theme theme = dark_theme();
  theme.scale = scale;
  return gantt_geometry(rect, view, {40, ranks}, theme);
}

}  // namespace

TEST_CASE("a moment goes to a pixel and back, at every zoom") {
  for (const double zoom : {1.0, 7.0, 300.0, 1e5}) {
    const GanttGeometry geometry = geometry_of(15, zoom_about({}, {40, 15}, 17.25, zoom));
    for (const double share : {0.0, 0.3, 0.99, 1.0}) {
      const double time = geometry.time.start + share * geometry.time.length();
      CHECK(geometry.time_of(geometry.x_of(time)) == doctest::Approx(time).epsilon(1e-12));
    }
    CHECK(geometry.x_of(geometry.time.start) == geometry.lanes.min.x);
    CHECK(geometry.x_of(geometry.time.end) == geometry.lanes.max.x);
  }
}

TEST_CASE("the minimap covers the whole step whatever the lanes show") {
  const GanttGeometry geometry = geometry_of(15, show_range({}, {40, 15}, {12, 13}));
  CHECK(geometry.minimap_time_of(geometry.minimap.min.x) == 0);
  CHECK(geometry.minimap_time_of(geometry.minimap.max.x) == doctest::Approx(40));
}

TEST_CASE("every part lies in the chart_area and none covers another, at every size") {
  for (const std::int32_t ranks : {1, 4, 15, 64, 128, 2000})
    for (const float height : {60.0f, 200.0f, 450.0f, 1200.0f})
      for (const float scale : {1.0f, 1.5f, 2.0f}) {
        CAPTURE(ranks);
        CAPTURE(height);
        CAPTURE(scale);
        const Rect rect = {{10, 10}, {900, 10 + height}};
        const GanttGeometry geometry = geometry_of(ranks, {}, rect, scale);
        CHECK(geometry.labels.min.x >= rect.min.x);
        CHECK(geometry.labels.max.x < geometry.lanes.min.x);
        CHECK(geometry.lanes.min.y >= rect.min.y);
        CHECK(geometry.lanes.max.y <= geometry.axis.min.y);
        CHECK(geometry.axis.max.y <= geometry.minimap.min.y);
        CHECK(geometry.minimap.max.y <= rect.max.y + 1);
        CHECK(geometry.lanes.max.x <= rect.max.x);
      }
}

TEST_CASE("rows follow one another without overlap and hold every rank once") {
  for (const std::int32_t ranks : {1, 15, 64, 129, 1000}) {
    CAPTURE(ranks);
    const GanttGeometry geometry = geometry_of(ranks);
    std::int32_t held = 0;
    for (std::int32_t row = 0; row < geometry.rows; ++row) {
      CHECK(geometry.first_rank(row) == held);
      CHECK(geometry.ranks_in(row) >= 1);
      held += geometry.ranks_in(row);
      CHECK(geometry.row_rect(row).height() >= 1);
      if (row > 0) CHECK(geometry.row_rect(row).min.y >= geometry.row_rect(row - 1).max.y);
    }
    CHECK(held == ranks);
  }
}

TEST_CASE("the rank found at a row's pixels is one of the row's") {
  for (const std::int32_t ranks : {1, 15, 64, 129, 1000}) {
    CAPTURE(ranks);
    const GanttGeometry geometry = geometry_of(ranks);
    for (std::int32_t row = 0; row < geometry.rows; ++row)
      for (const float share : {0.01f, 0.5f, 0.99f}) {
        const Rect rect = geometry.row_rect(row);
        const auto rank = geometry.rank_at(rect.min.y + share * rect.height());
        REQUIRE(rank.has_value());
        CHECK(*rank >= geometry.first_rank(row));
        CHECK(*rank < geometry.first_rank(row) + geometry.ranks_in(row));
      }
    CHECK_FALSE(geometry.rank_at(geometry.lanes.min.y - 1).has_value());
    CHECK_FALSE(geometry.rank_at(geometry.lanes.max.y + 1).has_value());
  }
}

TEST_CASE("scrolled lanes begin with the first rank in view") {
  GanttView view;
  view.lanes = {20, 10};
  const GanttGeometry geometry = geometry_of(64, view);
  CHECK(geometry.rows == 10);
  CHECK(geometry.rank_at(geometry.lanes.min.y + 1) == 20);
  CHECK(geometry.rank_at(geometry.lanes.max.y - 1) == 29);
}

TEST_CASE("ranks share rows as a person wants, or more where there is no height for that") {
  const Theme theme = dark_theme();
  GanttLayout layout;
  layout.ranks_per_row = 4;
  const GanttGeometry few = gantt_geometry({{0, 0}, {1000, 400}}, {}, GanttExtent{10, 14}, theme, layout);
  CHECK(few.ranks_per_row == 4);
  CHECK(few.rows == 4);
  CHECK(few.ranks_in(3) == 2);
  CHECK(few.row_of(13) == 3);
  const GanttGeometry many = gantt_geometry({{0, 0}, {1000, 400}}, {}, GanttExtent{10, 4000}, theme, layout);
  CHECK(many.ranks_per_row > 4);
}

TEST_CASE("bars, transfers and strip of a row follow each other and leave its gap") {
  const Theme theme = dark_theme();
  GanttLayout layout;
  layout.strips = layout.transfers = true;
  const GanttGeometry geometry = gantt_geometry({{0, 0}, {1000, 600}}, {}, GanttExtent{10, 8}, theme, layout);
  for (std::int32_t row = 0; row < geometry.rows; ++row) {
    CHECK(geometry.transfers_rect(row).min.y == geometry.row_rect(row).max.y);
    CHECK(geometry.strip_rect(row).min.y == geometry.transfers_rect(row).max.y);
    CHECK(geometry.rank_at(geometry.strip_rect(row).max.y - 1) == row);
    if (row + 1 < geometry.rows)
      CHECK(geometry.row_rect(row + 1).min.y == doctest::Approx(geometry.strip_rect(row).max.y + geometry.gap));
  }
}

TEST_CASE("a strip is high enough to be read or not there, bars keep the height of their numbers, and both grow") {
  const Theme theme = dark_theme();
  GanttLayout layout;
  layout.strips = true;
  float before = 0;
  for (float height = 200; height <= 2000; height += 20) {
    CAPTURE(height);
    const GanttGeometry geometry = gantt_geometry({{0, 0}, {1000, height}}, {}, GanttExtent{10, 15}, theme, layout);
    CHECK((geometry.strip == 0 || geometry.strip >= 8));
    if (geometry.strip > 0) CHECK(geometry.row_rect(0).height() >= 10.5f);
    CHECK(geometry.strip >= before);
    before = geometry.strip;
  }
  CHECK(before > 30);
  // 15 stages in each of two charts of a window of 1080 lines.
  CHECK(gantt_geometry({{0, 0}, {1380, 372}}, {}, GanttExtent{10, 15}, theme, layout).strip >= 8);
}
