#include "app/window/explorer_loop.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <utility>

#include "render/picture/offscreen.h"
#include "tests/app/desk.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// What a window system was asked, and what it answers.
struct FakeDesk {
  double now = 1;
  std::vector<std::string> dropped = {}, titles = {};
  bool closes = false, has_dialog = true, asking = false;
  std::optional<FileAnswer> answer = {};
  std::optional<FileQuestion> asked = {};
};

void begin_fake_frame() {
  ImGui::GetIO().DisplaySize = {1280, 720};
  ImGui::GetIO().DeltaTime = 1.0F / 60;
}

WindowSystem fake_window(FakeDesk& desk) {
  return {
      .seconds = [&desk] { return desk.now; },
      .size = [] { return WindowSize{1280, 720, 1280, 720, 1, std::nullopt, std::nullopt}; },
      .begin_frame = begin_fake_frame,
      .show_frame = [] {},
      .take_dropped = [&desk] { return std::exchange(desk.dropped, {}); },
      .take_close = [&desk] { return std::exchange(desk.closes, false); },
      .ask_for_file =
          [&desk](const FileQuestion& question) {
            desk.asked = question;
            return desk.asking = desk.has_dialog;
          },
      .is_asking = [&desk] { return desk.asking; },
      .file_answer =
          [&desk] {
            if (desk.answer) desk.asking = false;
            return std::exchange(desk.answer, std::nullopt);
          },
      .set_title = [&desk](const std::string& title) { desk.titles.push_back(title); },
      .limit_size = [](int, int) {},
      .remember_place = [](Settings&) {},
  };
}

/// The explorer on a preset in a window that isn't there.
struct FakeWindow {
  Offscreen screen = [] {
    Outcome<Offscreen> made = Offscreen::create();
    REQUIRE(succeeded(made));
    return std::move(std::get<Offscreen>(made));
  }();
  FakeDesk desk = {};
  WindowSystem system = fake_window(desk);
  Fonts fonts = screen.fonts();
  Explorer explorer = shardscope::testing::explorer_on("llama3-8b-1024-h100");
  Keeping keeping{{}};
  ExplorerLoop loop;

  FakeWindow() : loop((screen.frame(1280, 720, 0, [] {}), explorer), keeping, system, fonts, draw_explorer) {}

  /// How many frames come until none is due; what is kept is kept by then.
  int frames_until_rest() {
    int frames = 0;
    for (; loop.next_in() && frames < 60; ++frames) {
      desk.now += *loop.next_in();
      loop.frame();
    }
    return frames;
  }
};

}  // namespace

TEST_CASE("a window that nothing happens in comes to rest, and an event wakes it") {
  FakeWindow window;
  CHECK(window.loop.next_in() == 0);
  const int first = window.frames_until_rest();
  CHECK(first > 1);
  CHECK(first < 60);
  ImGui::GetIO().AddMousePosEvent(400, 300);
  window.loop.frame();
  CHECK(window.loop.next_in() == 0);
  CHECK(window.frames_until_rest() < 60);
}

TEST_CASE("a file that is dropped is opened, and the title names it") {
  FakeWindow window;
  window.frames_until_rest();
  REQUIRE(window.desk.titles.size() == 1);
  const TemporaryFolder folder;
  window.desk.dropped = {folder.write(
      "mine.json", R"({"shardscope": 1, "name": "Mine", "model": "llama2-7b",)"
                   R"( "cluster": {"gpu": "a100-80", "gpus": 8},)"
                   R"( "plan": {"tp": 8, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64}})")};
  window.loop.frame();
  CHECK(window.explorer.session.history.present().said.scenario.name == "Mine");
  CHECK(window.desk.titles.back() == "Mine – Shardscope");
}

