#include "app/lab/lab_window.h"
#include "tests/app/lab/lab_driver.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the play button unrolls the schedules, a second press pauses") {
  LabDriver window;
  window.click("lab.play");
  CHECK(window.lab().play.running);
  CHECK(window.lab().play.unrolls);
  const double before = *window.lab().play.time;
  window.frames(30);
  CHECK(*window.lab().play.time == doctest::Approx(before + 0.5 * window.lab().play.speed).epsilon(0.02));
  window.click("lab.play");
  CHECK_FALSE(window.lab().play.running);
  const double paused = *window.lab().play.time;
  window.frames(30);
  CHECK(*window.lab().play.time == paused);
}

TEST_CASE("Space plays, the arrows step, plus and minus change the speed, Esc ends it") {
  LabDriver window;
  window.point_at(window.place("lab.above.chart").center());
  window.key(ImGuiKey_Space);
  CHECK(window.lab().play.running);
  CHECK(moves_by_itself(window.explorer));
  window.key(ImGuiKey_Space);
  CHECK_FALSE(window.lab().play.running);
  CHECK_FALSE(moves_by_itself(window.explorer));
  window.key(ImGuiKey_RightArrow);
  const double on = *window.lab().play.time;
  CHECK(on == 1);  // the first forwards end
  window.key(ImGuiKey_RightArrow);
  CHECK(*window.lab().play.time == 2);
  window.key(ImGuiKey_LeftArrow);
  CHECK(*window.lab().play.time == 1);
  window.key(ImGuiKey_Equal);
  CHECK(window.lab().play.speed == 8);
  window.key(ImGuiKey_Minus);
  CHECK(window.lab().play.speed == 4);
  window.key(ImGuiKey_Escape);
  CHECK_FALSE(window.lab().play.time);
  CHECK_FALSE(window.lab().play.unrolls);
  CHECK(window.lab().view.micro_batch);
  window.key(ImGuiKey_Escape);
  CHECK_FALSE(window.lab().view.micro_batch);
}

TEST_CASE("the buttons step and change the speed as the keys do") {
  LabDriver window;
  window.click("lab.on");
  CHECK(*window.lab().play.time == 32);  // after the 31.5 that the lab opens at
  window.click("lab.back");
  CHECK(*window.lab().play.time == 31);
  window.click("lab.faster");
  CHECK(window.lab().play.speed == 8);
  window.click("lab.slower");
  window.click("lab.slower");
  CHECK(window.lab().play.speed == 2);
}

TEST_CASE("the line says which file was written, until the next click") {
  LabDriver window;
  const TemporaryFolder folder;
  const std::string before = lab_status_words(window.lab(), {})[0];
  window.click("lab.export");
  window.click("lab.export=ZB-V, order");
  window.explorer.session.picker.folder = folder.path("");
  window.click("dialog.confirm");
  const Notice notice = window.explorer.session.notice;
  CHECK(lab_status_words(window.lab(), notice)[0] == "Wrote " + folder.path("ZB-V, 8 ranks, 16 micro-batches.txt"));
  CHECK(lab_status_words(window.lab(), notice)[1] == "Wrote ZB-V, 8 ranks, 16 micro-batches.txt");
  window.click("lab.on");
  CHECK(window.explorer.session.notice.text.empty());
  CHECK(lab_status_words(window.lab(), {"No schedule runs.", true})[3] == "No schedule runs.");
  CHECK(before != notice.text);
}
