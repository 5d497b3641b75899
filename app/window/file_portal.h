// The desktop's own file dialog, through the portal that sandboxes and desktops share
// (org.freedesktop.portal.FileChooser on the session's D-Bus). Nothing here waits for a person: ask, then look for the
// answer between frames.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/window/window_system.h"

namespace shardscope {

class FilePortal {
 public:
  /// Connected to the session's bus, or to nothing where there is none or it knows no portal with a file dialog.
  FilePortal();
  FilePortal(const FilePortal&) = delete;
  FilePortal& operator=(const FilePortal&) = delete;
  ~FilePortal();

  [[nodiscard]] bool ready() const;
  /// Whether an answer is awaited.
  [[nodiscard]] bool asking() const;
  /// False where the portal refuses; then there is no dialog. `window` as portals name one: "x11:1a2b", or empty.
  bool ask(const FileQuestion& question, const std::string& window);
  /// The answer, once.
  [[nodiscard]] std::optional<FileAnswer> answer();

 private:
  struct Bus;
  std::unique_ptr<Bus> bus_;
};

/// "/home/me/a plan.json" of "file:///home/me/a%20plan.json"; empty for an address that is no file's.
[[nodiscard]] std::string path_of_uri(const std::string& uri);

}  // namespace shardscope
