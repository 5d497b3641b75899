#include <cmath>

#include "app/lab/lab_window.h"
#include "app/lab/lab_words.h"
#include "render/text/format.h"
#include "tests/app/lab/lab_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("pointing at a bar of either chart names its pass and its rank") {
  LabDriver window;
  for (const std::size_t which : {0U, 1U})
    for (const std::int32_t rank : {0, 4, 7}) {
      const std::size_t i = window.run(which).timeline.lane(rank).size() / 2;
      window.point_at(window.bar(which, rank, i));
      const GanttHover& pointed = window.lab().pointed[which];
      CHECK(pointed.rank == rank);
      REQUIRE(pointed.pass);
      CHECK(*pointed.pass == window.run(which).timeline.lane(rank)[i].pass);
    }
}

TEST_CASE("a click on a bar follows its micro-batch in both charts, a second click lets it go") {
  LabDriver window;
  const std::size_t i = 20;
  const std::int32_t batch = window.run(1).timeline.lane(2)[i].pass.micro_batch;
  window.click(window.bar(1, 2, i));
  CHECK(window.lab().view.micro_batch == batch);
  const Theme theme = window.theme();
  const auto outlined = [&](std::size_t which, std::int32_t rank) {
    for (const PassRecord& record : window.run(which).timeline.lane(rank)) {
      if (record.pass.micro_batch != batch) continue;
      const GanttGeometry at = window.geometry(which);
      const auto pixel = window.picture().at(static_cast<int>(at.x_of((record.start + record.end) / 2)),
                                             static_cast<int>(at.row_rect(rank).min.y));
      return std::abs(pixel[0] - static_cast<int>((theme.text >> IM_COL32_R_SHIFT) & 255U)) <= 2;
    }
    return false;
  };
  CHECK(outlined(0, 0));
  CHECK(outlined(0, 7));
  CHECK(outlined(1, 0));
  CHECK(outlined(1, 7));
  window.click(window.bar(1, 2, i));
  CHECK_FALSE(window.lab().view.micro_batch);
}

TEST_CASE("the wheel zooms both charts about the pointer, a double click shows all") {
  LabDriver window;
  const ImVec2 at = window.bar(0, 3, 10);
  window.point_at(at);
  const double time = window.geometry(0).time_of(at.x);
  window.wheel(4);
  CHECK(window.geometry(0).time.length() < 0.5 * lab_end(window.lab()));
  CHECK(window.geometry(0).time_of(at.x) == doctest::Approx(time).epsilon(0.01));
  CHECK(window.geometry(0).time == window.geometry(1).time);
  window.drag(at, {at.x - 50, at.y});
  CHECK(window.geometry(1).time_of(at.x - 50) == doctest::Approx(time).epsilon(0.05));
  window.double_click(at);
  CHECK(window.geometry(0).time == TimeRange{0, lab_end(window.lab())});
}

TEST_CASE("both charts share one axis: the longer one's") {
  LabDriver window;
  CHECK(window.geometry(0).time == window.geometry(1).time);
  CHECK(window.geometry(1).time.end == 117);
  CHECK(window.geometry(1).x_of(50) == window.geometry(0).x_of(50));
  CHECK(window.shows("lab.difference"));
  const double shorter = window.run(0).makespan() - window.run(1).makespan();
  CHECK(time_difference(window.run(0), window.run(1)).words == units_text(shorter) + " units shorter");
}

TEST_CASE("a title lists all schedules, one click shows another") {
  LabDriver window;
  window.click("lab.below");
  CHECK(window.shows("lab.below=DualPipe"));
  window.click("lab.below=ZB-H1");
  CHECK(window.document().shown[1] == ScheduleKind::zb_h1);
  CHECK(window.run(1).kind == ScheduleKind::zb_h1);
  CHECK(window.document().shown[0] == ScheduleKind::interleaved);
}

