// Seconds that reading a scenario and evaluating it take, as the program does both: what python_bench.py sets the
// module's own beside. Prints the median alone.
#include <cstdio>
#include <sstream>

#include "app/files/scenario_source.h"
#include "core/base/kept_memory.h"
#include "core/script/evaluate_loaded.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

int main(int argc, char** argv) {
  keep_freed_memory();
  const Outcome<Presets> presets = load_program_presets();
  if (argc != 2 || !succeeded(presets)) return 1;
  double kept = 0;  // keeps the work from being left out
  const Timing timing = time_of([&] {
    std::istringstream none;
    const Outcome<ParsedScenario> loaded = load_scenario(argv[1], {}, value_of(presets), none);
    if (succeeded(loaded)) kept += evaluate_loaded(value_of(loaded)).memory.peak.value;
  });
  std::printf("%.9f\n", timing.median);
  return kept > 0 ? 0 : 1;
}
