#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;
namespace fs = std::filesystem;

namespace {

struct Picture {
  fs::path path = fs::temp_directory_path() / ("shardscope-draw-" + std::to_string(getpid()) + ".png");
  ~Picture() { fs::remove(path); }
  [[nodiscard]] bool is_png() const {
    char signature[8] = {};
    std::ifstream(path, std::ios::binary).read(signature, sizeof signature);
    return std::string(signature, sizeof signature) == "\x89PNG\r\n\x1a\n";
  }
};

DrawCommand draw_to(const Picture& picture, std::string scenario = "-") {
  DrawCommand command;
  command.scenario = std::move(scenario);
  command.options.to = picture.path.string();
  command.options.width = 640;
  command.options.height = 400;
  return command;
}

}  // namespace

TEST_CASE("each view is drawn into a PNG") {
  for (const char* view : {"window", "memory", "timeline", "step", "cluster", "lab"}) {
    CAPTURE(view);
    const Picture picture;
    DrawCommand command = draw_to(picture);
    command.options.view = view;
    const Ran ran = run_command(command, scenario_line);
    CAPTURE(ran.error);
    CHECK(ran.status == 0);
    CHECK(picture.is_png());
  }
}

TEST_CASE("the lab wants no scenario") {
  const Picture picture;
  DrawCommand command = draw_to(picture, {});
  command.options.view = "lab";
  CHECK(run_command(command, {}).status == 0);
  CHECK(picture.is_png());
}

TEST_CASE("a scenario that is wrong is not drawn") {
  const Picture picture;
  CHECK(run_command(draw_to(picture, "no-such-file.json")).status == 1);
  DrawCommand impossible = draw_to(picture);
  impossible.settings = {"plan.tp=6"};
  const Ran ran = run_command(impossible, scenario_line);
  CHECK(ran.status == 1);
  CHECK(ran.error.starts_with("stdin: plan.tp: "));
  CHECK_FALSE(fs::exists(picture.path));
}

TEST_CASE("a picture that can't be written is said with its path") {
  Picture picture;
  DrawCommand command = draw_to(picture);
  command.options.to = (picture.path / "deeper.png").string();
  const Ran ran = run_command(command, scenario_line);
  CHECK(ran.status == 1);
  CHECK(ran.error.starts_with(command.options.to + ": "));
}

TEST_CASE("a script that is drawn shows in the Launch view what of it wasn't understood") {
  const std::string script =
      "#!/bin/bash\ntorchrun --nproc_per_node 8 --nnodes 1 pretrain_gpt.py --num-layers 8 --hidden-size 1024 "
      "--num-attention-heads 8 --seq-length 1024 --vocab-size 32000 --micro-batch-size 1 --global-batch-size 8 --bf16";
  const auto words = [&](const std::string& text) {
    const fs::path svg = fs::temp_directory_path() / ("shardscope-draw-" + std::to_string(getpid()) + ".svg");
    DrawCommand command;
    command.scenario = "-";
    command.options.view = "launch";
    command.options.to = svg.string();
    const Ran ran = run_command(command, text);
    CAPTURE(ran.error);
    REQUIRE(ran.status == 0);
    std::ifstream file(svg);
    const std::string drawn{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    fs::remove(svg);
    return drawn;
  };
  const std::string plain = words(script), unknown = words(script + " --my-own-flag 3");
  CHECK(plain.find("no effect here") == std::string::npos);
  CHECK(unknown.find("no effect here") != std::string::npos);
  CHECK(plain.find("a launch of Megatron-LM") != std::string::npos);
}

TEST_CASE("a script that is refused is drawn in the Launch view, with the reason on stderr, and in no other") {
  const Picture picture;
  const fs::path script = fs::temp_directory_path() / ("shardscope-draw-" + std::to_string(getpid()) + ".sh");
  std::ofstream(script) << "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers $LAYERS --hidden-size 1024\n";
  DrawCommand command = draw_to(picture, script.string());
  CHECK(run_command(command).status == 1);
  CHECK_FALSE(picture.is_png());
  command.options.view = "launch";
  const Ran ran = run_command(command);
  fs::remove(script);
  CHECK(ran.status == 0);
  CHECK(ran.error.find("$LAYERS is never set in the script") != std::string::npos);
  CHECK(picture.is_png());
}
