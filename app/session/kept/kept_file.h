// A file that follows a value as it changes: what is kept without anybody saving it.
#pragma once

#include <filesystem>
#include <string>

namespace shardscope {

class KeptFile {
 public:
  /// `written`: what stands in it.
  explicit KeptFile(std::filesystem::path file, std::string written = {})
      : file_(std::move(file)), written_(std::move(written)) {}

  /// Writes the text, all or nothing, where it isn't what was written last. Why it can't: said once, and again once it
  /// could in between; else empty. Nothing where there is no path.
  [[nodiscard]] std::string keep(const std::string& text);
  /// Whether the last text that was to be kept is.
  [[nodiscard]] bool stands() const { return !failed_; }
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
  std::string written_;
  bool failed_ = false;
};

}  // namespace shardscope
