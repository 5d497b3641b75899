#include "render/picture/png.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "tests/gui/read_png.h"

using namespace shardscope;

namespace {
std::filesystem::path scratch(const char* name) {
  return std::filesystem::temp_directory_path() / (std::to_string(getpid()) + name);
}
}  // namespace

TEST_CASE("a picture comes back from its file pixel for pixel") {
  Image image{3, 2, {}};
  for (int i = 0; i < 24; ++i) image.rgba.push_back(static_cast<std::uint8_t>(i * 10));
  const auto path = scratch("round-trip.png");
  REQUIRE_FALSE(write_png(path, image).has_value());
  const Outcome<Image> back = read_png(path);
  std::filesystem::remove(path);
  REQUIRE(succeeded(back));
  CHECK(value_of(back).width == 3);
  CHECK(value_of(back).height == 2);
  CHECK(value_of(back).rgba == image.rgba);
}

TEST_CASE("what can't be written or isn't a PNG is a problem that names the file") {
  const auto nowhere = scratch("missing") / "picture.png";
  const auto problem = write_png(nowhere, Image{1, 1, {0, 0, 0, 255}});
  REQUIRE(problem.has_value());
  CHECK(problem->path == nowhere.string());
  CHECK(write_png(scratch("empty.png"), Image{}).has_value());
  const auto path = scratch("no-picture.png");
  std::ofstream(path) << "not a picture";
  CHECK_FALSE(succeeded(read_png(path)));
  std::filesystem::remove(path);
}
