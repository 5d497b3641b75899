#include "core/launch_text/writing_commands.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a command that names the configuration may make or change it, unless more is known of it") {
  const struct {
    const char* text;
    bool may;
  } cases[] = {{"install -m 644 z3.json ds.json", true},
               {"wget -q -O ds.json https://x.y/z3.json", true},
               {"patch ds.json < z3.patch", true},
               {"python make.py ds.json", true},
               {"bash make.sh ds.json", true},
               {"accelerate config default --config_file ds.json", true},
               {"python check.py --config ds.json", false},
               {"torchrun other.py --deepspeed ds.json", false},
               {"python -c \"print(json.load(open('ds.json')))\"", false},
               {"cat ds.json | head", false},
               {"echo '{}' > ds.json", false},  // which is followed
               {"mytool other.json", false}};
  for (const auto& each : cases) {
    CAPTURE(each.text);
    const ShellScript script = read_shell(each.text);
    CHECK(may_be_written(script, "conf/ds.json", 0, script.commands.size(), real_presets().frameworks) == each.may);
  }
  const ShellScript script = read_shell("patch ds.json\nls");
  CHECK_FALSE(may_be_written(script, "ds.json", 1, 2, real_presets().frameworks));
}
