// Several scenarios open at once, each with its own undo history: the present one and those beside it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/session.h"

namespace shardscope {

/// How many are open; in the order of their tabs.
[[nodiscard]] std::size_t document_count(const Session& session);
[[nodiscard]] const Document& document_at(const Session& session, std::size_t place);

/// A tab of its own for the document, behind the present one's, which is then shown.
void open_document(Session& session, Document document);
/// Shows the tab that has it: the same scenario, of the same file and opened as the same; false where none has.
bool show_if_open(Session& session, const Document& document);
/// What the program was started on: shows the tab that has it already, unedited, else opens one.
void open_beside(Session& session, const Document& document);
/// A file likewise, read anew; in the place of the only preset where nothing else is open.
void open_file_beside(Session& session, const std::string& file);
/// A copy of the scenario that is shown, with a name of its own and no file, so that saving it leaves the first alone.
void copy_document(Session& session);
void show_document(Session& session, std::size_t place);

/// Closes the present document, or asks first where its edits are unsaved; the last one stays.
void request_close_document(Session& session);
void close_document(Session& session);

/// The first whose edits are unsaved.
[[nodiscard]] std::optional<std::size_t> edited_document(const Session& session);

/// Files dropped on the window: the first goes where the present scenario is, each other into a tab of its own, but for
/// those that a script among them reads, which belong to it. What can't be read is said in the check.
/// A training log is shown beside what is dropped with it.
void drop_files(Session& session, const std::vector<std::string>& files);
/// Text from the clipboard in the place of the present scenario.
void paste_text(Session& session, const std::string& text);

}  // namespace shardscope
