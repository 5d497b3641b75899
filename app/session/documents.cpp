#include "app/session/documents.h"

#include <filesystem>
#include <string>
#include <utility>

namespace shardscope {

std::size_t document_count(const Explorer& explorer) {
  return explorer.parked.size() + 1;
}

const Document& document_at(const Explorer& explorer, std::size_t place) {
  if (place == explorer.document_place) return explorer.history.present();
  return explorer.parked[place < explorer.document_place ? place : place - 1].history.present();
}

namespace {

/// Shows what is parked there; the tab has the same place.
void take_from(Explorer& explorer, std::size_t place) {
  ParkedDocument shown = std::move(explorer.parked[place]);
  explorer.parked.erase(explorer.parked.begin() + static_cast<std::ptrdiff_t>(place));
  explorer.history = std::move(shown.history);
  explorer.document_place = place;
  turn_to_present(explorer);
  explorer.taken = std::move(shown.taken);
}

}  // namespace

void open_document(Explorer& explorer, Document document) {
  explorer.history.seal();
  ParkedDocument left{std::exchange(explorer.history, History(std::move(document))), std::move(explorer.taken)};
  explorer.parked.insert(explorer.parked.begin() + static_cast<std::ptrdiff_t>(explorer.document_place),
                         std::move(left));
  ++explorer.document_place;
  turn_to_present(explorer);
}

namespace {

/// "GPT-4 (2)", with the first number that no open scenario has.
std::string name_of_copy(const Explorer& explorer, std::string name) {
  if (const std::size_t open = name.rfind(" ("); open != std::string::npos && name.ends_with(')') &&
                                                 name.find_first_not_of("0123456789", open + 2) == name.size() - 1)
    name.erase(open);
  for (std::size_t number = 2;; ++number) {
    std::string copy = name + " (" + std::to_string(number) + ")";
    bool taken = false;
    for (std::size_t place = 0; place < document_count(explorer); ++place)
      taken = taken || document_at(explorer, place).scenario.name == copy;
    if (!taken) return copy;
  }
}

std::string absolute_path(const std::string& file) {
  std::error_code failure;
  const std::filesystem::path path = std::filesystem::absolute(file, failure);
  return failure || file.empty() ? file : path.lexically_normal().string();
}

/// Closes the tab that was opened for what couldn't be read; why it couldn't stays said.
void close_refused(Explorer& explorer) {
  TakenIn refused = std::move(explorer.taken);
  Notice notice = std::move(explorer.notice);
  close_document(explorer);
  explorer.taken = std::move(refused), explorer.notice = std::move(notice);
}

}  // namespace

void open_beside(Explorer& explorer, const Document& document) {
  for (std::size_t place = 0; place < document_count(explorer); ++place)
    if (document_at(explorer, place) == document) return show_document(explorer, place);
  open_document(explorer, document);
}

void open_file_beside(Explorer& explorer, const std::string& file) {
  std::size_t same = 0;
  while (same < document_count(explorer) && (document_at(explorer, same).edited() ||
                                             absolute_path(document_at(explorer, same).file) != absolute_path(file)))
    ++same;
  const bool is_open = same < document_count(explorer);
  const bool is_alone =
      explorer.parked.empty() && explorer.history.present().file.empty() && !explorer.history.present().edited();
  if (is_open)
    show_document(explorer, same);
  else if (!is_alone)
    open_document(explorer, explorer.history.present());
  if (open_file(explorer, file))
    explorer.history = History(Document(explorer.history.present()));  // nothing lies before it to go back to
  else if (!is_open && !is_alone)
    close_refused(explorer);
}

void copy_document(Explorer& explorer) {
  Document copy = explorer.history.present();
  copy.scenario.name = name_of_copy(explorer, copy.scenario.name);
  copy.baseline.name = copy.scenario.name;
  copy.file.clear();
  TakenIn taken = explorer.taken;
  open_document(explorer, std::move(copy));
  explorer.taken = std::move(taken);
}

void show_document(Explorer& explorer, std::size_t place) {
  if (place == explorer.document_place || place >= document_count(explorer)) return;
  explorer.history.seal();
  std::vector<ParkedDocument>& all = explorer.parked;
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(explorer.document_place),
             {std::move(explorer.history), std::move(explorer.taken)});
  take_from(explorer, place);
}

void request_close_document(Explorer& explorer) {
  if (explorer.parked.empty()) return;
  if (explorer.history.present().edited())
    explorer.pending = Pending::close_document;
  else
    close_document(explorer);
}

void close_document(Explorer& explorer) {
  explorer.pending = Pending::nothing;
  if (explorer.parked.empty()) return;
  const std::size_t next = explorer.document_place > 0 ? explorer.document_place - 1 : 0;
  take_from(explorer, next);
}

std::optional<std::size_t> edited_document(const Explorer& explorer) {
  for (std::size_t place = 0; place < document_count(explorer); ++place)
    if (document_at(explorer, place).edited()) return place;
  return std::nullopt;
}

namespace {

/// What couldn't be read is listed, not only hinted at.
void show_refusal(Explorer& explorer) {
  explorer.tab = Tab::explorer;
  explorer.grown = ViewKind::launch;
}

}  // namespace

void drop_files(Explorer& explorer, const std::vector<std::string>& files) {
  if (explorer.pending != Pending::nothing) return;
  explorer.picker.mode = PickerMode::closed;
  open_tab(explorer, Tab::explorer);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (i > 0) open_document(explorer, explorer.history.present());
    if (open_file(explorer, files[i])) continue;
    if (i > 0) close_refused(explorer);
    show_refusal(explorer);
  }
}

void paste_text(Explorer& explorer, const std::string& text) {
  open_tab(explorer, Tab::explorer);
  if (!open_text(explorer, text, "the clipboard", {})) show_refusal(explorer);
}

}  // namespace shardscope
