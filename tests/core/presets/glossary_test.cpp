#include "core/presets/glossary.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "core/fields/fields.h"
#include "tests/core/scenario/cases.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;
namespace fs = std::filesystem;

namespace {

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string text_of_source(const fs::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> forms_of(const GlossaryEntry& entry) {
  std::vector<std::string> forms = entry.also;
  forms.push_back(entry.term);
  return forms;
}

}  // namespace

TEST_CASE("every term of the project's glossary has a sentence and a source, and forms of its own") {
  const Glossary& glossary = real_presets().glossary;
  CHECK(glossary.size() >= 80);
  std::set<std::string> forms;
  for (const GlossaryEntry& entry : glossary) {
    CAPTURE(entry.term);
    CHECK(entry.sentence.ends_with('.'));
    CHECK(std::isupper(static_cast<unsigned char>(entry.sentence.front())) +
              std::isdigit(static_cast<unsigned char>(entry.sentence.front())) >
          0);
    CHECK(entry.source.size() > 8);
    for (const std::string& form : forms_of(entry)) {
      CAPTURE(form);
      CHECK(forms.insert(in_lower_case(form)).second);
    }
  }
}

TEST_CASE("the controls that are called by a term are explained by the glossary") {
  const Glossary& glossary = real_presets().glossary;
  for (const char* path : {"plan.tp",
                           "plan.pp",
                           "plan.dp",
                           "plan.cp",
                           "plan.ep",
                           "plan.zero",
                           "plan.micro_batch",
                           "plan.global_batch",
                           "plan.schedule",
                           "plan.sequence_parallel",
                           "plan.offload",
                           "plan.master_weights",
                           "plan.optimizer",
                           "plan.precision",
                           "plan.flash_attention",
                           "plan.fused_kernels",
                           "plan.capacity_factor",
                           "plan.expert_imbalance",
                           "cluster.pue",
                           "model.tie_word_embeddings"}) {
    CAPTURE(path);
    const Field* field = find_field(path);
    REQUIRE(field != nullptr);
    CAPTURE(field->label);
    CHECK(entry_of(glossary, term_of(*field)) != nullptr);
  }
}

TEST_CASE("a term that a field names is one of the glossary's own, and no label that means something else is one") {
  const Glossary& glossary = real_presets().glossary;
  for (const Field& field : fields()) {
    CAPTURE(field.path);
    if (!field.term.empty()) CHECK(entry_of(glossary, field.term)->term == field.term);
  }
  for (const char* path : {"plan.fp8_params", "run.batch_ramp_start", "plan.outer_bytes_per_parameter"})
    CHECK(entry_of(glossary, term_of(*find_field(path))) == nullptr);
}

TEST_CASE("words are found in upper and lower case, as term, short form or label, and nothing else is") {
  const Glossary& glossary = real_presets().glossary;
  REQUIRE(entry_of(glossary, "Tensor parallel") != nullptr);
  CHECK(entry_of(glossary, "Tensor parallel")->term == "tensor parallelism");
  CHECK(entry_of(glossary, "tp") == entry_of(glossary, "TENSOR PARALLELISM"));
  CHECK(entry_of(glossary, "tensor") == nullptr);
  CHECK(entry_of(glossary, "") == nullptr);
}

TEST_CASE("an entry without a sentence is a problem that names it, and so is no list") {
  const auto wrong = read_glossary(R"({"terms": [{"term": "a", "also": [], "sentence": "", "source": "b"}]})");
  REQUIRE_FALSE(succeeded(wrong));
  CHECK(problems_of(wrong).front().path == "terms[0]");
  CHECK_FALSE(succeeded(read_glossary("{}")));
  CHECK_FALSE(succeeded(read_glossary("[")));
  CHECK(value_of(read_glossary(R"({"terms": []})")).empty());
}

TEST_CASE("the schema asks for what is read") {
  const nlohmann::json schema =
      nlohmann::json::parse(text_of_source(source_path("presets/schema/glossary.schema.json")));
  const nlohmann::json& entry = schema["properties"]["terms"]["items"];
  CHECK(entry["required"] == nlohmann::json({"term", "also", "sentence", "source"}));
  for (const auto& key : entry["required"]) CHECK(entry["properties"].contains(key.get<std::string>()));
}
