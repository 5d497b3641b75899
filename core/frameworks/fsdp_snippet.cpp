#include "core/frameworks/fsdp_snippet.h"

#include <algorithm>
#include <optional>

#include "core/base/number_text.h"
#include "core/scenario/plan_counts.h"

namespace shardscope {

namespace {

struct MeshAxis {
  const char* name;
  std::int64_t size;
};

/// Outermost first, as torchtitan lays them out; context parallel ranks hold shards like any other data rank.
std::vector<MeshAxis> mesh_axes(const Plan& plan) {
  const std::int64_t ranks = gradient_ranks(plan);
  const std::int64_t asked = std::clamp<std::int64_t>(plan.shard_group.value_or(ranks), 1, ranks);
  const std::int64_t shard = shards_optimizer(plan) && ranks % asked == 0 ? asked : ranks;
  std::vector<MeshAxis> axes;
  if (plan.pp > 1) axes.push_back({"pipeline", plan.pp});
  if (shard < ranks) axes.push_back({"replicate", ranks / shard});
  axes.push_back({"shard", shard});
  if (plan.tp > 1) axes.push_back({"tensor", plan.tp});
  return axes;
}

std::string mesh_line(const std::vector<MeshAxis>& axes) {
  std::string sizes, names;
  for (const MeshAxis& axis : axes) {
    sizes += (sizes.empty() ? "" : ", ") + std::to_string(axis.size);
    names += (names.empty() ? "\"" : ", \"") + std::string(axis.name) + "\"";
  }
  const char* comma = axes.size() == 1 ? "," : "";
  return "    world = init_device_mesh(\"cuda\", (" + sizes + comma + "), mesh_dim_names=(" + names + comma + "))\n";
}

std::string compute_type(const Plan& plan) {
  if (is_single(plan.precision)) return "float32";
  return plan.precision == Precision::fp16 ? "float16" : "bfloat16";
}

/// The word behind `key`, of letters, digits and "_".
std::optional<std::string> word_behind(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + key.size());
  const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  return std::string(text.substr(0, end));
}

std::vector<std::string_view> listed(std::string_view text, char open) {
  const std::size_t begin = text.find(open);
  const std::size_t end = begin == std::string_view::npos ? begin : text.find(')', begin);
  std::vector<std::string_view> all;
  if (end == std::string_view::npos) return all;
  text = text.substr(begin + 1, end - begin - 1);
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view each = text.substr(0, comma);
    while (!each.empty() && (each.front() == ' ' || each.front() == '"')) each.remove_prefix(1);
    while (!each.empty() && (each.back() == ' ' || each.back() == '"')) each.remove_suffix(1);
    if (!each.empty()) all.push_back(each);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return all;
}

/// Sizes and names stand in two tuples; without names the last of two is the shard.
void take_mesh(std::vector<GivenFlag>& flags, std::string_view line, int number) {
  const std::size_t comma = line.find(',');
  if (comma == std::string_view::npos) return;
  const std::vector<std::string_view> sizes = listed(line.substr(comma), '(');
  const std::size_t named = line.find("mesh_dim_names");
  std::vector<std::string_view> names;
  if (named != std::string_view::npos) names = listed(line.substr(named), '(');
  if (names.empty() && sizes.size() == 1) names = {"shard"};
  if (names.empty() && sizes.size() == 2) names = {"replicate", "shard"};
  for (std::size_t i = 0; i < std::min(sizes.size(), names.size()); ++i)
    for (const char* axis : {"replicate", "shard"})
      if (const std::optional<std::int64_t> size = parse_whole(sizes[i]); size && names[i] == axis)
        flags.push_back({"init_device_mesh(" + std::string(axis) + ")", *size, number});
}

void take_line(std::vector<GivenFlag>& flags, std::string_view line, int number) {
  const auto add = [&](const char* flag, Value value) {
    for (const GivenFlag& given : flags)
      if (given.flag == flag) return;  // the root's call, or another layer's
    flags.push_back({flag, std::move(value), number});
  };
  if (line.find("init_device_mesh(") != std::string_view::npos) take_mesh(flags, line, number);
  if (const auto reshard = word_behind(line, "reshard_after_forward="))
    add("fully_shard(reshard_after_forward=...)", *reshard != "False" && *reshard != "1");
  if (const auto dtype = word_behind(line, "param_dtype=torch.")) add("MixedPrecisionPolicy(param_dtype=...)", *dtype);
  if (const auto dtype = word_behind(line, "reduce_dtype=torch."))
    add("MixedPrecisionPolicy(reduce_dtype=...)", *dtype);
  if (line.find("import") == std::string_view::npos && line.find("CPUOffloadPolicy(") != std::string_view::npos)
    add("fully_shard(offload_policy=CPUOffloadPolicy())", true);
  if (const auto dtype = word_behind(line, "model.to(torch."))
    add("dtype of the parameters before fully_shard", *dtype);
}

}  // namespace

std::string fsdp_snippet(const Scenario& filled) {
  const Plan& plan = filled.plan;
  const std::vector<MeshAxis> axes = mesh_axes(plan);
  const bool hybrid = std::any_of(axes.begin(), axes.end(), [](const MeshAxis& axis) { return axis.name[0] == 'r'; });
  const bool offloads = weights_on_host(plan);
  const std::string compute = compute_type(plan);
  const std::string reduce = plan.gradient_dtype == Dtype::fp32 ? "float32"
                             : compute == "float16"             ? "float16"
                                                                : "bfloat16";
  const std::string sharding = ", mesh=mesh, mp_policy=policy" +
                               std::string(offloads ? ", offload_policy=offload" : "") +
                               ", reshard_after_forward=" + (shards_weights(plan) ? "True" : "False") + ")\n";
  std::string text =
      "import os\n\n"
      "import torch\n"
      "from torch.distributed.device_mesh import init_device_mesh\n"
      "from torch.distributed.fsdp import CPUOffloadPolicy, MixedPrecisionPolicy, fully_shard\n\n\n"
      "def shard(model):\n";
  text += mesh_line(axes);
  text += std::string("    mesh = world[") + (hybrid ? "\"replicate\", \"shard\"" : "\"shard\"") + "]\n";
  text += "    policy = MixedPrecisionPolicy(param_dtype=torch." + compute + ", reduce_dtype=torch." + reduce + ")\n";
  if (offloads) text += "    offload = CPUOffloadPolicy()\n";
  if (!plan.master_weights && compute != "float32")
    text += "    model = model.to(torch." + compute + ")  # no fp32 copy\n";
  text += "    for layer in model.layers:\n        fully_shard(layer" + sharding + "    fully_shard(model" + sharding;
  return text +
         "    return model\n\n\n"
         "if __name__ == \"__main__\":\n"
         "    from train import build_model, train  # yours, beside this file\n\n"
         "    torch.cuda.set_device(int(os.environ[\"LOCAL_RANK\"]))\n"
         "    torch.distributed.init_process_group(\"nccl\")\n"
         "    train(shard(build_model()))\n";
}

std::vector<GivenFlag> read_fsdp_snippet(std::string_view text) {
  std::vector<GivenFlag> flags;
  int number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string_view::npos && line[first] != '#') take_line(flags, line, number);
  }
  return flags;
}

}  // namespace shardscope
