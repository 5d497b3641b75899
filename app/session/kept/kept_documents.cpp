#include "app/session/kept/kept_documents.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/files/files.h"
#include "app/session/documents.h"
#include "core/fields/json_document.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kept_bytes_max = 16u << 20;  // a scenario takes some 5 KB
constexpr std::size_t documents_max = 64;
constexpr int version = 1;  // of the file's form

std::optional<LaunchedScenario> scenario_at(const Json& entry, const char* key, const Presets& presets) {
  const auto found = entry.find(key);
  if (found == entry.end() || !found->is_object()) return std::nullopt;
  Outcome<ParsedScenario> parsed = parse_scenario(found->dump(-1, ' ', false, Json::error_handler_t::replace), presets);
  if (!succeeded(parsed)) return std::nullopt;
  return std::move(std::get<0>(parsed).said);
}

/// The program may be started in another folder next time.
std::string kept_path(const std::string& file) {
  std::error_code failure;
  const std::filesystem::path path = std::filesystem::absolute(file, failure);
  return failure || file.empty() ? file : path.string();
}

/// Scripts are kept up to so many bytes together, so that what is open always fits into its file.
constexpr std::size_t kept_scripts_max = 4u << 20;

std::size_t bytes_of(const LaunchSource& source) {
  std::size_t bytes = source.text.size();
  for (const auto& [name, text] : source.outside.files) bytes += name.size() + text.size();
  return bytes;
}

Json json_of(const LaunchSource& source) {
  return {{"name", source.name},
          {"text", source.text},
          {"environment", source.outside.environment},
          {"arguments", source.outside.arguments},
          {"files", source.outside.files}};
}

/// The texts of an object by their names.
template <class Texts>
void add_texts(Texts& all, const Json& entry, const char* key) {
  const auto found = entry.find(key);
  if (found == entry.end() || !found->is_object()) return;
  for (const auto& [name, text] : found->items())
    if (text.is_string()) all[name] = text.template get<std::string>();
}

SharedValue<LaunchSource> source_of(const Json& entry) {
  const auto found = entry.find("launch");
  if (found == entry.end() || !found->is_object()) return {};
  LaunchSource source{text_at(*found, "name"), text_at(*found, "text"), {}};
  add_texts(source.outside.environment, *found, "environment");
  add_texts(source.outside.files, *found, "files");
  if (const auto words = found->find("arguments"); words != found->end() && words->is_array())
    for (const Json& word : *words)
      source.outside.arguments.push_back(word.is_string() ? word.get<std::string>() : std::string());
  return source.text.empty() ? SharedValue<LaunchSource>() : SharedValue(std::move(source));
}

Json json_of(const SetByHand& by_hand, const Presets& presets) {
  Json all = Json::object();
  for (std::size_t i = 0; i < follower_count; ++i)
    if (by_hand.at[i])
      all[std::string(name_of(static_cast<Follower>(i)))] = {
          {"preset", by_hand.at[i]->preset},
          {"scenario", Json::parse(write_scenario({*by_hand.at[i], {}}, presets), nullptr, false)}};
  return all;
}

SetByHand by_hand_of(const Json& entry, const Presets& presets) {
  SetByHand by_hand;
  const auto found = entry.find("by_hand");
  if (found == entry.end() || !found->is_object()) return by_hand;
  for (std::size_t i = 0; i < follower_count; ++i)
    if (const auto each = found->find(name_of(static_cast<Follower>(i))); each != found->end() && each->is_object())
      if (std::optional<LaunchedScenario> said = scenario_at(*each, "scenario", presets)) {
        said->scenario.preset = text_at(*each, "preset");
        by_hand.at[i] = SharedValue(std::move(said->scenario));
      }
  return by_hand;
}

Json json_of(const KeptViews& views) {
  Json all = Json::object();
  for (const auto& [name, text] : views) all[name] = Json::parse(text, nullptr, false);
  return all;
}

KeptViews views_of(const Json& json) {
  KeptViews views;
  if (const auto found = json.find("views"); found != json.end() && found->is_object())
    for (const auto& [name, settings] : found->items())
      views[name] = settings.dump(-1, ' ', false, Json::error_handler_t::replace);
  return views;
}

/// "preset" isn't part of a scenario's own JSON: it tells which line of the list a scenario came from.
std::optional<Document> document_of(const Json& entry, const Presets& presets) {
  if (!entry.is_object()) return std::nullopt;
  std::optional<LaunchedScenario> scenario = scenario_at(entry, "scenario", presets);
  std::optional<LaunchedScenario> baseline = scenario_at(entry, "baseline", presets);
  if (!scenario) return std::nullopt;
  if (!baseline) baseline = scenario;
  scenario->scenario.preset = text_at(entry, "scenario_preset");
  baseline->scenario.preset = text_at(entry, "baseline_preset");
  return Document{std::move(*scenario), std::move(*baseline), text_at(entry, "file"), source_of(entry),
                  by_hand_of(entry, presets)};
}

}  // namespace

