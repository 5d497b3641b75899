#include "core/frameworks/fsdp_snippet.h"

#include <algorithm>

#include "core/launch/export_launch.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

Value given(const std::vector<GivenFlag>& flags, std::string_view name) {
  const auto found = std::find_if(flags.begin(), flags.end(), [&](const GivenFlag& each) { return each.flag == name; });
  return found == flags.end() ? Value() : found->value;
}

}  // namespace

TEST_CASE("the program of PyTorch's sharding has the plan's mesh and dtypes") {
  const Scenario whole =
      with_defaults(scenario_of(small_scenario, {"plan.zero=3", "plan.tp=1", "plan.pp=1", "plan.dp=64"}));
  CHECK(says(fsdp_snippet(whole), "init_device_mesh(\"cuda\", (64,), mesh_dim_names=(\"shard\",))"));
  CHECK(says(fsdp_snippet(whole), "param_dtype=torch.bfloat16, reduce_dtype=torch.float32"));
  CHECK(says(fsdp_snippet(whole), "reshard_after_forward=True"));
  Scenario hybrid = whole;
  hybrid.plan.shard_group = 8;
  hybrid.plan.zero = 2;
  CHECK(says(fsdp_snippet(hybrid), "(8, 8), mesh_dim_names=(\"replicate\", \"shard\")"));
  CHECK(says(fsdp_snippet(hybrid), "mesh = world[\"replicate\", \"shard\"]"));
  CHECK(says(fsdp_snippet(hybrid), "reshard_after_forward=False"));
}

TEST_CASE("the mesh spans all GPUs that train, with the axes that aren't FSDP's") {
  const Scenario split =
      with_defaults(scenario_of(small_scenario, {"plan.zero=3", "plan.tp=4", "plan.pp=2", "plan.dp=8"}));
  CHECK(says(fsdp_snippet(split), "(2, 8, 4), mesh_dim_names=(\"pipeline\", \"shard\", \"tensor\")"));
  CHECK(says(fsdp_snippet(split), "mesh = world[\"shard\"]"));
}

TEST_CASE("what the calls say reads back: ZeRO 3 reshards after the forward pass, below it is ZeRO 2") {
  for (const auto& [zero, read] : {std::pair{3, 3}, {2, 2}, {1, 2}, {0, 2}}) {
    const LaunchedScenario scenario =
        launched_of(small_scenario, {"plan.zero=" + std::to_string(zero), "plan.tp=1", "plan.pp=1", "plan.dp=64"});
    const ExportedLaunch launch = export_launch(scenario, framework_named("fsdp2"), Launcher::none, real_presets());
    CAPTURE(launch.text);
    const bool listed = std::any_of(launch.cannot_express.begin(), launch.cannot_express.end(),
                                    [](const Setting& each) { return each.key == "plan.zero"; });
    CHECK(listed == (zero != read));
  }
}

TEST_CASE("a program of someone else's is read by its calls") {
  const std::vector<GivenFlag> flags = read_fsdp_snippet(
      "mesh = init_device_mesh(\"cuda\", (4, 8), mesh_dim_names=(\"replicate\", \"shard\"))\n"
      "# fully_shard(model, reshard_after_forward=True)\n"
      "fully_shard(layer, mesh=mesh, reshard_after_forward=False, offload_policy=CPUOffloadPolicy())\n");
  CHECK(given(flags, "init_device_mesh(replicate)") == Value(4));
  CHECK(given(flags, "init_device_mesh(shard)") == Value(8));
  CHECK(given(flags, "fully_shard(reshard_after_forward=...)") == Value(false));
  CHECK(given(flags, "fully_shard(offload_policy=CPUOffloadPolicy())") == Value(true));
  CHECK(read_fsdp_snippet("x = 1\nfoo(\n").empty());
  CHECK(read_fsdp_snippet("init_device_mesh(").empty());
}
