#include "core/launch_text/launch_marks.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("an export's comments are read in each form's way to write one, with their lines, without their notes") {
  const LaunchMarks marks = marks_of(
      "# shardscope: framework = megatron\n  // shardscope: world_size = 64\n\"shardscope: cluster = {\\\"gpus\\\": "
      "64}\",\n# shardscope: plan.schedule = \"zb-h1\"  # Megatron-LM takes 1f1b\n# another comment = 3\n");
  CHECK(marks.framework == "megatron");
  CHECK(marks.gpus == 64);
  CHECK(marks.gpus_line == 2);
  CHECK(marks.cluster_line == 3);
  REQUIRE(marks.settings.size() == 2);
  CHECK(words_of(marks.settings[0]) == "cluster={\"gpus\": 64}");
  CHECK(words_of(marks.settings[1]) == "plan.schedule=\"zb-h1\"");
}

TEST_CASE("of a text that no export wrote there are no marks, and a count that is none is no GPUs") {
  CHECK(marks_of("torchrun x.py --num-layers 4\n").framework.empty());
  for (const char* count : {"0", "-8", "many"})
    CHECK_FALSE(marks_of("# shardscope: world_size = " + std::string(count) + "\n").gpus);
}
