// How far a long command is: one line on a terminal that the next one overwrites; nothing where stderr is a file.
#pragma once

#include <chrono>
#include <functional>
#include <ostream>
#include <string>

namespace shardscope {

class Progress {
 public:
  /// On a terminal alone: `out` has to be the program's own stderr.
  explicit Progress(std::ostream& out);
  Progress(std::ostream& out, bool wanted, std::chrono::milliseconds quiet = std::chrono::milliseconds(500))
      : out_(out), wanted_(wanted), next_(std::chrono::steady_clock::now() + quiet) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Asks for the words a few times a second at most, from half a second on.
  void show(const std::function<std::string()>& words);
  /// Wipes the line, before anything else is written.
  void clear();

 private:
  std::ostream& out_;
  bool wanted_;
  std::size_t shown_ = 0;  // characters on the line
  std::chrono::steady_clock::time_point next_;
};

}  // namespace shardscope
