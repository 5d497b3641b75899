#include "render/cluster/racks.h"

#include <doctest/doctest.h>

#include <set>
#include <utility>

#include "core/cluster/fabric.h"
#include "render/cluster/grid/rack_words.h"
#include "render/picture/offscreen.h"
#include "tests/core/cluster/rank_coordinates.h"

using namespace shardscope;

namespace {

Report report_of(std::int64_t gpus, std::int64_t tp, std::int64_t pp, std::int64_t dp) {
  Report report;
  report.scenario.cluster.gpus = gpus;
  report.scenario.plan.tp = tp;
  report.scenario.plan.pp = pp;
  report.scenario.plan.dp = dp;
  return report;
}

const Rect area{{100, 50}, {560, 350}};

std::optional<ImU32> gpu_color(const Report& report, const RacksView& view, std::int64_t gpu, const Theme& theme) {
  const RackColors colors(report, view.coloring, theme);
  const std::int64_t key = colors.key(gpu);
  return key < 0 ? std::nullopt : std::optional(colors.color(key));
}

}  // namespace

TEST_CASE("the GPU under a cell's middle is that GPU, at every zoom") {
  const Report report = report_of(25000, 8, 15, 208);
  const RackGrid grid = grid_for(report, area);
  for (const double zoom : {1.0, 7.0, 60.0}) {
    const RacksView view = zoom_about(RacksView{}, 0.4, 0.6, zoom, zoom_max(grid));
    for (std::int64_t gpu = 0; gpu < 25000; gpu += 311) {
      const ImVec2 middle = screen_rect(view, area, gpu_rect(grid, gpu)).center();
      if (area.contains(middle)) CHECK(gpu_under(grid, view, area, middle.x, middle.y) == gpu);
    }
  }
  CHECK_FALSE(gpu_under(grid, {}, area, 0, 0).has_value());
}

