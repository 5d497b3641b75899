// The entry for coverage-guided fuzzing of the parsers of scenarios and of measured runs. With clang, from the
// project's folder:
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -I.
//     -DSHARDSCOPE_SOURCE_DIR="\"$PWD\"" tests/source_path.cpp tests/fuzz/fuzz_entry.cpp $(find core -name '*.cpp')
//   ./a.out -max_total_time=60 CORPUS presets/scenarios presets/models
// Stops where a scenario that parses doesn't read back as it was written. parse_fuzz.cpp damages inputs without clang.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/measured/read_runs.h"
#include "core/presets/presets.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"
#include "core/validate/validate.h"
#include "tests/source_path.h"

using namespace shardscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Outcome<Presets> presets = load_presets(source_path("presets"));
  if (!succeeded(presets)) std::abort();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)parse_model(text, value_of(presets));
  const Outcome<ParsedModel> imported = parse_huggingface(text, value_of(presets));
  if (succeeded(imported) ? value_of(imported).model.num_hidden_layers < 1 : problems_of(imported).empty())
    std::abort();
  (void)read_runs(text, value_of(presets));
  const Outcome<ParsedScenario> parsed = parse_scenario(text, value_of(presets));
  if (!succeeded(parsed)) {
    if (problems_of(parsed).empty()) std::abort();
    return 0;
  }
  const LaunchedScenario& scenario = value_of(parsed).said;
  (void)validate(with_defaults(scenario.scenario));
  const Outcome<ParsedScenario> again = parse_scenario(write_scenario(scenario, value_of(presets)), value_of(presets));
  if (!succeeded(again) || !(value_of(again).said == scenario)) std::abort();
  return 0;
}
