#include "app/commands/progress.h"

#include <unistd.h>

#include <iostream>

namespace shardscope {

Progress::Progress(std::ostream& out) : Progress(out, out.rdbuf() == std::cerr.rdbuf() && isatty(STDERR_FILENO) == 1) {}

void Progress::show(const std::function<std::string()>& words) {
  const auto now = std::chrono::steady_clock::now();
  if (!wanted_ || now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  clear();
  const std::string line = words();
  out_ << line << std::flush;
  shown_ = line.size();
}

void Progress::clear() {
  if (shown_ > 0) out_ << "\r" << std::string(shown_, ' ') << "\r" << std::flush;
  shown_ = 0;
}

}  // namespace shardscope
