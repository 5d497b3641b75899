#include "core/logs/progress_bars.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

std::optional<ProgressBar> bar_of(std::string_view line) {
  const std::size_t rate = line.find("it");
  return bar_at(line, line[rate + 2] == '/' ? rate : rate - 2);
}

}  // namespace

TEST_CASE("a bar is read in every drawing") {
  const auto plain = bar_of(" 25%|\u2588\u2588\u258c  | 1/4 [03:45<11:15, 225.28s/it]");
  REQUIRE(plain);
  CHECK(*plain == ProgressBar{"", 1, 4, 225});
  CHECK(bar_of("Train:  18%|#7   | 55/294 [1:20:00<5:52:50, 88.58s/it]")->name == "Train:");
  CHECK(bar_of("  1|149|Loss: 0.91:   1%|   | 149/25880 [02:08<6:14:19,  1.15it/s")->name == "");
  CHECK(bar_of("Epoch 0:  50%|#####     | 2/4 [00:08<00:08,  2.00it/s, v_num=0]")->elapsed_seconds == 8);
  CHECK_FALSE(bar_of("  0%|   | 0/100 [?, ?it/s]"));
  CHECK_FALSE(bar_of("it took 3 it/s"));
}

TEST_CASE("the bar that ran longest gives the steps, over spans that its whole seconds resolve") {
  ProgressBars bars;
  for (int i = 0; i <= 100; ++i) {
    bars.add({"", static_cast<double>(i), 100, 3.0 * i}, i == 50 ? Skipped::evaluation : Skipped::counted);
    bars.add({"", static_cast<double>(i % 10), 10, static_cast<double>(i % 10)}, Skipped::counted);
    bars.add({"", static_cast<double>(i), 100, 3.0 * i}, Skipped::counted);  // another rank's
  }
  const LogRecords records = bars.longest();
  REQUIRE(records.count() == 14);
  int marked = 0;
  for (const LogRecord& record : records.kept()) {
    CHECK(record.step_seconds == doctest::Approx(3));
    CHECK(record.iterations == 7);
    marked += record.skipped == Skipped::evaluation ? 1 : 0;
  }
  CHECK(marked == 1);
}

TEST_CASE("many short bars before the training's don't hide it") {
  ProgressBars bars;
  for (int i = 1; i < 500; ++i) bars.add({"", 1, static_cast<double>(i), 1}, Skipped::counted);
  for (int i = 0; i < 10; ++i) bars.add({"", static_cast<double>(i), 1000, 60.0 * i}, Skipped::counted);
  CHECK(bars.longest().count() == 9);
}
