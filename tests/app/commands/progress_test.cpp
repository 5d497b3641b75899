#include "app/commands/progress.h"

#include <doctest/doctest.h>

#include <sstream>

using namespace shardscope;

TEST_CASE("progress is shown after a while, not at every step, and wiped at the end; nothing where it isn't wanted") {
  std::ostringstream terminal, quick, file;
  {
    Progress shown(terminal, true, std::chrono::milliseconds(0)), early(quick, true), unwanted(file, false);
    int asked = 0;
    const auto words = [&] { return "step " + std::to_string(++asked); };
    for (Progress* each : {&shown, &shown, &early, &unwanted}) each->show(words);
    CHECK(asked == 1);
    CHECK(terminal.str() == "step 1");
  }
  CHECK(terminal.str() == "step 1\r      \r");
  CHECK(quick.str().empty());
  CHECK(file.str().empty());
}
