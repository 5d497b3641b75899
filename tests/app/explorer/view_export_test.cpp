#include "app/explorer/view_export.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "app/files/files.h"
#include "tests/app/desk.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;
using shardscope::tests::TemporaryFolder;

TEST_CASE("every view that is shown is drawn to a PNG of the size in its name, and to an SVG with text") {
  const TemporaryFolder folder;
  Explorer explorer = explorer_on("llama2-7b-256-a100");
  for (const std::string_view view : picture_names()) {
    show_view(explorer, view);
    CAPTURE(shown_view(explorer));
    const std::string png = folder.path(shown_view(explorer) + " 640x400.png");
    CHECK(export_view(explorer, png));
    CHECK(explorer.session.notice.text == "Wrote " + png);
    const Outcome<std::string> bytes = read_text_file(png, 1 << 24);
    REQUIRE(succeeded(bytes));
    REQUIRE(value_of(bytes).size() > 24);
    CHECK(value_of(bytes).substr(16, 8) == std::string("\0\0\2\200\0\0\1\220", 8));  // 640 and 400
  }
  const std::string svg = folder.path("drawing.svg");
  CHECK(export_view(explorer, svg));
  const Outcome<std::string> drawing = read_text_file(svg, 1 << 26);
  REQUIRE(succeeded(drawing));
  CHECK(value_of(drawing).find("<text") != std::string::npos);
}

TEST_CASE("a picture has what the window shows: colours, what is out, what is followed, the lab's values") {
  const TemporaryFolder folder;
  int number = 0;
  const auto picture = [&](Explorer& explorer) {
    const std::string file = folder.path(std::to_string(++number) + " 800x500.png");
    REQUIRE(export_view(explorer, file));
    return value_of(read_text_file(file, 1 << 24));
  };
  Explorer explorer = explorer_on("llama2-7b-256-a100");
  explorer.grown = "cluster";
  const std::string stages = picture(explorer);
  CHECK(picture(explorer) == stages);
  explorer.of<ClusterState>().racks.coloring = RackColoring::replica;
  const std::string replicas = picture(explorer);
  CHECK(replicas != stages);
  explorer.of<ClusterState>().arranged.failures.push_back({LevelKind::node, 3});
  CHECK(picture(explorer) != replicas);
  explorer.grown = "timeline";
  const std::string plain = picture(explorer);
  explorer.of<TimelineState>().arranged.critical = true;
  CHECK(picture(explorer) != plain);
  show_view(explorer, LabState::info.name);
  Lab& lab = explorer.of<LabState>().lab.emplace(make_lab());
  lab.simulate_seconds = 0;
  const std::string first = picture(explorer);
  LabDocument document = lab.history.present();
  document.values.ranks += 2;
  edit_lab(lab, document);
  CHECK(picture(explorer) != first);
}

TEST_CASE("a picture's size is the last one in its name that can be drawn") {
  CHECK(size_in_name("a/GPT-4 8x7b memory 1920x1080.png") == PictureSize{1920, 1080});
  CHECK(size_in_name("1920x1080/memory.png") == std::nullopt);
  CHECK(size_in_name("memory 10x10.png") == std::nullopt);
  CHECK(size_in_name("grid-64x64.png") == std::nullopt);
  CHECK(size_in_name("memory 800x600 (2).png") == PictureSize{800, 600});
  CHECK(size_in_name("x.png") == std::nullopt);
  CHECK(size_in_name("memory 99999999999999999999x500.png") == std::nullopt);
}

TEST_CASE("what a view can't be drawn to is said") {
  Explorer explorer = explorer_on("llama2-7b-256-a100");
  CHECK_FALSE(export_view(explorer, "memory.gif"));
  CHECK(explorer.session.notice.bad);
  CHECK_FALSE(export_view(explorer, "a folder that isn't there/memory.png"));
  CHECK(explorer.session.notice.bad);
}

TEST_CASE("the size stands in the name that is proposed") {
  Explorer explorer = explorer_on("llama2-7b-256-a100");
  explorer.grown = "step";
  ask_where_to_draw(explorer, view_pictures[1]);
  CHECK(explorer.session.picker.mode == PickerMode::save_view);
  CHECK(explorer.session.picker.name.ends_with(" step 3840x2160.png"));
}

TEST_CASE("a picture has the size that was chosen, where its name says none") {
  const TemporaryFolder folder;
  Explorer explorer = explorer_on("llama2-7b-256-a100");
  ask_where_to_draw(explorer, view_pictures.front());
  const std::string file = folder.path("slide.png");
  REQUIRE(export_view(explorer, file));
  const std::string bytes = value_of(read_text_file(file, 1 << 24));
  CHECK(bytes.substr(16, 8) == std::string("\0\0\7\200\0\0\4\70", 8));  // 1920 and 1080
}
