#include "app/files/launch_files.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "tests/real_presets.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;
namespace fs = std::filesystem;

namespace {

/// A folder with files of these texts; the names may have folders.
class Folder {
 public:
  std::string file(const std::string& name, const std::string& text) const {
    const fs::path path = root_.root() / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }

 private:
  TemporaryFolder root_;
};

std::vector<std::string> names_in(const ShellOutside& outside) {
  std::vector<std::string> names;
  for (const auto& [name, text] : outside.files) names.push_back(name);
  return names;
}

const std::string script = "source env.sh\ntorchrun -m torchtitan.train --job.config_file conf/llama.toml\n";

}  // namespace

TEST_CASE("files that a script reads are taken from beside it, and those that they read in turn") {
  const Folder folder;
  const std::string file = folder.file("run/launch.sh", script);
  CHECK(with_files_beside(script, file, real_presets(), {}).files.empty());
  folder.file("run/env.sh", "source conf/more.sh\n");
  folder.file("run/conf/more.sh", "TP=8\n");
  folder.file("run/conf/llama.toml", "[model]\n");
  CHECK(names_in(with_files_beside(script, file, real_presets(), {})) ==
        std::vector<std::string>{"env.sh", "llama.toml", "more.sh"});
}

TEST_CASE("a file that is given goes before the one beside, and nothing outside of the folder is read") {
  const Folder folder;
  const std::string outer = folder.file("env.sh", "TP=1\n");
  const std::string file = folder.file("run/launch.sh", "source ../env.sh\nsource " + outer + "\nsource more.sh\n");
  folder.file("run/more.sh", "PP=2\n");
  const ShellOutside outside = with_files_beside("source ../env.sh\nsource " + outer + "\nsource more.sh\n", file,
                                                 real_presets(), {{}, {}, {{"more.sh", "PP=4\n"}}});
  CHECK(names_in(outside) == std::vector<std::string>{"more.sh"});
  CHECK(outside.files.at("more.sh") == "PP=4\n");
}

TEST_CASE("a path that begins with the script's own folder is one from above it") {
  const Folder folder;
  const std::string text = "bash examples/llama/env.sh\nsource other/env.sh\n";
  const std::string file = folder.file("examples/llama/launch.sh", text);
  folder.file("examples/llama/env.sh", "TP=8\n");
  CHECK(names_in(with_files_beside(text, file, real_presets(), {})) == std::vector<std::string>{"env.sh"});
  CHECK(with_files_beside("source other/env.sh\n", file, real_presets(), {}).files.empty());
}

TEST_CASE("of files named together the script that reads the others is the source, whatever their order") {
  const Folder folder;
  const std::string launch = folder.file("a/launch.sh", script), env = folder.file("b/env.sh", "TP=8\n");
  const std::string toml = folder.file("c/llama.toml", "[model]\n");
  for (const std::vector<std::string>& order : {std::vector{launch, env, toml}, std::vector{toml, launch, env}}) {
    const auto found = source_of(order[0], {{{"A", "1"}}, {"2"}, {order[1], order[2]}}, real_presets());
    REQUIRE(succeeded(found));
    CHECK(value_of(found).source == launch);
    CHECK(names_in(value_of(found).outside) == std::vector<std::string>{"env.sh", "llama.toml"});
    CHECK(value_of(found).outside.arguments == std::vector<std::string>{"2"});
    CHECK(value_of(found).outside.environment.at("A") == "1");
  }
  const auto missing = source_of(launch, {{}, {}, {"no/such.sh"}}, real_presets());
  REQUIRE_FALSE(succeeded(missing));
  CHECK(where_words(problems_of(missing).front()) == "no/such.sh");
}

TEST_CASE("of several sources those that another reads belong to it, and the rest stay what they are") {
  const Folder folder;
  const std::string launch = folder.file("launch.sh", script), env = folder.file("env.sh", "TP=8\n");
  const std::string other = folder.file("other.sh", "torchrun pretrain_gpt.py --num-layers 4\n");
  const std::vector<ScenarioSource> all = sources_of({env, "gpt4-25k-a100", launch, other, "-"}, {}, real_presets());
  REQUIRE(all.size() == 4);
  CHECK(all[0].source == "gpt4-25k-a100");
  CHECK(all[1].source == launch);
  CHECK(names_in(all[1].outside) == std::vector<std::string>{"env.sh"});
  CHECK(all[2].source == other);
  CHECK(all[2].outside.files.empty());
  CHECK(all[3].source == "-");
}

TEST_CASE("a file that the script's arguments name belongs to it too") {
  const Folder folder;
  const std::string launch = folder.file("launch.sh", "torchrun --nproc_per_node 8 run_train.py --config-file $1\n");
  const std::string plan = folder.file("plan.yaml", "a: 1\n");
  CHECK(sources_of({launch, plan}, {}, real_presets()).size() == 2);
  CHECK(sources_of({launch, plan}, {{}, {"conf/plan.yaml"}, {}}, real_presets()).size() == 1);
}

TEST_CASE("scripts that read each other are one source") {
  const Folder folder;
  const std::string a = folder.file("a.sh", "source b.sh\n"), b = folder.file("b.sh", "source a.sh\n");
  CHECK(sources_of({a, b}, {}, real_presets()).size() == 1);
}

TEST_CASE("of files with one name a script reads the one in the folder that it names") {
  const Folder folder;
  const std::string main = folder.file("moe.sh", "source model/moe.sh\nsource train/moe.sh\necho $A $B\n");
  const std::string model = folder.file("model/moe.sh", "A=1\n"), train = folder.file("train/moe.sh", "B=2\n");
  const Outcome<ScenarioSource> found = source_of(train, {{}, {}, {main, model}}, real_presets());
  REQUIRE(succeeded(found));
  CHECK(value_of(found).source == main);
  CHECK(names_in(value_of(found).outside) == std::vector<std::string>{model, train});
}
