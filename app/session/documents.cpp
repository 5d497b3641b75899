#include "app/session/documents.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

#include "app/files/launch_files.h"
#include "app/files/log_source.h"
#include "app/session/log_session.h"

namespace shardscope {

std::size_t document_count(const Session& session) {
  return session.parked.size() + 1;
}

const Document& document_at(const Session& session, std::size_t place) {
  if (place == session.document_place) return session.history.present();
  return session.parked[place < session.document_place ? place : place - 1].history.present();
}

namespace {

/// Shows what is parked there; the tab has the same place.
void take_from(Session& session, std::size_t place) {
  ParkedDocument shown = std::move(session.parked[place]);
  session.parked.erase(session.parked.begin() + static_cast<std::ptrdiff_t>(place));
  session.history = std::move(shown.history);
  session.document_place = place;
  turn_to_present(session);
  session.taken = std::move(shown.taken);
}

}  // namespace

void open_document(Session& session, Document document) {
  session.history.seal();
  ParkedDocument left{std::exchange(session.history, History(std::move(document))), std::move(session.taken)};
  session.parked.insert(session.parked.begin() + static_cast<std::ptrdiff_t>(session.document_place), std::move(left));
  ++session.document_place;
  turn_to_present(session);
}

namespace {

/// "GPT-4 (2)", with the first number that no open scenario has.
std::string name_of_copy(const Session& session, std::string name) {
  if (const std::size_t open = name.rfind(" ("); open != std::string::npos && name.ends_with(')') &&
                                                 name.find_first_not_of("0123456789", open + 2) == name.size() - 1)
    name.erase(open);
  for (std::size_t number = 2;; ++number) {
    std::string copy = name + " (" + std::to_string(number) + ")";
    bool taken = false;
    for (std::size_t place = 0; place < document_count(session); ++place)
      taken = taken || document_at(session, place).said.scenario.name == copy;
    if (!taken) return copy;
  }
}

std::string absolute_path(const std::string& file) {
  std::error_code failure;
  const std::filesystem::path path = std::filesystem::absolute(file, failure);
  return failure || file.empty() ? file : path.lexically_normal().string();
}

/// Closes the tab that was opened for what couldn't be read; why it couldn't stays said.
void close_refused(Session& session) {
  TakenIn refused = std::move(session.taken);
  Notice notice = std::move(session.notice);
  close_document(session);
  session.taken = std::move(refused), session.notice = std::move(notice);
}

}  // namespace

bool show_if_open(Session& session, const Document& document) {
  for (std::size_t place = 0; place < document_count(session); ++place)
    if (const Document& open = document_at(session, place);
        open.said == document.said && open.baseline == document.baseline && open.file == document.file) {
      show_document(session, place);
      return true;
    }
  return false;
}

void open_beside(Session& session, const Document& document) {
  if (!show_if_open(session, document)) open_document(session, document);
}

void open_file_beside(Session& session, const std::string& file) {
  std::size_t same = 0;
  while (same < document_count(session) &&
         (document_at(session, same).edited() || absolute_path(document_at(session, same).file) != absolute_path(file)))
    ++same;
  const bool is_open = same < document_count(session);
  const bool is_alone =
      session.parked.empty() && session.history.present().file.empty() && !session.history.present().edited();
  if (is_open)
    show_document(session, same);
  else if (!is_alone)
    open_document(session, session.history.present());
  if (open_file(session, file))
    session.history = History(Document(session.history.present()));  // nothing lies before it to go back to
  else if (!is_open && !is_alone)
    close_refused(session);
}

void copy_document(Session& session) {
  Document copy = session.history.present();
  copy.said.scenario.name = name_of_copy(session, copy.said.scenario.name);
  copy.baseline.scenario.name = copy.said.scenario.name;
  copy.file.clear();
  TakenIn taken = session.taken;
  open_document(session, std::move(copy));
  session.taken = std::move(taken);
}

void show_document(Session& session, std::size_t place) {
  if (place == session.document_place || place >= document_count(session)) return;
  session.history.seal();
  std::vector<ParkedDocument>& all = session.parked;
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(session.document_place),
             {std::move(session.history), std::move(session.taken)});
  take_from(session, place);
}

void request_close_document(Session& session) {
  if (session.parked.empty()) return;
  if (session.history.present().edited())
    session.pending = Pending::close_document;
  else
    close_document(session);
}

void close_document(Session& session) {
  session.pending = Pending::nothing;
  if (session.parked.empty()) return;
  const std::size_t next = session.document_place > 0 ? session.document_place - 1 : 0;
  take_from(session, next);
}

std::optional<std::size_t> edited_document(const Session& session) {
  for (std::size_t place = 0; place < document_count(session); ++place)
    if (document_at(session, place).edited()) return place;
  return std::nullopt;
}

void drop_files(Session& session, const std::vector<std::string>& files) {
  if (session.pending != Pending::nothing) return;
  session.picker.mode = PickerMode::closed;
  session.attention = Attention::scenario;
  bool first = true;
  const auto log = [](const std::string& file) { return is_log_file(file); };
  std::vector<std::string> others_than_logs;
  std::copy_if(files.begin(), files.end(), std::back_inserter(others_than_logs), std::not_fn(log));
  for (const auto& [file, others] : sources_of(others_than_logs, {}, *session.presets)) {
    const bool beside = !std::exchange(first, false);
    if (beside) open_document(session, session.history.present());
    if (open_file(session, file, others)) continue;
    if (beside) close_refused(session);
    session.attention = Attention::check;  // what couldn't be read is listed, not only hinted at
  }
  const PlanOfLog plan = others_than_logs.empty() ? PlanOfLog::its_own : PlanOfLog::the_present;
  for (const std::string& file : files)
    if (log(file)) open_log_file(session, file, plan);
}

void paste_text(Session& session, const std::string& text) {
  session.attention = Attention::scenario;
  if (is_log(text)) {
    LogReader reader;
    reader.feed(text);
    open_log(session, "the clipboard", reader.finish());
    return;
  }
  if (!open_text(session, text, "the clipboard", {})) session.attention = Attention::check;
}

}  // namespace shardscope
