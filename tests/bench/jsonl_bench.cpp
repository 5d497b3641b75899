// How many lines a second `report --jsonl --fields` answers on one thread, scenarios whole and by preset with a change.
#include <cstdio>
#include <sstream>
#include <string>

#include "app/commands/words/commands.h"
#include "core/base/kept_memory.h"
#include "core/scenario_json/write.h"
#include "tests/bench/scenarios.h"
#include "tests/bench/timing.h"

using namespace shardscope;
using namespace shardscope::bench;

namespace {

constexpr int lines = 1000;
constexpr double aim = 5000;  // lines a second

std::string whole(Scenario scenario, int i, const Presets& presets) {
  scenario.plan.global_batch *= 1 + i % 7;
  return write_scenario(scenario, presets);
}

std::string on_one_line(std::string text) {
  std::erase(text, '\n');
  return text + "\n";
}

void answer(const char* name, const std::string& input, const Presets& presets) {
  ReportCommand command;
  command.json_lines = true, command.fields = "time.step_seconds,memory.peak_bytes";
  const Timing timing = time_of([&] {
    std::istringstream in(input);
    std::ostringstream out, err;
    return run_json_lines(command, presets, {in, out, err});
  });
  const double rate = lines / timing.median;
  std::printf("report --jsonl --fields, %s: %.0f lines a second (aim %.0f: %.2f of it)\n", name, rate, aim, rate / aim);
}

}  // namespace

int main() {
  keep_freed_memory();
  const Presets presets = shipped_presets();
  for (const char* preset : {"llama3-70b-4096-h100", "gpt4-25k-a100", "deepseek-v3-2048-h800"}) {
    std::string scenarios;
    for (int i = 0; i < lines; ++i) scenarios += on_one_line(whole(*presets.scenario(preset), i, presets));
    answer(preset, scenarios, presets);
  }
  return 0;
}
