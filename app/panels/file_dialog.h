// The dialogs: choose a file to open or save, and what to do with unsaved edits on closing.
#pragma once

#include "app/explorer/explorer.h"
#include "app/panels/frame.h"

namespace shardscope {

/// Opens the dialog for a new file, or on the document's own.
void ask_where_to_save(Explorer& explorer);

void file_dialog(Explorer& explorer, const Frame& frame);
void close_dialog(Explorer& explorer, const Frame& frame);

}  // namespace shardscope
