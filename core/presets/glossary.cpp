#include "core/presets/glossary.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/characters.h"
#include "core/fields/json_document.h"

namespace shardscope {

namespace {

/// Nothing where one of its texts is missing.
std::optional<GlossaryEntry> glossary_entry(const nlohmann::json& json) {
  if (!json.is_object()) return std::nullopt;
  GlossaryEntry entry{text_at(json, "term"), {}, text_at(json, "sentence"), text_at(json, "source")};
  const auto also = json.find("also");
  if (also == json.end() || !also->is_array()) return std::nullopt;
  for (const nlohmann::json& form : *also) {
    if (!form.is_string()) return std::nullopt;
    entry.also.push_back(form.get<std::string>());
  }
  if (entry.term.empty() || entry.sentence.empty() || entry.source.empty()) return std::nullopt;
  return entry;
}

}  // namespace

Outcome<Glossary> read_glossary(std::string_view text) {
  const Outcome<nlohmann::json> parsed = parse_document(text);
  if (!succeeded(parsed)) return problems_of(parsed);
  const nlohmann::json& document = value_of(parsed);
  const auto terms = document.is_object() ? document.find("terms") : document.end();
  const auto wrong = [](std::string path, std::string message) {
    return Problem{Severity::error, std::move(path), std::move(message), "glossary"};
  };
  if (!document.is_object() || terms == document.end() || !terms->is_array())
    return std::vector{wrong("terms", "a list of terms is required")};
  Glossary glossary;
  std::vector<Problem> problems;
  for (std::size_t i = 0; i < terms->size(); ++i)
    if (std::optional<GlossaryEntry> entry = glossary_entry((*terms)[i]))
      glossary.push_back(std::move(*entry));
    else
      problems.push_back(wrong("terms[" + std::to_string(i) + "]", "term, also, sentence and source are required"));
  if (!problems.empty()) return problems;
  return glossary;
}

const GlossaryEntry* entry_of(const Glossary& glossary, std::string_view words) {
  for (const GlossaryEntry& entry : glossary) {
    const auto is = [&](std::string_view form) { return same_words(form, words); };
    if (is(entry.term) || std::any_of(entry.also.begin(), entry.also.end(), is)) return &entry;
  }
  return nullptr;
}

}  // namespace shardscope
