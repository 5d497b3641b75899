#include "core/launch_text/elsewhere/scripts_elsewhere.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("scripts that aren't here are named but for a machine's own start files") {
  CHECK_FALSE(scripts_elsewhere({"/etc/profile.d/modules.sh", "venv/bin/activate"}));
  CHECK(scripts_elsewhere({"a.sh", "/etc/profile", "b.sh"})->message ==
        "the launch reads them, and they aren't here; name them behind the script");
  CHECK(scripts_of_launch({"~/.bashrc", "env.sh"}) == std::vector<std::string>{"env.sh"});
}

TEST_CASE("what has no value may stand in a file that a command of the script reads") {
  Problem open{Severity::error, TextPlace{{}, 2, {}}, "$(…) has a value only when the script runs", "launch-text"};
  open.remedy.kind = RemedyKind::outside;
  open.remedy.words = "--env TP=VALUE says it";
  open.remedy.names = {"TP"};
  const ShellScript script = read_shell("TP=$(yq .tp conf/plan.yaml)\nsource env.sh\nrun $TP");
  CHECK(with_scripts_elsewhere({open}, script).front().remedy.words ==
        "--env TP=VALUE says it, or name env.sh and conf/plan.yaml behind the script");
  CHECK(why_nothing(script) == "; what it reads isn't here: name env.sh behind it");
}
