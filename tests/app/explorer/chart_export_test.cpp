#include "app/explorer/chart_export.h"

#include <filesystem>

#include "tests/gui/timeline_driver.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a part of a picture is cut at its edges") {
  Image image{4, 3, {}};
  for (int i = 0; i < 12; ++i) image.rgba.insert(image.rgba.end(), {static_cast<std::uint8_t>(i), 0, 0, 255});
  const Image part = cut_out(image, {{1, 1}, {9, 9}});
  CHECK(part.width == 3);
  CHECK(part.height == 2);
  CHECK(part.at(0, 0)[0] == 5);
  CHECK(part.at(2, 1)[0] == 11);
  CHECK(cut_out(image, {{5, 5}, {9, 9}}).rgba.empty());
}

TEST_CASE("an ending that no writer has, a folder that isn't there and a step without times are said in words") {
  TimelineDriver window;
  const TemporaryFolder folder;
  CHECK_FALSE(export_charts(window.explorer, folder.path("a.pdf")));
  CHECK(window.explorer.session.notice.bad);
  CHECK_FALSE(export_charts(window.explorer, folder.path("missing/a.csv")));
  CHECK(window.explorer.session.notice.bad);
  CHECK(export_charts(window.explorer, folder.path("a.csv")));
  CHECK_FALSE(window.explorer.session.notice.bad);
  CHECK(std::filesystem::exists(folder.path("a.csv")));
  window.explorer.session.report.timeline.reset();
  CHECK_FALSE(export_charts(window.explorer, folder.path("b.csv")));
}

TEST_CASE("a picture is due only some frames later, when lists and dialogs are gone") {
  TimelineDriver window;
  const TemporaryFolder folder;
  REQUIRE(export_charts(window.explorer, folder.path("a.png")));
  CHECK_FALSE(picture_is_due(window.explorer));
  CHECK(moves_by_itself(window.explorer));
  window.frames(2);
  CHECK(picture_is_due(window.explorer));
  CHECK_FALSE(window.shows("timeline.export"));
  take_picture(window.explorer, window.picture(), 1);
  CHECK(std::filesystem::exists(folder.path("a.png")));
  CHECK_FALSE(picture_is_due(window.explorer));
}
