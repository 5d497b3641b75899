#include "core/base/limits.h"
#include "core/fields/field_maker.h"

namespace shardscope {

namespace {

using field_maker::make_field;

constexpr double rate_max = 1e18;  // bytes/s or FLOP/s: a thousand times today's best

template <auto Member>
Field gpu_field(Field words) {
  return make_field<&Scenario::cluster, &Cluster::gpu, Member>(words);
}
template <auto Member>
Field peak(std::string_view path, std::string_view label, std::string_view help) {
  return make_field<&Scenario::cluster, &Cluster::gpu, &Gpu::peak_flops, Member>({.path = path,
                                                                                  .label = label,
                                                                                  .unit = Unit::flops_per_second,
                                                                                  .help = help,
                                                                                  .min = 1e6,
                                                                                  .max = 1e21,
                                                                                  .when_absent = "not there"});
}
template <auto Member>
Field share(std::string_view path, std::string_view label, std::string_view help) {
  return make_field<&Scenario::cluster, &Cluster::gpu, &Gpu::efficiency, Member>(
      {.path = path, .label = label, .unit = Unit::share, .help = help, .min = 1e-3, .max = 1});
}
template <auto Member>
Field cluster_field(Field words) {
  return make_field<&Scenario::cluster, Member>(words);
}

/// What the driver reports belongs to the box's figure: another figure makes it unknown.
Field memory_field() {
  Field field = gpu_field<&Gpu::memory_bytes>({.path = "cluster.gpu.memory_bytes",
                                               .label = "Memory",
                                               .unit = Unit::bytes,
                                               .help = "Memory as printed on the box.",
                                               .min = 1e6,
                                               .max = 1e15});
  field.set = [](Scenario& scenario, const FieldValue& value) {
    const double before = scenario.cluster.gpu.memory_bytes;
    field_maker::set<&Scenario::cluster, &Cluster::gpu, &Gpu::memory_bytes>(scenario, value);
    if (scenario.cluster.gpu.memory_bytes != before) scenario.cluster.gpu.memory_usable_bytes.reset();
  };
  return field;
}

std::vector<Field> chip_fields() {
  return {
      gpu_field<&Gpu::title>(
          {.path = "cluster.gpu.title", .label = "Name", .help = "What people call the GPU.", .caption = true}),
      gpu_field<&Gpu::short_title>({.path = "cluster.gpu.short_title",
                                    .label = "Short name",
                                    .help = "What it is called where its memory stands beside it.",
                                    .caption = true}),
      gpu_field<&Gpu::source>(
          {.path = "cluster.gpu.source", .label = "Source", .help = "Where its figures come from.", .caption = true}),
      gpu_field<&Gpu::family>({.path = "cluster.gpu.family", .label = "Family", .help = "Its architecture."}),
      peak<&PeakFlops::fp32>("cluster.gpu.peak_flops.fp32", "fp32 peak", "Dense peak in fp32."),
      peak<&PeakFlops::tf32>("cluster.gpu.peak_flops.tf32", "tf32 peak", "Dense peak in tf32."),
      peak<&PeakFlops::fp16>("cluster.gpu.peak_flops.fp16", "fp16 peak", "Dense peak with fp32 accumulation."),
      peak<&PeakFlops::bf16>("cluster.gpu.peak_flops.bf16", "bf16 peak",
                             "Dense peak; tables often print the sparse one."),
      peak<&PeakFlops::fp8>("cluster.gpu.peak_flops.fp8", "fp8 peak", "Dense peak in 8 bits."),
      peak<&PeakFlops::fp4>("cluster.gpu.peak_flops.fp4", "fp4 peak", "Dense peak in 4 bits."),
  };
}

std::vector<Field> memory_and_link_fields() {
  return {
      memory_field(),
      gpu_field<&Gpu::memory_usable_bytes>({.path = "cluster.gpu.memory_usable_bytes",
                                            .label = "Usable memory",
                                            .unit = Unit::bytes,
                                            .help = "Memory as the driver reports it; a plan has to fit into it.",
                                            .min = 1e6,
                                            .max = 1e15,
                                            .when_absent = "what the box says"}),
      gpu_field<&Gpu::memory_bandwidth>({.path = "cluster.gpu.memory_bandwidth",
                                         .label = "Memory bandwidth",
                                         .unit = Unit::bytes_per_second,
                                         .help = "To and from its own memory.",
                                         .min = 1e6,
                                         .max = rate_max}),
      gpu_field<&Gpu::scale_up_bandwidth>({.path = "cluster.gpu.scale_up_bandwidth",
                                           .label = "Scale-up link",
                                           .unit = Unit::bytes_per_second,
                                           .help = "NVLink or its like, one direction.",
                                           .min = 1e3,
                                           .max = rate_max}),
      gpu_field<&Gpu::scale_up_domain>({.path = "cluster.gpu.scale_up_domain",
                                        .label = "Usual domain",
                                        .help = "GPUs that usually share the scale-up link.",
                                        .min = 1,
                                        .max = static_cast<double>(limits::gpus_max)}),
      gpu_field<&Gpu::multiprocessors>({.path = "cluster.gpu.multiprocessors",
                                        .label = "Multiprocessors",
                                        .help = "SMs or compute units.",
                                        .min = 1,
                                        .max = 100000}),
  };
}

std::vector<Field> server_and_price_fields() {
  return {
      gpu_field<&Gpu::host_link_bandwidth>({.path = "cluster.gpu.host_link_bandwidth",
                                            .label = "Host link",
                                            .unit = Unit::bytes_per_second,
                                            .help = "To the host, one direction.",
                                            .min = 1e3,
                                            .max = rate_max,
                                            .when_absent = "unknown"}),
      gpu_field<&Gpu::tdp_watts>({.path = "cluster.gpu.tdp_watts",
                                  .label = "TDP",
                                  .unit = Unit::watts,
                                  .help = "Thermal design power.",
                                  .min = 1,
                                  .max = 1e6,
                                  .when_absent = "unknown"}),
      gpu_field<&Gpu::server_watts_per_gpu>({.path = "cluster.gpu.server_watts_per_gpu",
                                             .label = "Server power",
                                             .unit = Unit::watts,
                                             .help = "A GPU with its share of host and network.",
                                             .min = 1,
                                             .max = 1e6,
                                             .when_absent = "unknown"}),
      gpu_field<&Gpu::price_usd>({.path = "cluster.gpu.price_usd",
                                  .label = "Price",
                                  .unit = Unit::dollars,
                                  .help = "To buy one.",
                                  .min = 0,
                                  .max = 1e9,
                                  .when_absent = "unknown"}),
      gpu_field<&Gpu::rental_usd_per_hour>({.path = "cluster.gpu.rental_usd_per_hour",
                                            .label = "Rent",
                                            .unit = Unit::dollars_per_hour,
                                            .help = "To rent one for an hour.",
                                            .min = 0,
                                            .max = 1e6,
                                            .when_absent = "unknown"}),
  };
}

std::vector<Field> efficiency_fields() {
  return {
      share<&Efficiency::matrix_16bit>("cluster.gpu.efficiency.matrix_16bit", "16-bit products",
                                       "Share of the peak that large 16-bit products reach in training."),
      share<&Efficiency::matrix_8bit>("cluster.gpu.efficiency.matrix_8bit", "8-bit products", "The same in 8 bits."),
      share<&Efficiency::matrix_4bit>("cluster.gpu.efficiency.matrix_4bit", "4-bit products", "The same in 4 bits."),
      share<&Efficiency::attention>("cluster.gpu.efficiency.attention", "Attention",
                                    "Share of the 16-bit peak that fused attention reaches forward."),
      share<&Efficiency::memory>("cluster.gpu.efficiency.memory", "Memory", "Share of the memory bandwidth reached."),
      share<&Efficiency::scale_up>("cluster.gpu.efficiency.scale_up", "Link", "Share of the scale-up link reached."),
      make_field<&Scenario::cluster, &Cluster::gpu, &Gpu::efficiency, &Efficiency::launch_seconds>(
          {.path = "cluster.gpu.efficiency.launch_seconds",
           .label = "Launch",
           .unit = Unit::seconds,
           .help = "Host time of one kernel launch in a framework.",
           .min = 0,
           .max = 1}),
      make_field<&Scenario::cluster, &Cluster::gpu, &Gpu::efficiency, &Efficiency::source>(
          {.path = "cluster.gpu.efficiency.source",
           .label = "Source",
           .help = "What these shares rest on.",
           .caption = true}),
  };
}

template <auto Level>
std::vector<Field> network_level(std::string_view gpus, std::string_view oversubscription, std::string_view latency,
                                 std::string_view label, std::string_view uplinks) {
  std::vector<Field> fields;
  if (!gpus.empty())
    fields.push_back(make_field<&Scenario::cluster, &Cluster::topology, Level, &NetworkLevel::gpus>(
        {.path = gpus,
         .label = label,
         .help = "GPUs of one unit of this level of the network.",
         .min = 1,
         .max = static_cast<double>(limits::gpus_max),
         .when_absent = "no such level",
         .shown_absent = "none"}));
  fields.push_back(make_field<&Scenario::cluster, &Cluster::topology, Level, &NetworkLevel::oversubscription>(
      {.path = oversubscription,
       .label = uplinks,
       .help = "What a unit's GPUs can send together, over what its links up carry.",
       .cost = "Higher: cheaper switches; groups that leave the unit wait.",
       .min = 1,
       .max = 1000}));
  fields.push_back(make_field<&Scenario::cluster, &Cluster::topology, Level, &NetworkLevel::latency_seconds>(
      {.path = latency,
       .label = "Latency",
       .unit = Unit::seconds,
       .help = "Of a message between parts of one unit.",
       .min = 0,
       .max = 10,
       .when_absent = "the network's"}));
  return fields;
}

std::vector<Field> topology_fields() {
  std::vector<Field> all = {
      make_field<&Scenario::cluster, &Cluster::topology, &Topology::kind>(
          {.path = "cluster.topology.kind", .label = "Topology", .help = "How the network's switches are joined."}),
      make_field<&Scenario::cluster, &Cluster::topology, &Topology::torus>(
          {.path = "cluster.topology.torus",
           .label = "Torus",
           .help = "GPUs along each of a torus's three axes.",
           .min = 1,
           .max = static_cast<double>(limits::gpus_max),
           .when_absent = "as near a cube as the domain allows"}),
      make_field<&Scenario::cluster, &Cluster::topology, &Topology::scale_up_reduction>(
          {.path = "cluster.topology.scale_up_reduction",
           .label = "NVLink SHARP",
           .help = "Scale-up switches add up: faster all-reduces in a domain.",
           .when_absent = "on where Hopper or Blackwell GPUs share NVSwitches"}),
      make_field<&Scenario::cluster, &Cluster::topology, &Topology::scale_out_reduction>(
          {.path = "cluster.topology.scale_out_reduction",
           .label = "SHARP",
           .help = "The network's switches add up: an all-reduce sends its data once."}),
  };
  const auto add = [&](const std::vector<Field>& fields) { all.insert(all.end(), fields.begin(), fields.end()); };
  add(network_level<&Topology::rack>({}, "cluster.topology.rack.oversubscription",
                                     "cluster.topology.rack.latency_seconds", "Rack", "Rack uplinks, 1:"));
  add(network_level<&Topology::pod>("cluster.topology.pod.gpus", "cluster.topology.pod.oversubscription",
                                    "cluster.topology.pod.latency_seconds", "GPUs per pod", "Pod uplinks, 1:"));
  add(network_level<&Topology::hall>("cluster.topology.hall.gpus", "cluster.topology.hall.oversubscription",
                                     "cluster.topology.hall.latency_seconds", "GPUs per hall", "Hall uplinks, 1:"));
  return all;
}

std::vector<Field> site_fields() {
  return {
      make_field<&Scenario::cluster, &Cluster::sites, &Sites::number>(
          {.path = "cluster.sites.number",
           .label = "Sites",
           .help = "Buildings that share the GPUs evenly, in a row.",
           .cost = "More: what crosses between them is slow and late.",
           .min = 1,
           .max = 1000}),
      make_field<&Scenario::cluster, &Cluster::sites, &Sites::distance_meters>(
          {.path = "cluster.sites.distance_meters",
           .label = "Distance",
           .unit = Unit::meters,
           .help = "Of fibre between neighbouring sites; light takes 5 us a kilometre.",
           .min = 0,
           .max = 1e9}),
      make_field<&Scenario::cluster, &Cluster::sites, &Sites::bandwidth>(
          {.path = "cluster.sites.bandwidth",
           .label = "Fibre",
           .unit = Unit::bytes_per_second,
           .help = "Of the whole link between two neighbouring sites, one direction.",
           .min = 1e3,
           .max = rate_max}),
  };
}

}  // namespace

std::span<const Field> gpu_fields() {
  static const std::vector<Field> table =
      field_maker::joined({chip_fields, memory_and_link_fields, server_and_price_fields, efficiency_fields});
  return table;
}

namespace {

constexpr auto gpus_max = static_cast<double>(limits::gpus_max);

std::vector<Field> machine_fields() {
  return {
      cluster_field<&Cluster::title>(
          {.path = "cluster.title", .label = "Name", .help = "What people call the cluster.", .caption = true}),
      cluster_field<&Cluster::source>(
          {.path = "cluster.source", .label = "Source", .help = "Where its figures come from.", .caption = true}),
      cluster_field<&Cluster::gpus>({.path = "cluster.gpus",
                                     .label = "GPUs",
                                     .brief = "GPUs",
                                     .help = "GPUs in the whole cluster.",
                                     .cost = "More data-parallel replicas: fewer days, more dollars per hour, smaller "
                                             "shares of the batch.",
                                     .min = 1,
                                     .max = gpus_max}),
      cluster_field<&Cluster::gpus_per_node>({.path = "cluster.gpus_per_node",
                                              .label = "GPUs per node",
                                              .help = "GPUs in one server.",
                                              .min = 1,
                                              .max = gpus_max}),
  };
}

std::vector<Field> scale_out_fields() {
  return {
      cluster_field<&Cluster::scale_up_domain>({.path = "cluster.scale_up_domain",
                                                .label = "Scale-up domain",
                                                .help = "GPUs that share NVLink or its like.",
                                                .cost = "Groups larger than this go over the network.",
                                                .min = 1,
                                                .max = gpus_max,
                                                .when_absent = "the node"}),
      cluster_field<&Cluster::scale_out_bandwidth>({.path = "cluster.scale_out_bandwidth",
                                                    .label = "Network",
                                                    .unit = Unit::bytes_per_second,
                                                    .help = "Per GPU, one direction.",
                                                    .min = 1e3,
                                                    .max = rate_max}),
      cluster_field<&Cluster::scale_out_latency_seconds>({.path = "cluster.scale_out_latency_seconds",
                                                          .label = "Latency",
                                                          .unit = Unit::seconds,
                                                          .help = "Of a message across nodes.",
                                                          .min = 0,
                                                          .max = 10}),
  };
}

std::vector<Field> hall_fields() {
  return {
      cluster_field<&Cluster::nodes_per_rack>({.path = "cluster.nodes_per_rack",
                                               .label = "Nodes per rack",
                                               .help = "Servers in one rack.",
                                               .min = 1,
                                               .max = 10000}),
      cluster_field<&Cluster::pue>(
          {.path = "cluster.pue",
           .label = "PUE",
           .help = "The building's power over its computers' power.",
           .min = 1,
           .max = 10,
           .source = "large clouds' buildings 1.1 to 1.2, the average one 1.56 (Uptime Institute 2024, recalled)"}),
      cluster_field<&Cluster::watts_per_gpu_all_in>({.path = "cluster.watts_per_gpu_all_in",
                                                     .label = "Power per GPU",
                                                     .unit = Unit::watts,
                                                     .help = "With host, network and cooling, all in.",
                                                     .min = 1,
                                                     .max = 1e6,
                                                     .when_absent = "server power x PUE"}),
  };
}

}  // namespace

std::span<const Field> cluster_fields() {
  static const std::vector<Field> table =
      field_maker::joined({machine_fields, scale_out_fields, hall_fields, topology_fields, site_fields});
  return table;
}

}  // namespace shardscope
