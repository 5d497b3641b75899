#include <doctest/doctest.h>

#include <algorithm>

#include "app/step/step_cards.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on a heading sorts by it, a second one the other way round") {
  WindowDriver window("gpt4-25k-a100");
  window.click("grow.step");
  const StepState& state = window.explorer.of<StepState>();
  const RankDetail& detail = *state.rank;
  const auto order = [&] {
    std::vector<std::size_t> rows = sorted_lines(detail, {state.arranged.sorted_by, state.arranged.ascending},
                                                 *state.roofline, window.explorer.session.report);
    std::erase_if(rows, [&](std::size_t line) { return line >= detail.table.rows.size(); });
    return rows;
  };
  const auto each = [&](std::size_t place) { return detail.table.rows[order()[place]].each; };
  CHECK(order().front() == 0);  // the longest in the step
  window.click("step.sort.each");
  CHECK(window.explorer.of<StepState>().arranged.sorted_by == OperationColumn::each);
  for (std::size_t i = 1; i < detail.table.rows.size(); ++i) CHECK(each(i - 1) >= each(i));
  window.frames(40);
  window.click("step.sort.each");
  for (std::size_t i = 1; i < detail.table.rows.size(); ++i) CHECK(each(i - 1) <= each(i));
  window.click("step.sort.name");
  for (std::size_t i = 1; i < detail.table.rows.size(); ++i)
    CHECK(name_of(detail.table.rows[order()[i - 1]].operation.name) <=
          name_of(detail.table.rows[order()[i]].operation.name));
}

namespace {

/// What a line shows in one of the columns of numbers, worked out anew; the same for all where it has words.
double shown_number(const StepState& state, std::size_t line, OperationColumn column, const Report& report) {
  const RankDetail& detail = *state.rank;
  const std::optional<Roofline>& roofline = *state.roofline;
  const std::size_t rows = detail.table.rows.size();
  const bool exchange = line >= rows;
  if (column == OperationColumn::in_step)
    return (exchange ? detail.exchanges[line - rows].exposed : detail.table.rows[line].in_step()).value;
  if (exchange) {
    const Communication& row = detail.exchanges[line - rows];
    Seconds taken;
    for (const Communication& own : report.communication) taken += own.kind == row.kind ? own.time : Seconds();
    const auto critical = static_cast<std::size_t>(report.time->critical_rank);
    const Carried& sent = report.time->sent[critical][index_of(row.kind)];
    double fullest = 0;
    for (const LevelLoad& load : report.network)
      if (load.capacity.value > 0 && taken.value > 0)
        fullest = std::max(fullest, sent.through[index_of(load.level)].value / taken.value / load.capacity.value);
    return column == OperationColumn::rate ? row.bus_bandwidth.value : column == OperationColumn::of_roof ? fullest : 0;
  }
  const OperationRow& row = detail.table.rows[line];
  const double of_peak = row.flop_rate() / (row.operation.low_precision ? roofline->peak : roofline->peak_16bit);
  const double of_memory = row.byte_rate() / roofline->memory;
  if (column == OperationColumn::rate) return of_memory > of_peak ? row.byte_rate().value : row.flop_rate().value;
  return column == OperationColumn::of_roof ? std::max(of_peak, of_memory) : 0;
}

}  // namespace

TEST_CASE("every column sorts all operations and exchanges") {
  WindowDriver window("deepseek-v3-2048-h800");
  window.click("grow.step");
  const StepState& state = window.explorer.of<StepState>();
  const RankDetail& detail = *state.rank;
  for (std::size_t c = 0; c < operation_column_count; ++c) {
    StepArrangement view;
    view.sorted_by = static_cast<OperationColumn>(c);
    std::vector<std::size_t> rows =
        sorted_lines(detail, {view.sorted_by, view.ascending}, *state.roofline, window.explorer.session.report);
    CHECK(std::is_sorted(rows.rbegin(), rows.rend(), [&](std::size_t a, std::size_t b) {
      return shown_number(state, a, view.sorted_by, window.explorer.session.report) <
             shown_number(state, b, view.sorted_by, window.explorer.session.report);
    }));
    std::sort(rows.begin(), rows.end());
    REQUIRE(rows.size() == detail.table.rows.size() + detail.exchanges.size());
    for (std::size_t i = 0; i < rows.size(); ++i) CHECK(rows[i] == i);
  }
}