TEST_CASE("colours tell stages apart, and an idle GPU has none") {
  const Report report = report_of(25000, 8, 15, 208);
  const Theme theme = dark_theme();
  std::set<ImU32> colors;
  for (std::int64_t stage = 0; stage < 15; ++stage)
    colors.insert(*gpu_color(report, {}, rank_of({0, 0, 0, stage}, report.scenario.plan), theme));
  CHECK(colors.size() == 15);
  CHECK(gpu_color(report, {}, 0, theme) == gpu_color(report, {}, 7, theme));
  CHECK_FALSE(gpu_color(report, {}, 24'960, theme).has_value());
}

TEST_CASE("a tensor group is one colour, its neighbour another") {
  const Report report = report_of(64, 8, 1, 8);
  RacksView view;
  view.coloring = RackColoring::tensor_group;
  const Theme theme = light_theme();
  CHECK(gpu_color(report, view, 0, theme) == gpu_color(report, view, 7, theme));
  CHECK(gpu_color(report, view, 7, theme) != gpu_color(report, view, 8, theme));
}

TEST_CASE("detail follows the pixels that a GPU gets") {
  const RackGrid small = grid_for(report_of(64, 8, 1, 8), area);
  CHECK(detail_for(small, {}, area, dark_theme()) == RackDetail::gpus);
  const RackGrid million = grid_for(report_of(1 << 20, 8, 1, 1 << 17), area);
  CHECK(detail_for(million, {}, area, dark_theme()) == RackDetail::racks);
  RacksView near;
  near = zoom_about(near, 0.5, 0.5, 1e9, zoom_max(million));
  CHECK(detail_for(million, near, area, dark_theme()) == RackDetail::boxes);
}

TEST_CASE("a million GPUs are drawn within the frame's quads") {
  ImGuiContext* context = ImGui::CreateContext();
  {
    ImDrawList draw(ImGui::GetDrawListSharedData());
    draw._ResetForNewFrame();
    draw.PushClipRect(area.min, area.max);
    const Report report = report_of(1 << 20, 8, 1, 1 << 17);
    for (const RackColoring coloring : {RackColoring::stage, RackColoring::replica, RackColoring::tensor_group,
                                        RackColoring::data_group, RackColoring::domain}) {
      const int before = draw.VtxBuffer.Size;
      RacksView view;
      view.coloring = coloring;
      draw_racks(draw, area, report, grid_for(report, area), view, {}, dark_theme());
      CHECK((draw.VtxBuffer.Size - before) / 4 <= rack_quads_max);
      CHECK((draw.VtxBuffer.Size - before) / 4 > 1000);
    }
  }
  ImGui::DestroyContext(context);
}

namespace {

/// The racks as a small card shows them, coloured by stage.
Image picture_of(const Report& report, const Rect& place, const RacksView& view = {}, const RacksMarks& marks = {}) {
  Outcome<Offscreen> made = Offscreen::create();
  REQUIRE(succeeded(made));
  Offscreen offscreen = std::move(std::get<0>(made));
  offscreen.activate();
  Theme theme = dark_theme();
  theme.fonts = offscreen.fonts();
  return offscreen.picture(static_cast<int>(place.max.x), static_cast<int>(place.max.y), theme.panel, [&] {
    draw_racks(*ImGui::GetBackgroundDrawList(), place, report, grid_for(report, place), view, marks, theme);
  });
}

std::size_t differing_pixels(const Image& a, const Image& b) {
  REQUIRE(a.rgba.size() == b.rgba.size());
  std::size_t differing = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4)
    differing += a.rgba[i] != b.rgba[i] || a.rgba[i + 1] != b.rgba[i + 1] ? 1 : 0;
  return differing;
}

}  // namespace

TEST_CASE("another tensor degree shows from afar, though every GPU keeps its stage and its colour") {
  const Rect card{{0, 0}, {460, 300}};
  for (const std::int64_t gpus : {64, 1024, 24'000, 100'000}) {
    CAPTURE(gpus);
    const Image eight = picture_of(report_of(gpus, 8, 4, gpus / 32), card);
    for (const std::int64_t tp : {4, 2, 1}) {
      CAPTURE(tp);
      const Image fewer = picture_of(report_of(gpus, tp, 4, gpus / 4 / tp), card);
      CHECK(differing_pixels(eight, fewer) > 460 * 300 / 150);
    }
  }
}

TEST_CASE("halls and sites are drawn as boxes of their own, and what their cells stand for is said") {
  Report report = report_of(100'000, 8, 16, 781);
  report.scenario.cluster.topology.hall.gpus = 25'024;
  const Rect wide{{0, 0}, {900, 700}};
  const RackGrid grid = grid_for(report, wide, 24);
  CHECK(grid.halls() == 4);
  CHECK(cell_words(grid, detail_for(grid, {}, wide, dark_theme())) == "a cell is a rack of 32 GPUs");
  report.scenario.cluster.sites.number = 2;
  CHECK(words_for_gpu(report, 50'000).place == "site 1, rack 1,563, node 6,250, slot 0");
}

TEST_CASE("a failed rack is red, and its replicas elsewhere are pale") {
  const Rect card{{0, 0}, {460, 300}};
  const Report report = report_of(1024, 8, 4, 32);
  const Failure rack{LevelKind::rack, 3};
  const Fabric fabric = fabric_of(report.scenario.cluster);
  const Outage outage =
      outage_of(std::span(&rack, 1), map_ranks(report.scenario.plan, report.scenario.cluster), report.scenario.cluster);
  const FailureMarks marks = failure_marks(std::span(&rack, 1), fabric, outage);
  RacksMarks lit;
  lit.failures = &marks;
  const RackGrid grid = grid_for(report, card);
  const Theme theme = dark_theme();
  const Image picture = picture_of(report, card, {}, lit);
  const auto color_at = [&](std::int64_t gpu) {
    const ImVec2 at = screen_rect({}, card, gpu_rect(grid, gpu)).center();
    const std::size_t i = (static_cast<std::size_t>(at.y) * 460 + static_cast<std::size_t>(at.x)) * 4;
    return IM_COL32(picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2], 255);
  };
  CHECK(color_at(3 * 32 + 4) == theme.bad);
  CHECK(color_at(5 * 32 + 4) == *gpu_color(report, {}, 5 * 32 + 4, theme));              // runs on
  CHECK(color_at(256 + 3 * 32 + 4) != *gpu_color(report, {}, 256 + 3 * 32 + 4, theme));  // same replicas, next stage
}

TEST_CASE("cells painted on a canvas look as cells that are shapes do") {
  const Rect card{{3, 5}, {463, 305}};
  for (const std::int64_t gpus : {64, 1024, 24'000, 100'000, 1 << 20})
    for (const double zoom : {1.0, 7.3}) {
      CAPTURE(gpus);
      CAPTURE(zoom);
      const Report report = report_of(gpus, 8, 4, gpus / 32);
      const RacksView view = zoom_about({}, 0.4, 0.6, zoom, zoom);
      PixelCanvas canvas;
      RacksMarks painted;
      painted.canvas = &canvas;
      // An edge through the middle of pixels may fall to either side: OpenGL has eight binary places.
      CHECK(differing_pixels(picture_of(report, card, view), picture_of(report, card, view, painted)) <
            460 * 300 / 100);
    }
}

TEST_CASE("cells kept on a canvas are painted anew in a theme that differs from the last one in any colour") {
  Outcome<Offscreen> made = Offscreen::create();
  REQUIRE(succeeded(made));
  Offscreen& screen = std::get<Offscreen>(made);
  screen.activate();
  const Rect card{{0, 0}, {460, 300}};
  const Report report = report_of(1024, 8, 4, 16);  // half of the GPUs are idle
  PixelCanvas canvas;
  RacksMarks marks;
  marks.canvas = &canvas;
  marks.content = 1;
  Theme theme = light_theme();
  theme.fonts = screen.fonts();
  const auto drawn = [&](const RacksMarks& with) {
    return screen.picture(460, 300, theme.panel, [&] {
      draw_racks(*ImGui::GetBackgroundDrawList(), card, report, grid_for(report, card), {}, with, theme);
    });
  };
  (void)drawn(marks);
  theme.raised = IM_COL32(200, 30, 60, 255);  // of what the plan leaves idle
  RacksMarks afresh = marks;
  afresh.content = 0;
  const Image kept = drawn(marks);
  CHECK(differing_pixels(kept, drawn(afresh)) < 460 * 300 / 100);
}

TEST_CASE("racks that each hold all stages show all of them from afar") {
  const Rect card{{0, 0}, {900, 700}};
  Report report = report_of(65'536, 8, 4, 2048);
  report.scenario.plan.rank_order = "tp-cp-ep-pp-dp";
  const RackGrid grid = grid_for(report, card);
  REQUIRE(detail_for(grid, {}, card, dark_theme()) == RackDetail::racks);
  PixelCanvas canvas;
  RacksMarks painted;
  painted.canvas = &canvas;
  const Image picture = picture_of(report, card, {}, painted);
  for (const std::int64_t rack : {0, 777, 2047})
    for (std::int64_t node = 0; node < 4; ++node) {
      const std::int64_t gpu = rack * 32 + node * 8 + 4;
      const ImVec2 at = screen_rect({}, card, gpu_rect(grid, gpu)).center();
      const auto pixel = picture.at(static_cast<int>(at.x), static_cast<int>(at.y));
      CAPTURE(gpu);
      CHECK(IM_COL32(pixel[0], pixel[1], pixel[2], 255) == *gpu_color(report, {}, gpu, dark_theme()));
    }
}

TEST_CASE("every rack is painted, however many groups there are to tell apart") {
  const Report report = report_of(25'000, 8, 15, 208);
  const Theme theme = dark_theme();
  for (const Rect& card : {Rect{{0, 0}, {460, 300}}, Rect{{0, 0}, {1000, 800}}, Rect{{0, 0}, {1700, 1000}}})
    for (const RackColoring coloring : {RackColoring::data_group, RackColoring::tensor_group, RackColoring::stage}) {
      CAPTURE(card.max.x);
      CAPTURE(static_cast<int>(coloring));
      RacksView view;
      view.coloring = coloring;
      PixelCanvas canvas;
      for (PixelCanvas* on : {static_cast<PixelCanvas*>(nullptr), &canvas}) {
        RacksMarks marks;
        marks.canvas = on;
        const Image image = picture_of(report, card, view, marks);
        const RackGrid grid = grid_for(report, card);
        std::int64_t bare = 0;
        for (std::int64_t rack = 0; rack < grid.racks; ++rack) {
          const Rect cell = screen_rect(view, card, rack_rect(grid, rack));
          int painted = 0;  // gaps between nodes are bare
          for (auto y = static_cast<int>(cell.min.y); y < static_cast<int>(cell.max.y) && painted == 0; ++y) {
            const auto pixel = image.at(static_cast<int>(cell.min.x + cell.width() / 3), y);
            const ImU32 color = IM_COL32(pixel[0], pixel[1], pixel[2], 255);
            painted += color != theme.panel && color != theme.bg ? 1 : 0;
          }
          bare += painted == 0 ? 1 : 0;
        }
        CHECK(bare == 0);
      }
    }
}