std::string write_kept_documents(const Session& session, bool closed, const std::vector<std::string>& unread,
                                 const KeptViews& views) {
  Json all = Json::array();
  const auto scenario_json_of = [&](const LaunchedScenario& said) {
    return Json::parse(write_scenario(said, *session.presets), nullptr, false);
  };
  std::size_t scripts = 0;
  for (std::size_t place = 0; place < document_count(session); ++place) {
    const Document& document = document_at(session, place);
    all.push_back({{"file", kept_path(document.file)},
                   {"scenario_preset", document.said.scenario.preset},
                   {"baseline_preset", document.baseline.scenario.preset},
                   {"scenario", scenario_json_of(document.said)},
                   {"baseline", scenario_json_of(document.baseline)}});
    if (document.by_hand != SetByHand()) all.back()["by_hand"] = json_of(document.by_hand, *session.presets);
    if (document.source && (scripts += bytes_of(*document.source)) <= kept_scripts_max)
      all.back()["launch"] = json_of(*document.source);
  }
  for (const std::string& text : unread) all.push_back(Json::parse(text, nullptr, false));
  const Json json = {{"version", version},
                     {"closed", closed},
                     {"rules", session.launch.rules},
                     {"form", session.launch.form},
                     {"launcher", name_of(session.launch.launcher)},
                     {"shown", session.document_place},
                     {"views", json_of(views)},
                     {"documents", std::move(all)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

KeptDocuments read_kept_documents(std::string_view text, const Presets& presets) {
  KeptDocuments kept;
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return kept;
  kept.rules = text_at(json, "rules");
  kept.form = text_at(json, "form");
  kept.launcher = value_named<Launcher>(text_at(json, "launcher"));
  if (const auto closed = json.find("closed"); closed != json.end() && closed->is_boolean())
    kept.closed = closed->get<bool>();
  kept.views = views_of(json);
  const auto all = json.find("documents");
  if (all == json.end() || !all->is_array()) return kept;
  const auto shown = json.find("shown");
  const std::size_t wanted = shown != json.end() && shown->is_number_unsigned() ? shown->get<std::size_t>() : 0;
  for (std::size_t i = 0; i < all->size() && kept.documents.size() < documents_max; ++i)
    if (std::optional<Document> document = document_of((*all)[i], presets)) {
      if (i <= wanted) kept.shown = kept.documents.size();
      kept.documents.push_back(std::move(*document));
    } else if ((*all)[i].is_object() && !(*all)[i].empty()) {
      kept.unread.push_back((*all)[i].dump(-1, ' ', false, Json::error_handler_t::replace));
    }
  return kept;
}

void take_choices(Session& session, const KeptDocuments& kept) {
  const auto known = [&](const std::string& name) {
    return std::any_of(session.presets->frameworks.begin(), session.presets->frameworks.end(),
                       [&](const LaunchFramework& each) { return each.preset == name; });
  };
  LaunchChoice choice = session.launch;
  if (known(kept.rules)) choice.rules = kept.rules;
  if (known(kept.form)) choice.form = kept.form;
  if (kept.launcher) choice.launcher = *kept.launcher;
  choose_launch(session, std::move(choice));
}

namespace {

/// Where nobody closed it, an edited scenario is a step behind what it was opened as.
History history_of(const Document& document, bool closed) {
  if (closed || !document.edited()) return History(document);
  Document opened = document;
  opened.said = opened.baseline;
  History history(std::move(opened));
  history.edit(document);
  history.seal();
  return history;
}

Notice notice_of_return(const KeptDocuments& kept) {
  const auto edited = std::count_if(kept.documents.begin(), kept.documents.end(),
                                    [](const Document& document) { return document.edited(); });
  std::string words = "The last session wasn't closed; what was open is back";
  if (edited > 0) words += ", edits included. Undo takes a scenario back to as it was opened";
  return {words + ".", false, {}, "What was open is back"};
}

}  // namespace

void take_documents(Session& session, const KeptDocuments& kept) {
  if (kept.documents.empty()) return;
  session.parked.clear();
  session.document_place = 0;
  session.history = history_of(kept.documents.front(), kept.closed);
  turn_to_present(session);
  for (std::size_t i = 1; i < kept.documents.size(); ++i) {
    open_document(session, kept.documents[i]);
    session.history = history_of(kept.documents[i], kept.closed);
  }
  show_document(session, kept.shown);
  if (!kept.closed) session.notice = notice_of_return(kept);
}

void add_documents(KeptDocuments& kept, KeptDocuments more) {
  kept.closed = kept.closed && more.closed;
  std::move(more.documents.begin(), more.documents.end(), std::back_inserter(kept.documents));
  std::move(more.unread.begin(), more.unread.end(), std::back_inserter(kept.unread));
}

KeptDocuments load_kept_documents(const std::filesystem::path& file, const Presets& presets) {
  if (file.empty()) return {};
  const Outcome<std::string> text = read_text_file(file.string(), kept_bytes_max);
  if (!succeeded(text)) return {};
  if (!Json::accept(value_of(text))) {
    std::error_code ignored;
    std::filesystem::rename(file, file.string() + ".damaged", ignored);
  }
  return read_kept_documents(value_of(text), presets);
}

bool is_of_newer_version(const std::filesystem::path& file) {
  const Outcome<std::string> text = read_text_file(file.string(), kept_bytes_max);
  if (!succeeded(text)) return false;
  const Json json = Json::parse(value_of(text), nullptr, false);
  const auto found = json.is_object() ? json.find("version") : json.end();
  return found != json.end() && found->is_number_integer() && found->get<std::int64_t>() > version;
}

}  // namespace shardscope