TEST_CASE("the row under the pointer lights its point in the roofline") {
  WindowDriver window("gpt4-25k-a100");
  window.click("grow.step");
  CHECK_FALSE(window.explorer.of<StepState>().arranged.lit);
  window.point_at(window.place("step.operation.0").center());
  window.frames(2);
  CHECK(window.explorer.of<StepState>().arranged.lit == 0);
}

TEST_CASE("exchanges stand among the operations by what of them is exposed") {
  WindowDriver window("deepseek-v3-2048-h800");
  window.click("grow.step");
  const StepState& state = window.explorer.of<StepState>();
  const RankDetail& detail = *state.rank;
  REQUIRE(detail.exchanges.size() == window.explorer.session.report.communication.size());
  const std::vector<std::size_t> lines = sorted_lines(detail, {state.arranged.sorted_by, state.arranged.ascending},
                                                      *state.roofline, window.explorer.session.report);
  const std::size_t rows = detail.table.rows.size();
  const auto seconds = [&](std::size_t line) {
    return line < rows ? detail.table.rows[line].in_step() : detail.exchanges[line - rows].exposed;
  };
  for (std::size_t i = 1; i < lines.size(); ++i) CHECK(seconds(lines[i - 1]) >= seconds(lines[i]));
}

TEST_CASE("the order is kept until the column or the table changes, and only lines in sight are laid out") {
  WindowDriver window("deepseek-v3-2048-h800");
  window.click("grow.step");
  const StepState& state = window.explorer.of<StepState>();
  const RankDetail& detail = *state.rank;
  CHECK(state.order.made() > 0);
  CHECK(*state.order == sorted_lines(detail, {state.arranged.sorted_by, state.arranged.ascending}, *state.roofline,
                                     window.explorer.session.report));
  window.click("step.sort.each");
  CHECK(state.arranged.sorted_by == OperationColumn::each);
  CHECK(*state.order == sorted_lines(detail, {state.arranged.sorted_by, state.arranged.ascending}, *state.roofline,
                                     window.explorer.session.report));
  CHECK(window.shows("step.operation." + std::to_string(state.order->front())));
  CHECK_FALSE(window.shows("step.operation." + std::to_string(state.order->back())));
}

TEST_CASE("the table is of the stage with most to do, of the one picked, or of the mean of all") {
  WindowDriver window("deepseek-v3-2048-h800");
  window.click("grow.step");
  const Explorer& explorer = window.explorer;
  CHECK(explorer.of<StepState>().rank->rank == explorer.session.report.time->critical_rank);
  window.click("step.stage.previous");
  window.frames(1);
  const std::int32_t before = explorer.session.report.time->critical_rank - 1;
  CHECK(explorer.of<StepState>().rank->rank == before);
  CHECK(explorer.selection.stage == before);
  const std::size_t rows = explorer.of<StepState>().rank->table.rows.size();
  window.click("step.stages.all");
  window.frames(1);
  CHECK_FALSE(explorer.of<StepState>().rank->rank);
  CHECK(explorer.of<StepState>().rank->table.rows.size() > rows);  // embedding, dense layers, head and all
  window.click("step.stage.next");
  window.frames(1);
  CHECK(explorer.of<StepState>().rank->rank == before + 1);
}

TEST_CASE("a click on a row picks its operation, whose point stays lit when the pointer is gone") {
  WindowDriver window("gpt4-25k-a100");
  window.click("grow.step");
  window.frames(3);
  const StepState& state = window.explorer.of<StepState>();
  window.click("step.operation.2");
  CHECK(window.explorer.selection.operation == state.rank->table.rows[2].which());
  window.point_at({2, 2});
  REQUIRE(state.arranged.lit);
  CHECK(state.rank->table.rows[*state.arranged.lit].which() == state.rank->table.rows[2].which());
  window.click("step.operation.2");
  CHECK(!window.explorer.selection.operation);
}
