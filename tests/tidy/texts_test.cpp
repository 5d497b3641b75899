// The rules that what the program says keeps: the glossary's terms, rates, and no paths of its own sources.

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/source_path.h"
#include "tests/tidy/scanner.h"

using namespace shardscope::tidy;

namespace {

struct Text {
  std::string path, words;
};

/// What stands between quotes in the program's sources.
const std::vector<Text>& all_texts() {
  static const std::vector<Text> texts = [] {
    std::vector<Text> found;
    for (const SourceFile& file : read_sources(shardscope::source_path(""), {"core", "render", "app"}))
      for (std::string& literal : literals_in(file.text)) found.push_back({file.path, std::move(literal)});
    return found;
  }();
  return texts;
}

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool has_word(const std::string& text, const std::string& word) {
  const auto letter = [&](std::size_t at) { return at < text.size() && std::isalnum(text[at] & 0x7f) != 0; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if ((at == 0 || !letter(at - 1)) && !letter(at + word.size())) return true;
  return false;
}

}  // namespace

TEST_CASE("every term of the glossary is one that a text of the window uses, as a whole word") {
  std::string texts;
  for (const Text& text : all_texts())
    if (text.words.find(' ') != std::string::npos || text.words.find_first_of("._/") == std::string::npos)  // no key
      texts += lowered(text.words) + '\n';
  std::ifstream stream(shardscope::source_path("presets/glossary.json"));
  const std::string glossary{std::istreambuf_iterator<char>(stream), {}};
  const std::regex entry(R"re("term": ("[^"]+"), "also": \[([^\]]*)\])re"), form(R"re("([^"]+)")re");
  int terms = 0;
  for (std::sregex_iterator at(glossary.begin(), glossary.end(), entry), end; at != end; ++at, ++terms) {
    const std::string forms = at->str(1) + at->str(2);
    CAPTURE(forms);
    CHECK(std::any_of(std::sregex_iterator(forms.begin(), forms.end(), form), end,
                      [&](const std::smatch& each) { return has_word(texts, lowered(each.str(1))); }));
  }
  CHECK(terms >= 80);
}

TEST_CASE("a rate is per GPU, not a GPU") {
  const std::regex rate(
      "(^|\\w+s|memory|stage|scale|vector|kWh|kg|row) an? "
      "(GPU|rank|node|pod|hall|rack|site|stage|parameter|value|layer|token|score|logit|weight|gradient|element|tensor"
      "|channel|position|row|run|home|car|direction|second|minute|hour|day)\\b(?! has)");
  const std::set<std::string> verbs = {"is", "as", "has", "Has", "stands"};
  for (const Text& text : all_texts()) {
    if (text.words.find(" a") == std::string::npos) continue;
    CAPTURE(text.path);
    CAPTURE(text.words);
    for (std::sregex_iterator at(text.words.begin(), text.words.end(), rate), end; at != end; ++at)
      CHECK(verbs.contains(at->str(1)));
  }
}

TEST_CASE("in comments, presets, Python and documents too a rate is per GPU, not a GPU") {
  const std::regex rate(
      "(?:^|[^\\w/-])(?:bytes|bytes/s|[TP]?FLOPs?(?:/s)?|[kMGT]B(?:/s)?|Gb/s|seconds|s|ms|nanoseconds|hours|GPU-hours"
      "|tokens|values|numbers|rows?|entry|entries|trays|dies|NICs|passes|replicas|stages|layers|micro-batches|GPUs"
      "|copies|watts|dollars|machines|servers|sequences|elements|inputs|messages|failures|plans|ranks|words|StageTimes"
      "|overlapped time|\\d|[\\d.,]+[kMB]|much) an? "
      "(?:GPU|rank|node|pod|hall|rack|site|stage|parameter|value|layer|token|score|logit|weight|gradient|element|tensor"
      "|channel|position|row|run|home|car|direction|second|minute|hour|day|step|block|micro-batch|pass|line|kernel"
      "|frame|chip|die|month|year|kWh|trillion|batch|replica|chunk)\\b(?!'s|-hour)(?! (?:has|of|is)\\b)");
  const std::set<std::string> no_rates = {"bytes a GPU holds",          "bytes a GPU really holds",
                                          "Which passes a weight pass", "both stages a block",
                                          "the tokens a batch needs",   "$123.9M a year"};
  std::vector<Text> told;
  for (const SourceFile& file : read_sources(shardscope::source_path(""), {"core", "render", "app"}))
    for (std::string& comment : comments_in(file.text)) told.push_back({file.path, std::move(comment)});
  for (const char* top : {"presets", "core", "app", "tests"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(shardscope::source_path(top))) {
      const std::string kind = entry.path().extension().string();
      if (kind != ".py" && kind != ".md" && (kind != ".json" || top != std::string_view("presets"))) continue;
      std::ifstream stream(entry.path());
      for (std::string line; std::getline(stream, line);) told.push_back({entry.path().filename().string(), line});
    }
  }
  for (const Text& text : told) {
    if (text.words.size() > 20'000 || text.words.find(" a") == std::string::npos) continue;
    CAPTURE(text.path);
    CAPTURE(text.words);
    for (std::sregex_iterator at(text.words.begin(), text.words.end(), rate), end; at != end; ++at)
      CHECK(std::any_of(no_rates.begin(), no_rates.end(),
                        [&](const std::string& phrase) { return text.words.find(phrase) != std::string::npos; }));
  }
}

TEST_CASE("no text names a source of the program's own") {
  const std::regex path(R"re(\b(core|render|app)/[\w/]+\.(h|cpp))re");
  for (const Text& text : all_texts()) {
    if (text.words.find('/') == std::string::npos) continue;
    CAPTURE(text.path);
    CHECK_FALSE(std::regex_search(text.words, path));
  }
}
