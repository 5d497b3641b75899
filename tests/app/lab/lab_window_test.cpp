#include "app/lab/lab_window.h"

#include "tests/app/lab/lab_driver.h"
#include "tests/gui/drawn_words.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the tabs open the lab and the explorer, each as it was left") {
  WindowDriver window;
  CHECK_FALSE(window.explorer.of<LabState>().lab);
  window.click("tab.lab");
  CHECK(window.explorer.alone == find_view(LabState::info.name));
  CHECK(window.shows("lab.ranks"));
  CHECK_FALSE(window.shows("plan.tp"));
  CHECK_FALSE(window.shows("button.open"));
  window.set_value("lab.ranks", "5");
  window.click("tab.explorer");
  CHECK(window.shows("plan.tp"));
  CHECK_FALSE(window.shows("lab.ranks"));
  window.click("tab.lab");
  CHECK(window.explorer.of<LabState>().lab->history.present().values.ranks == 5);
}

TEST_CASE("while it plays another schedule can be chosen, and time goes on") {
  LabDriver window;
  window.key(ImGuiKey_Space);
  window.frames(20);
  const double before = *window.lab().play.time;
  window.click("point=v-min");
  CHECK(window.run(1).kind == ScheduleKind::v_min);
  CHECK(window.lab().play.running);
  window.frames(20);
  CHECK(*window.lab().play.time > before);
}

TEST_CASE("playing while zoomed keeps the moment in view") {
  LabDriver window;
  window.point_at(window.bar(0, 3, 2));
  window.wheel(10);
  window.key(ImGuiKey_Space);
  for (int i = 0; i < 8; ++i) {
    window.frames(60);
    const TimeRange shown = visible_time(window.lab().view, {lab_end(window.lab()), 8});
    CHECK(shown.length() < 30);
    CHECK(*window.lab().play.time >= shown.start - 1e-6);
    CHECK(*window.lab().play.time <= shown.end + 1e-6);
  }
}

TEST_CASE("no words are cut and everything is inside at the sizes and scales that windows have") {
  for (const WindowSize size :
       {WindowSize{1760, 1080, 1}, WindowSize{1280, 720, 1}, WindowSize{2560, 1440, 2}, WindowSize{3840, 2160, 2}}) {
    CAPTURE(size.width);
    CAPTURE(size.scale);
    LabDriver window(size);
    window.point_at({5, 5});
    CHECK(joined_lines(cut_words()) == "");
    for (const char* name :
         {"lab.ranks", "lab.transfer", "lab.jitter", "lab.above.lanes", "lab.below.lanes", "lab.play"}) {
      CAPTURE(name);
      const Rect place = window.place(name);
      CHECK(place.width() > 0);
      CHECK(place.max.x <= static_cast<float>(size.width));
      CHECK(place.max.y <= static_cast<float>(size.height));
    }
  }
}

TEST_CASE("Esc goes from what plays to what is followed to the whole step") {
  LabState state{make_lab()};
  Lab& lab = *state.lab;
  lab.view = zoom_about(lab.view, {117, 8}, 30, 4);
  CHECK(escape(state));
  CHECK_FALSE(lab.play.time);
  CHECK(lab.view.micro_batch);
  CHECK(escape(state));
  CHECK_FALSE(lab.view.micro_batch);
  CHECK(lab.view.time.length() > 0);
  CHECK(escape(state));
  CHECK(lab.view.time == TimeRange{});
}
