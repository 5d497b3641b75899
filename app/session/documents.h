// Several scenarios open at once, each with its own undo history: the present one and those beside it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/explorer/explorer.h"

namespace shardscope {

/// How many are open; in the order of their tabs.
[[nodiscard]] std::size_t document_count(const Explorer& explorer);
[[nodiscard]] const Document& document_at(const Explorer& explorer, std::size_t place);

/// A tab of its own for the document, behind the present one's, which is then shown.
void open_document(Explorer& explorer, Document document);
/// What the program was started on: shows the tab that has it already, unedited, else opens one.
void open_beside(Explorer& explorer, const Document& document);
/// A file likewise, read anew; in the place of the only preset where nothing else is open.
void open_file_beside(Explorer& explorer, const std::string& file);
/// A copy of the scenario that is shown, with a name of its own and no file, so that saving it leaves the first alone.
void copy_document(Explorer& explorer);
void show_document(Explorer& explorer, std::size_t place);

/// Closes the present document, or asks first where its edits are unsaved; the last one stays.
void request_close_document(Explorer& explorer);
void close_document(Explorer& explorer);

/// The first whose edits are unsaved.
[[nodiscard]] std::optional<std::size_t> edited_document(const Explorer& explorer);

/// Files dropped on the window: the first goes where the present scenario is, each other into a tab of its own. What
/// can't be read is said in the Launch view.
void drop_files(Explorer& explorer, const std::vector<std::string>& files);
/// Text from the clipboard in the place of the present scenario.
void paste_text(Explorer& explorer, const std::string& text);

}  // namespace shardscope
