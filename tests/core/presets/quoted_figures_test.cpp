// Figures that presets' notes quote, as values, beside what the preset's own plan comes to.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "core/report_json/report_json.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

/// What a note quotes, and where it is further off than a tenth what the note says of the plan beside it.
struct Quoted {
  const char *preset, *words, *figure;
  double value;
  const char* said = "";  // "The plan takes a third of those hours"
  double times = 1;       // as a value: the plan's figure over the quoted one
};

const std::vector<Quoted> quoted = {
    {"bloom-176b-384-a100", "150 TFLOP/s per GPU, recomputation counted",
     "/throughput/hardware_flops_per_gpu_per_second", 150e12},
    {"bloom-176b-384-a100", "a checkpoint of 2.3 TB", "/memory/checkpoint_bytes", 2.3e12},
    {"deepseek-v3-2048-h800", "180,000 GPU-hours per trillion tokens", "/run/gpu_hours", 180e3 * 14.8},
    {"gpt3-175b-v100", "21.3 %", "/throughput/mfu", 0.213, "The plan reaches an MFU a quarter above", 1.25},
    {"llama2-70b-2000-a100", "1,720,320 A100-hours", "/run/gpu_hours", 1'720'320},
    {"llama2-7b-256-a100", "184,320 A100-hours", "/run/gpu_hours", 184'320, "The plan takes a quarter fewer hours",
     0.75},
    {"llama3-405b-16k-h100", "400 TFLOP/s per GPU", "/throughput/model_flops_per_gpu_per_second", 400e12},
    {"llama3-405b-16k-h100", "41 % MFU", "/throughput/mfu", 0.41},
    {"llama3-70b-4096-h100", "7.0M H100-hours", "/run/gpu_hours", 7.0e6, "The plan takes a quarter fewer", 0.75},
    {"llama3-8b-1024-h100", "1.46M H100-hours", "/run/gpu_hours", 1.46e6, "The plan takes a third of those hours",
     1.0 / 3},
    {"megatron-1t-3072-a100", "163 TFLOP/s per GPU with full recomputation",
     "/throughput/hardware_flops_per_gpu_per_second", 163e12},
    {"megatron-1t-3072-a100", "84 days for 450B tokens", "/run/days", 84},
    {"megatron-22b-8-a100", "1.10 s per step", "/time/step_seconds", 1.10},
    {"megatron-22b-8-a100", "MFU 41.5 %", "/throughput/mfu", 0.415},
    {"megatron-530b-280-a100", "37.83 s per step", "/time/step_seconds", 37.83},
    {"megatron-530b-280-a100", "MFU 56 %", "/throughput/mfu", 0.56},
    {"nemotron4-340b-6144-h100", "8.0 s per step", "/time/step_seconds", 8.0},
    {"nemotron4-340b-6144-h100", "41 % MFU", "/throughput/mfu", 0.41},
    {"palm-540b-6144-tpu-v4", "MFU 46.2 %", "/throughput/mfu", 0.462, "The plan reaches an eighth less", 7.0 / 8},
    {"palm-540b-6144-tpu-v4", "HFU 57.8 %", "/throughput/hfu", 0.578, "The plan reaches an eighth less", 7.0 / 8},
};

}  // namespace

TEST_CASE("a figure that a preset's note quotes is its plan's, within a tenth, or the note says by how much it isn't") {
  constexpr double near_enough = 0.1, as_said = 0.07;
  for (const LaunchedScenario& preset : all_presets().scenarios) {
    nlohmann::ordered_json report;
    for (const Quoted& each : quoted) {
      if (preset.scenario.preset != each.preset) continue;
      CAPTURE(each.preset);
      CAPTURE(each.words);
      if (report.is_null()) report = report_json(evaluate(preset.scenario), TensorLists::none);
      CHECK(preset.scenario.note.find(each.words) != std::string::npos);
      const auto figure = report.at(nlohmann::ordered_json::json_pointer(each.figure)).get<double>();
      const double times = figure / each.value;
      CAPTURE(times);
      const bool says = *each.said != '\0';
      CHECK((std::abs(times - 1) > near_enough) == says);
      if (!says) continue;
      CHECK(preset.scenario.note.find(each.said) != std::string::npos);
      CHECK(std::abs(times - each.times) < as_said);
    }
  }
}

TEST_CASE("a note that speaks of what its plan reaches or takes is in the list") {
  for (const LaunchedScenario& preset : all_presets().scenarios) {
    const bool speaks = preset.scenario.note.find("The plan reaches") != std::string::npos ||
                        preset.scenario.note.find("The plan takes") != std::string::npos;
    if (!speaks) continue;
    CAPTURE(preset.scenario.preset);
    const auto of_it = [&](const Quoted& each) { return preset.scenario.preset == each.preset && *each.said != '\0'; };
    CHECK(std::any_of(quoted.begin(), quoted.end(), of_it));
  }
}
