#include "app/session/kept/kept_documents.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/files/files.h"
#include "app/session/documents.h"
#include "app/session/kept/document_json.h"
#include "core/fields/json_document.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kept_bytes_max = 16u << 20;  // a scenario takes some 5 KB
constexpr std::size_t documents_max = 64;
constexpr int version = 1;  // of the file's form

/// Scripts are kept up to so many bytes together, so that what is open always fits into its file.
constexpr std::size_t kept_scripts_max = 4u << 20;

std::size_t bytes_of(const LaunchSource& source) {
  std::size_t bytes = source.text.size();
  for (const auto& [name, text] : source.outside.files) bytes += name.size() + text.size();
  return bytes;
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

}  // namespace

std::string write_kept_documents(const Session& session, bool closed, const std::vector<std::string>& unread,
                                 const KeptViews& views) {
  Json all = Json::array();
  std::size_t scripts = 0;
  for (std::size_t place = 0; place < document_count(session); ++place) {
    const Document& document = document_at(session, place);
    const bool with_script = document.source && (scripts += bytes_of(*document.source)) <= kept_scripts_max;
    all.push_back(json_of(document, *session.presets, with_script));
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

std::string write_kept_views(const KeptViews& views) {
  const Json json = {{"version", version}, {"closed", true}, {"views", json_of(views)}};
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