TEST_CASE("the window system's own dialog asks where it has one, else the explorer's") {
  FakeWindow window;
  FilePicker& picker = window.explorer.session.picker;
  begin_picking(picker, PickerMode::open, "");
  window.loop.frame();
  REQUIRE(window.desk.asked);
  CHECK_FALSE(window.desk.asked->save);
  CHECK(picker.native);
  CHECK(window.loop.next_in().has_value());
  window.desk.answer = FileAnswer{};
  window.loop.frame();
  CHECK(picker.mode == PickerMode::closed);
  window.desk.has_dialog = false;
  begin_picking(picker, PickerMode::save, "plan.json");
  window.loop.frame();
  CHECK(window.desk.asked->save);
  CHECK(window.desk.asked->name == "plan.json");
  CHECK_FALSE(picker.native);
  CHECK(picker.mode == PickerMode::save);
}

TEST_CASE("a window that the person closes ends where nothing is unsaved") {
  FakeWindow window;
  window.loop.frame();
  CHECK_FALSE(window.explorer.session.closing);
  window.desk.closes = true;
  window.loop.frame();
  CHECK(window.explorer.session.closing);
}

TEST_CASE("a dense framebuffer takes its share of the monitor's scale") {
  const WindowSize plain{1760, 1080, 1760, 1080, 1, {}, {}}, dense{1760, 1080, 3520, 2160, 2, {}, {}};
  CHECK(interface_scale(plain, 1) == doctest::Approx(1));
  CHECK(interface_scale(dense, 1) == doctest::Approx(1));
  CHECK(interface_scale({3520, 2160, 3520, 2160, 2, {}, {}}, 1) == doctest::Approx(2));
}

namespace {

constexpr const char* small_plan =
    R"({"shardscope": 1, "name": "NAME", "model": "llama2-7b", "cluster": {"gpu": "a100-80", "gpus": 8},)"
    R"( "plan": {"tp": 8, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64}})";

std::string small_plan_called(const std::string& name) {
  std::string text = small_plan;
  return text.replace(text.find("NAME"), 4, name);
}

std::string text_left_in(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The desktop's dialog asks which file to open; `picked` is one that it could answer.
struct AskedToOpen {
  FakeWindow window;
  TemporaryFolder folder;
  std::string picked = folder.write("picked.json", small_plan_called("Picked"));

  AskedToOpen() {
    begin_picking(session().picker, PickerMode::open, "");
    window.loop.frame();
    REQUIRE(window.desk.asking);
  }
  [[nodiscard]] Session& session() { return window.explorer.session; }
  [[nodiscard]] bool is_untouched() const { return text_left_in(picked) == small_plan_called("Picked"); }
};

}  // namespace

TEST_CASE("an answer to what was asked before a file was dropped neither opens nor overwrites anything") {
  AskedToOpen asked;
  asked.window.desk.dropped = {asked.folder.write("dropped.json", small_plan_called("Dropped"))};
  asked.window.loop.frame();
  asked.window.desk.answer = FileAnswer{asked.picked};
  asked.window.loop.frame();
  CHECK(asked.session().history.present().said.scenario.name == "Dropped");
  CHECK(asked.is_untouched());
}

TEST_CASE("an answer to an earlier question is none to a later one, which is asked then") {
  AskedToOpen asked;
  FakeWindow& window = asked.window;
  const std::string mine = asked.folder.path("mine.json");
  begin_picking(asked.session().picker, PickerMode::save, mine);
  window.loop.frame();
  CHECK_FALSE(window.desk.asked->save);
  window.desk.answer = FileAnswer{asked.picked};
  window.loop.frame();
  CHECK(asked.is_untouched());
  CHECK(window.desk.asked->save);
  window.desk.answer = FileAnswer{mine};
  window.loop.frame();
  CHECK(asked.session().picker.mode == PickerMode::closed);
  CHECK(asked.session().history.present().file == mine);
}

TEST_CASE("a name without an ending doesn't replace the file that has it, of which the system's dialog didn't ask") {
  FakeWindow window;
  const TemporaryFolder folder;
  const std::string there = folder.write("plan.json", small_plan_called("There"));
  begin_picking(window.explorer.session.picker, PickerMode::save, folder.path("other.json"));
  window.loop.frame();
  window.desk.answer = FileAnswer{folder.path("plan")};
  window.loop.frame();
  CHECK(text_left_in(there) == small_plan_called("There"));
  CHECK(window.explorer.session.notice.bad);
  CHECK(window.explorer.session.picker.mode == PickerMode::closed);
}
