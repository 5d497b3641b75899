#include "app/window/run_explorer.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// An environment variable that is unset for the time of its life.
class Unset {
 public:
  explicit Unset(const char* name) : name_(name) {
    if (const char* value = std::getenv(name)) value_ = value;
    unsetenv(name);
  }
  ~Unset() {
    if (value_) setenv(name_, value_->c_str(), 1);
  }
  Unset(const Unset&) = delete;
  Unset& operator=(const Unset&) = delete;

 private:
  const char* name_;
  std::optional<std::string> value_;
};

}  // namespace

TEST_CASE("without a display no window opens and the status says so") {
  const Unset x11("DISPLAY");
  const Unset wayland("WAYLAND_DISPLAY");
  CHECK(run_explorer(real_presets(), std::nullopt, {}) == 1);
}

TEST_CASE("without presets and without a scenario there is nothing to open") {
  CHECK(run_explorer(Presets{}, std::nullopt, {}) == 1);
}
