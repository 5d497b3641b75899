#include <doctest/doctest.h>

#include <algorithm>

#include "app/explorer/step_cards.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on a heading sorts by it, a second one the other way round") {
  WindowDriver window("gpt4-25k-a100");
  window.click("grow.step");
  const StepDetail& detail = window.explorer.step_detail;
  const auto order = [&] { return sorted_rows(detail.table, window.explorer.step, detail.roof); };
  const auto each = [&](std::size_t place) { return detail.table.rows[order()[place]].each; };
  CHECK(order().front() == 0);  // the longest in the step
  window.click("step.sort.each");
  CHECK(window.explorer.step.sorted_by == OperationColumn::each);
  for (std::size_t i = 1; i < detail.table.rows.size(); ++i) CHECK(each(i - 1) >= each(i));
  window.frames(40);
  window.click("step.sort.each");
  for (std::size_t i = 1; i < detail.table.rows.size(); ++i) CHECK(each(i - 1) <= each(i));
  window.click("step.sort.name");
  for (std::size_t i = 1; i < detail.table.rows.size(); ++i)
    CHECK(detail.table.rows[order()[i - 1]].operation.name <= detail.table.rows[order()[i]].operation.name);
}

TEST_CASE("every column sorts all rows") {
  WindowDriver window("deepseek-v3-2048-h800");
  window.click("grow.step");
  const StepDetail& detail = window.explorer.step_detail;
  for (std::size_t c = 0; c < operation_column_count; ++c) {
    StepView view;
    view.sorted_by = static_cast<OperationColumn>(c);
    std::vector<std::size_t> rows = sorted_rows(detail.table, view, detail.roof);
    std::sort(rows.begin(), rows.end());
    REQUIRE(rows.size() == detail.table.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) CHECK(rows[i] == i);
  }
}

TEST_CASE("the row under the pointer lights its point in the roofline") {
  WindowDriver window("gpt4-25k-a100");
  window.click("grow.step");
  CHECK_FALSE(window.explorer.step.lit);
  window.point_at(window.place("step.operation.0").center());
  window.frames(2);
  CHECK(window.explorer.step.lit == 0);
}
