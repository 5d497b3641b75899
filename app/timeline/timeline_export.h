// The timeline to a file from the window: a picture as it is seen, a drawing, a table or a trace.
#pragma once

#include "app/output/timeline_file.h"
#include "app/panels/view.h"

namespace shardscope {

/// Where to write it: beside the document, with its name.
[[nodiscard]] SaveQuestion timeline_file_question(const Document& document, const ExportKind& kind);

}  // namespace shardscope
