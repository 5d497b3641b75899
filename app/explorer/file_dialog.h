// The dialogs: choose a file to open or save, and what to do with unsaved edits on closing.
#pragma once

#include "app/explorer/explorer.h"
#include "app/panels/frame.h"

namespace shardscope {

/// Opens the dialog for a new file, or on the document's own.
void ask_where_to_save(Session& session);

void file_dialog(Explorer& explorer, const Frame& frame);
void close_dialog(Explorer& explorer, const Frame& frame);

/// What a dialog of the desktop's own answered: the path that was taken, or nothing where it was cancelled.
void take_native_answer(Explorer& explorer, const std::string& path);

}  // namespace shardscope
