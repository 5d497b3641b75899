#include "core/presets/presets.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/fields/fields.h"
#include "core/validate/validate.h"
#include "tests/core/scenario/cases.h"
#include "tests/source_path.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

struct ScratchFolder {
  TemporaryFolder own;
  const fs::path path = own.root();
  ScratchFolder() { fs::create_directories(path / "models"); }
  void write(const std::string& name, std::string_view text) const { std::ofstream(path / "models" / name) << text; }
};

std::string model_file(int order) {
  return R"({"order": )" + std::to_string(order) +
         R"(, "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 100})";
}

}  // namespace

TEST_CASE("the project's presets load, each under its file's name") {
  REQUIRE(succeeded(load_presets(source_path("presets"))));
  const Presets& presets = real_presets();
  CHECK(presets.gpus.size() >= 29);
  for (std::size_t i = 0; i < count_of<PresetKind>; ++i) {
    const auto kind = static_cast<PresetKind>(i);
    const std::string_view folder = entry_of(kind).name;
    CAPTURE(folder);
    CHECK_FALSE(preset_names(presets, kind).empty());
    for (const std::string& name : preset_names(presets, kind)) {
      CAPTURE(name);
      CHECK(fs::exists(source_path("presets") / folder / (name + ".json")));
    }
    CHECK(value_named<PresetKind>(folder) == kind);
  }
  CHECK_FALSE(value_named<PresetKind>("lessons"));
}

TEST_CASE("names that others' files rely on are there") {
  const Presets& presets = real_presets();
  for (const char* name : {"h100-sxm", "a100-80", "a100-40", "v100-32", "b200", "gb200", "gb300"}) {
    CAPTURE(name);
    CHECK(presets.gpu(name) != nullptr);
  }
  for (const char* name :
       {"gpt3-175b", "llama2-70b", "llama3-8b", "llama3-70b", "llama3-405b", "deepseek-v3", "gpt4"}) {
    CAPTURE(name);
    CHECK(presets.model(name) != nullptr);
  }
  REQUIRE(presets.scenario("gpt4-25k-a100") != nullptr);
  CHECK(presets.scenarios.front().scenario.preset == "gpt4-25k-a100");
}

TEST_CASE("every preset says where its numbers come from, and every scenario can be run") {
  const Presets& presets = real_presets();
  for (const Model& model : presets.models) CHECK_MESSAGE(!model.source.empty(), model.preset);
  for (const Gpu& gpu : presets.gpus) CHECK_MESSAGE(!gpu.source.empty(), gpu.preset);
  for (const Cluster& cluster : presets.clusters) CHECK_MESSAGE(!cluster.source.empty(), cluster.preset);
  for (const auto& [scenario, launch] : presets.scenarios) {
    CAPTURE(scenario.preset);
    CHECK_FALSE(scenario.name.empty());
    for (const Problem& problem : validate(with_defaults(scenario)))
      CHECK_MESSAGE(problem.severity != Severity::error, line_of(problem, ""));
  }
}

TEST_CASE("every GPU says what it is, and what of it nobody knows as null, which left out would be another's") {
  for (const auto& entry : fs::directory_iterator(source_path("presets/gpus"))) {
    CAPTURE(entry.path().filename().string());
    const Json gpu = Json::parse(std::ifstream(entry.path()));
    CHECK(gpu.value("name", "") == entry.path().stem().string());
    for (const std::string key : {"vendor", "launch_year", "scale_up_name"}) {
      CAPTURE(key);
      CHECK(gpu.value(key, Json("")) != "");
    }
    const Json peaks = gpu.value("peak_flops", Json::object());
    CHECK_FALSE(peaks.empty());
    for (const Field& field : gpu_fields()) {
      const std::string key(field.path.substr(std::string_view("cluster.gpu.").size()));
      const bool has_none = key.starts_with("peak_flops.") ||
                            (key == "efficiency.matrix_8bit" && !peaks.contains("fp8")) ||
                            (key == "efficiency.matrix_4bit" && !peaks.contains("fp4"));
      if (has_none) continue;
      CAPTURE(key);
      std::string place = "/" + key;
      std::replace(place.begin(), place.end(), '.', '/');
      CHECK(gpu.value(Json::json_pointer(place), Json("")) != "");
    }
  }
}

TEST_CASE("every figure of a GPU has its source by name, and its efficiencies have one") {
  for (const auto& entry : fs::directory_iterator(source_path("presets/gpus"))) {
    CAPTURE(entry.path().filename().string());
    const Json gpu = Json::parse(std::ifstream(entry.path()));
    CHECK_FALSE(gpu.value("efficiency", Json::object()).value("source", "").empty());
    const Json sources = gpu.value("sources", Json::object());
    for (const auto& [key, value] : gpu.items()) {
      const bool is_figure = value.is_number() || key == "peak_flops";
      if (!is_figure || key == "launch_year" || key == "order") continue;
      CAPTURE(key);
      const auto of_each = sources.items();
      CHECK(std::any_of(of_each.begin(), of_each.end(), [&key = key](const auto& source) {
        return key.starts_with(source.key()) && !source.value().template get<std::string>().empty();
      }));
    }
  }
}

TEST_CASE("presets come in the order that their files say, then by name") {
  const ScratchFolder folder;
  folder.write("c.json", model_file(2));
  folder.write("b.json", model_file(2));
  folder.write("z.json", model_file(1));
  folder.write("a.json", edited("\"order\": 1, ", "", model_file(1)));
  folder.write("notes.txt", "no preset");
  const Outcome<Presets> presets = load_presets(folder.path);
  REQUIRE(succeeded(presets));
  CHECK(preset_names(value_of(presets), PresetKind::models) == std::vector<std::string>{"z", "b", "c", "a"});
  CHECK(value_of(presets).gpus.empty());
}

TEST_CASE("a preset that can't be read is named, and so is what is wrong") {
  const ScratchFolder folder;
  folder.write("good.json", model_file(1));
  folder.write("bad.json", edited("64", "0", model_file(1)));
  folder.write("cut.json", "{");
  folder.write("empty.json", "");
  const Outcome<Presets> presets = load_presets(folder.path);
  REQUIRE_FALSE(succeeded(presets));
  std::string lines;
  for (const Problem& problem : problems_of(presets)) lines += line_of(problem, "") + "\n";
  CHECK(says(lines, "models/bad.json: model.hidden_size: 0 isn't a whole number"));
  CHECK(says(lines, "models/cut.json: it isn't JSON"));
  CHECK(says(lines, "models/empty.json: it is empty"));
  CHECK_FALSE(says(lines, "good.json"));
}

TEST_CASE("a folder that isn't there holds no presets") {
  const Outcome<Presets> presets = load_presets("no/such/folder");
  REQUIRE(succeeded(presets));
  CHECK(value_of(presets) == Presets{});
}
