// The window with a training log open, for the Log view's tests.
#pragma once

#include <string>

#include "app/session/documents.h"
#include "tests/gui/window_driver.h"
#include "tests/source_path.h"

namespace shardscope::tests {

struct LogWindow : WindowDriver {
  explicit LogWindow(const char* log = "megatron-ranks.log", WindowSize size = {})
      : WindowDriver("llama3-70b-4096-h100", size) {
    drop_files(explorer.session, {source_path(std::string("tests/data/logs/") + log).string()});
    frames(3);
  }

  [[nodiscard]] const LogDetail& detail() const { return *explorer.of<LogState>().detail; }
};

}  // namespace shardscope::tests
