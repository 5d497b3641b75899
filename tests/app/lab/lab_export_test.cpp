#include "app/lab/lab_export.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/explorer/chart_export.h"
#include "core/pipeline/order_text.h"
#include "tests/app/lab/lab_driver.h"
#include "tests/gui/read_png.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string text_of(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("both charts can be a picture, and each schedule that runs a drawing, a table, a trace and its order") {
  LabState state{make_lab()};
  Lab& lab = *state.lab;
  const std::vector<ChartExport> exports = chart_exports(state);
  REQUIRE(exports.size() == 9);
  CHECK_FALSE(exports[0].chart);
  CHECK(exports[1].label == "Interleaved 1F1B, drawing");
  CHECK(exports[8].label == "ZB-V, order");
  CHECK(exports[8].chart == 1);
  LabDocument document = lab.history.present();
  document.shown = {ScheduleKind::zb_v, ScheduleKind::zb_v};
  edit_lab(lab, document);
  refresh_lab(lab);
  CHECK(chart_exports(state).size() == 5);
  document.values.virtual_stages = 1;
  document.shown = {ScheduleKind::interleaved, ScheduleKind::gpipe};  // the first wants two chunks
  edit_lab(lab, document);
  refresh_lab(lab);
  const std::vector<ChartExport> of_one = chart_exports(state);
  REQUIRE(of_one.size() == 5);
  CHECK(of_one[1].label == "GPipe, drawing");
  CHECK(of_one[1].chart == 1);
}

TEST_CASE("Export asks where to, and writes the schedule that was chosen") {
  LabDriver window;
  const TemporaryFolder folder;
  window.click("lab.export");
  window.click("lab.export=ZB-V, order");
  CHECK(window.explorer.session.picker.mode == PickerMode::save_chart);
  CHECK(window.explorer.session.picker.name == "ZB-V, 8 ranks, 16 micro-batches.txt");
  window.explorer.session.picker.folder = folder.path("");
  window.click("dialog.confirm");
  CHECK(window.explorer.session.picker.mode == PickerMode::closed);
  const std::string order = text_of(folder.path("ZB-V, 8 ranks, 16 micro-batches.txt"));
  CHECK(order.starts_with(order_text(window.run(1).schedule, 0) + "\n"));
  CHECK(std::count(order.begin(), order.end(), '\n') == 8);
}

TEST_CASE("every form of the lab's schedules is in its units") {
  LabDriver window;
  const TemporaryFolder folder;
  window.lab().exported = 1;
  for (const char* name : {"a.svg", "a.csv", "a.json"}) {
    CAPTURE(name);
    REQUIRE(export_charts(window.explorer, folder.path(name)));
  }
  CHECK(text_of(folder.path("a.svg")).find("bubble 6.8 %, ends at 103, holds") != std::string::npos);
  CHECK(text_of(folder.path("a.csv")).starts_with("rank,kind,chunk,micro_batch,start,end\n0,forward,0,0,0,1\n"));
  const std::string trace = text_of(folder.path("a.json"));
  CHECK(trace.find("\"a_unit_of_time_is\":\"1 ms\"") != std::string::npos);
  CHECK(trace.find("\"Held\",\"args\":{\"micro-batches\":0.5}") != std::string::npos);
  CHECK(trace.find("\"ts\":102000.000,\"dur\":1000.000") != std::string::npos);  // the last pass, from 102 to 103
  CHECK_FALSE(export_charts(window.explorer, folder.path("a.gif")));
  CHECK(window.explorer.session.notice.bad);
}

TEST_CASE("the picture has both charts and their legend, and no buttons") {
  LabDriver window;
  const TemporaryFolder folder;
  window.lab().exported.reset();
  REQUIRE(export_charts(window.explorer, folder.path("a.png")));
  window.frames(2);
  CHECK(picture_is_due(window.explorer));
  CHECK_FALSE(window.shows("lab.critical"));
  CHECK(window.shows("lab.legend"));
  const Rect charts = window.place("lab.charts");
  take_picture(window.explorer, window.picture(), 1);
  const Outcome<Image> picture = read_png(folder.path("a.png"));
  REQUIRE(succeeded(picture));
  CHECK(value_of(picture).width == doctest::Approx(charts.width()).epsilon(0.01));
  CHECK(value_of(picture).height == doctest::Approx(charts.height()).epsilon(0.01));
  window.frames(2);
  CHECK(window.shows("lab.critical"));
}
