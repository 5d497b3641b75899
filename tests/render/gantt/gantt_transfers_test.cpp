#include "render/gantt/gantt_transfers.h"

#include "tests/render/gantt/gantt_drawn.h"

using namespace shardscope;

TEST_CASE("what a pass sends leaves when it ends and is there a transfer later, at the pass that needs it") {
  const test::GanttCase made = test::gantt_case(4, 2, 8);
  const Timeline& timeline = made.timeline();
  std::size_t sent = 0;
  for (std::int32_t rank = 0; rank < 4; ++rank)
    for (std::size_t bar = 0; bar < timeline.lane(rank).size(); ++bar) {
      const auto transfer = transfer_of(timeline, made.index, {rank, bar});
      if (!transfer) continue;
      ++sent;
      CHECK(transfer->to.rank != rank);
      CHECK(transfer->sent == timeline.lane(rank)[bar].end);
      CHECK(transfer->arrives == doctest::Approx(transfer->sent + 0.02));
      const PassRecord& receiver = timeline.lane(transfer->to.rank)[transfer->to.bar];
      CHECK(receiver.start >= transfer->arrives - 1e-9);
      CHECK(receiver.pass.micro_batch == timeline.lane(rank)[bar].pass.micro_batch);
    }
  // Every forward but the last stage's, every backward but the first stage's.
  CHECK(sent == 2 * 8 * (4 * 2 - 1));
  CHECK(has_transfers(timeline));
}

TEST_CASE("the pointer on the lane of transfers finds the one that is on its way") {
  const test::GanttCase made = test::gantt_case(4, 1, 6);
  const auto first = transfer_of(made.timeline(), made.index, {0, 0});
  REQUIRE(first);
  const auto found = transfer_at(made.timeline(), made.index, 0, (first->sent + first->arrives) / 2);
  REQUIRE(found);
  CHECK(found->from == first->from);
  CHECK_FALSE(transfer_at(made.timeline(), made.index, 0, first->sent - 0.01));
}

TEST_CASE("a lane under each rank shows its transfers, where they are asked for") {
  const test::GanttCase made = test::gantt_case(4, 1, 6);
  GanttSource source = made.source();
  const auto first = transfer_of(made.timeline(), made.index, {0, 0});
  REQUIRE(first);
  const GanttView view = show_range({}, gantt_extent(source), {first->sent - 0.1, first->sent + 0.1});
  source.layout.transfers = true;
  const GanttGeometry geometry = gantt_geometry(test::chart_area, view, source, dark_theme());
  const Rect lane = geometry.transfers_rect(0);
  REQUIRE(lane.height() > 0);
  const double x = geometry.x_of((first->sent + first->arrives) / 2);
  CHECK(test::is_color(test::draw_chart(source, view).image, x, lane.min.y + 1, dark_theme().pipeline));
  source.layout.transfers = false;
  CHECK_FALSE(test::is_color(test::draw_chart(source, view).image, x, lane.min.y + 1, dark_theme().pipeline));
}

TEST_CASE("the buckets of the exchange stand lowest in the lane, in the colour of the replicas") {
  const test::GanttCase made = test::gantt_case(2, 1, 4);
  const std::vector<std::vector<ExchangeRecord>> exchange = {{{2, 4, ExchangeKind::gradients, 0, 0}}, {}};
  GanttSource source = made.source();
  source.layout.transfers = true;
  source.exchange = exchange;
  const GanttGeometry geometry = gantt_geometry(test::chart_area, {}, source, dark_theme());
  const Rect lane = geometry.transfers_rect(0);
  const Image image = test::draw_chart(source).image;
  CHECK(test::is_color(image, geometry.x_of(3), lane.max.y - 1.5, dark_theme().data));
  CHECK_FALSE(test::is_color(image, geometry.x_of(5), lane.max.y - 1.5, dark_theme().data));
  CHECK(exchange_at(exchange[0], 3)->end == 4);
  CHECK_FALSE(exchange_at(exchange[0], 4.5));
}

TEST_CASE("where transfers differ by who receives, each takes its own time") {
  test::GanttCase made = test::gantt_case(3, 1, 4);
  const Seconds other{0.01};
  made.report.timeline->transfer_from = {Seconds{}, Seconds{0.02}, other, Seconds{0.02}, Seconds{},
                                         other,     other,         other, Seconds{}};
  const auto first = transfer_of(made.timeline(), made.index, {0, 0});
  REQUIRE(first);
  CHECK(first->to.rank == 1);
  CHECK(first->arrives - first->sent == doctest::Approx(0.02));
}