TEST_CASE("a schedule that can't run with the values is said in words and draws nothing") {
  LabDriver window;
  window.set_value("lab.virtual_stages", "1");
  CHECK_FALSE(window.lab().charts[0].run);
  CHECK_FALSE(window.shows("lab.above.lanes"));
  CHECK(window.shows("lab.below.lanes"));
  CHECK_FALSE(window.shows("lab.difference"));
  CHECK_FALSE(window.shows("point=interleaved"));
  CHECK(window.lab().points[static_cast<std::size_t>(ScheduleKind::interleaved)].problem.find("2 virtual stages") !=
        std::string::npos);
}

TEST_CASE("bars are coloured by pass, micro-batch or chunk at a click") {
  LabDriver window;
  const Image by_pass = window.picture();
  window.click("lab.color.micro-batch");
  CHECK(window.lab().view.coloring == GanttColoring::micro_batch);
  CHECK(window.picture().rgba != by_pass.rgba);
  window.click("lab.color.chunk");
  CHECK(window.lab().view.coloring == GanttColoring::chunk);
  window.click("lab.color.pass");
  CHECK(window.lab().view.coloring == GanttColoring::pass_and_chunk);
}

TEST_CASE("a press on the axis puts the moment there and a drag takes it along") {
  LabDriver window;
  const Rect axis = window.place("lab.above.axis");
  window.click(axis.center());
  CHECK(*window.lab().play.time == doctest::Approx(58.5).epsilon(0.01));
  CHECK_FALSE(window.lab().play.unrolls);
  window.drag(axis.center(), {axis.min.x + axis.width() / 4, axis.center().y});
  CHECK(*window.lab().play.time == doctest::Approx(29.25).epsilon(0.01));
}

TEST_CASE("large pipelines are drawn within a frame's budget") {
  LabDriver window;
  window.set_value("lab.ranks", "64");
  window.set_value("lab.micro_batches", "512");
  window.set_value("lab.virtual_stages", "1");
  window.frames(30);
  CHECK(window.run(1).schedule.ranks == 64);
  CHECK_FALSE(window.lab().charts[0].run);
  CHECK(ImGui::GetDrawData()->TotalIdxCount / 6 < 14000);
}

TEST_CASE("a drag with Shift zooms both charts into a box, Home shows all again") {
  LabDriver window;
  const Rect lanes = window.place("lab.below.lanes");
  const auto at = [&](float share) { return ImVec2(lanes.min.x + lanes.width() * share, lanes.center().y); };
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
  window.frames(2);
  window.drag(at(0.25F), at(0.5F));
  ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
  window.frames(2);
  const double end = lab_end(window.lab());
  CHECK(window.geometry(0).time.start == doctest::Approx(end / 4).epsilon(0.02));
  CHECK(window.geometry(1).time.end == doctest::Approx(end / 2).epsilon(0.02));
  window.point_at(lanes.center());
  window.key(ImGuiKey_Home);
  CHECK(window.geometry(1).time == TimeRange{0, end});
}

TEST_CASE("the minimap takes both charts along") {
  LabDriver window;
  window.point_at(window.bar(0, 3, 10));
  window.wheel(8);
  const Rect map = window.geometry(0).minimap;
  REQUIRE(map.height() > 0);
  window.click(ImVec2{map.min.x + map.width() * 0.75F, map.center().y});
  const TimeRange shown = window.geometry(1).time;
  CHECK((shown.start + shown.end) / 2 == doctest::Approx(0.75 * lab_end(window.lab())).epsilon(0.02));
}

TEST_CASE("ranks share rows in both charts at a click") {
  LabDriver window;
  const Image each = window.picture();
  window.click("lab.rows");
  window.click("lab.rows=4 ranks per row");
  CHECK(window.lab().ranks_per_row == 4);
  CHECK(window.picture().rgba != each.rgba);
}

TEST_CASE("the legend is there in a small window too") {
  LabDriver window({1280, 720});
  CHECK(window.shows("lab.legend"));
  const Rect legend = window.place("lab.legend");
  CHECK(legend.min.x > window.place("lab.below.figures").max.x);
  CHECK(legend.max.x < window.place("lab.difference").min.x);
  CHECK(LabDriver().place("lab.legend").max.y < LabDriver().place("lab.below").min.y);  // above where there is room
}
