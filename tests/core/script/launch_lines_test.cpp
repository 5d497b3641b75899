#include "core/script/launch_lines.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a launch's lines are its own and those of the files that it reads, by their names") {
  LaunchSource source{"run.sh", "one\ntwo", {}};
  source.outside.files["env.sh"] = "three\n";
  const std::vector<std::string> files = {"env.sh", "missing.sh"};
  const std::vector<LaunchLines> texts = lines_of_launch(source, files);
  REQUIRE(texts.size() == 2);
  CHECK(line_of_launch(texts, "", 2) == "two");
  CHECK(line_of_launch(texts, "env.sh", 1) == "three");
  CHECK(line_of_launch(texts, "env.sh", 3).empty());
  CHECK(line_of_launch(texts, "env.sh", 0).empty());
  CHECK(line_of_launch(texts, "missing.sh", 1).empty());
}
