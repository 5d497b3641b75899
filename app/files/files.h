// app/files: what is on disk: texts, where the program's own data lies, scenarios and measured runs as the command line
// names them. In: paths, words of the command line. Out: values, or the problems with them. No window.
//
// Text files as values: read whole within a limit, written all or nothing.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "core/base/problem.h"

namespace shardscope {

/// Whether a word where files are named is "-", for what is piped in.
[[nodiscard]] bool is_standard_input(std::string_view file);
/// What messages and pages call the file: "stdin" for that.
[[nodiscard]] std::string spoken_file(const std::string& file);

/// The file's bytes, or one problem in words: missing, a folder, unreadable, larger than bytes_max (looked at before
/// anything is read).
[[nodiscard]] Outcome<std::string> read_text_file(const std::string& file, std::size_t bytes_max);

/// At most so many bytes of its beginning; empty where it can't be read, or not twice, as a pipe.
[[nodiscard]] std::string beginning_of_file(const std::string& file, std::size_t bytes_max);

/// Writes beside the target first, then renames: a crash or a full disk leaves the old file, and two programs that
/// write it at once leave one of theirs whole. What is no plain file (a pipe, a device) is written as it stands; a link
/// stays one. Empty on success, else why.
[[nodiscard]] std::string write_text_file(const std::string& file, const std::string& text);
/// The same for text too long to hold: `write` puts it on the stream that it is given.
[[nodiscard]] std::string write_text_file(const std::string& file, const std::function<void(std::ostream&)>& write);

}  // namespace shardscope
