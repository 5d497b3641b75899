// A GPU and the machine room around it, as plain values. Rates are per direction; a figure nobody has published is
// absent, never zero.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/saturating.h"
#include "core/constants/calibration.h"
#include "core/constants/constants.h"
#include "core/scenario/parts/precision.h"
#include "core/scenario/parts/spreads.h"
#include "core/scenario/parts/work_factors.h"

namespace shardscope {

/// What training reaches of the peaks: each in (0, 1]. `source` says where every figure comes from.
struct Efficiency {
  double matrix_16bit = 0.6;  // of the bf16 or fp16 peak, before a product's shape counts
  double matrix_8bit = 0.55;
  double matrix_4bit = 0.4;
  double attention = 0.5;        // fused attention forward, of the 16-bit peak
  double memory = 0.8;           // of the memory bandwidth
  double scale_up = 0.7;         // of the scale-up link
  double launch_seconds = 8e-6;  // host time a kernel launch takes in a framework
  std::string source;

  bool operator==(const Efficiency&) const = default;
};

struct Gpu {
  std::string preset;
  std::string title;
  std::string short_title;  // for little room, "A100 SXM": without the memory that stands beside it; may be empty
  std::string source;
  GpuFamily family = GpuFamily::unknown;
  PeakFlops peak_flops;
  double memory_bytes = 0;                    // as printed on the box
  std::optional<double> memory_usable_bytes;  // as the driver reports; goes when memory_bytes is set
  double memory_bandwidth = 0;                // bytes/s
  double scale_up_bandwidth = 0;              // bytes/s per direction
  std::int64_t scale_up_domain = 8;           // GPUs that usually share that link
  std::int64_t multiprocessors = 108;         // SMs or compute units, for wave quantisation
  std::optional<double> host_link_bandwidth;  // bytes/s
  std::optional<double> tdp_watts;
  std::optional<double> server_watts_per_gpu;  // with its share of host and network
  std::optional<double> price_usd;
  std::optional<double> rental_usd_per_hour;
  Efficiency efficiency;
  Calibration calibration;  // by one's own runs; none as shipped

  /// What collectives reach of the scale-up link, bytes/s per direction.
  [[nodiscard]] double scale_up_rate() const {
    return scale_up_bandwidth * efficiency.scale_up / calibration.factor(CalibratedConstant::scale_up);
  }
  /// What a plan has to fit into. The box says 80 GB of an H100 that has 80 GiB, less what the driver keeps.
  [[nodiscard]] double capacity_bytes() const { return memory_usable_bytes.value_or(memory_bytes); }

  bool operator==(const Gpu&) const = default;
};

/// A level of the network: how many GPUs a unit of it has, and how much narrower its links up are than its links down.
struct NetworkLevel {
  std::optional<std::int64_t> gpus;       // of one unit; absent: there is no such level. A rack's come from its nodes
  double oversubscription = 1;            // what a unit's GPUs can send together, over what its links up carry
  std::optional<double> latency_seconds;  // of a message between its parts; scale_out_latency_seconds

  bool operator==(const NetworkLevel&) const = default;
};

struct Topology {
  TopologyKind kind = TopologyKind::rail_optimized;
  NetworkLevel rack, pod, hall;
  std::optional<std::vector<std::int64_t>> torus;  // GPUs along each of three axes; as near a cube as the GPUs allow
  std::optional<bool> scale_up_reduction;          // NVLink SHARP: as the GPU's family has it
  bool scale_out_reduction = false;                // SHARP in the network's switches

  bool operator==(const Topology&) const = default;
};

/// Sites of equal size, joined by fibre.
struct Sites {
  std::int64_t number = 1;
  double distance_meters = 100e3;  // of fibre between neighbours
  double bandwidth = 100e9;        // bytes/s per direction of the link between two neighbours; 800 Gb/s

  bool operator==(const Sites&) const = default;
};

/// GPUs of one kind in a mixed cluster; what is absent is as the cluster has it.
struct Pool {
  Gpu gpu;
  std::int64_t gpus = 0;
  std::optional<std::int64_t> gpus_per_node, scale_up_domain;
  std::optional<double> scale_out_bandwidth;

  bool operator==(const Pool&) const = default;
};

/// Its GPU's.
[[nodiscard]] inline std::string name_of(const Pool& pool) {
  return pool.gpu.preset.empty() ? pool.gpu.title : pool.gpu.preset;
}

/// Of a DGX or HGX board; what is taken where nothing says another.
inline constexpr std::int64_t usual_gpus_per_node = 8;

struct Cluster {
  std::string preset;
  std::string title;
  std::string source;
  Gpu gpu;
  std::int64_t gpus = 0;
  std::int64_t gpus_per_node = usual_gpus_per_node;
  std::optional<std::int64_t> scale_up_domain;  // gpus_per_node
  double scale_out_bandwidth = 50e9;            // bytes/s per GPU and direction; 400 Gb/s
  double scale_out_latency_seconds = 5e-6;
  std::int64_t nodes_per_rack = 4;
  Topology topology;
  Sites sites;
  std::vector<Pool> pools;  // more than one kind of GPU; `gpu` is then the first pool's and `gpus` all of them
  double pue = 1.2;         // power usage effectiveness of the building
  std::optional<double> watts_per_gpu_all_in;  // the GPU's server_watts_per_gpu, else its TDP / 0.6
  Constants constants;                         // the shipped ones, unless someone fitted their own
  Spreads spreads;                             // how far off those may be
  WorkFactors work;                            // all 1, unless somebody asks what would be

  /// What a GPU's network card reaches, bytes/s per direction.
  [[nodiscard]] double scale_out_rate() const {
    return scale_out_bandwidth * constants.network_rate / gpu.calibration.factor(CalibratedConstant::scale_out);
  }

  bool operator==(const Cluster&) const = default;
};

/// Whether it has more than one kind of GPU.
[[nodiscard]] inline bool is_mixed(const Cluster& cluster) {
  return cluster.pools.size() > 1;
}

/// Whether it lies on several sites.
[[nodiscard]] inline bool has_sites(const Cluster& cluster) {
  return cluster.sites.number > 1;
}

/// The GPUs that share a fast link on nodes of so many: no more than a node has, but of a kind whose racks are one
/// domain.
[[nodiscard]] inline std::int64_t scale_up_domain_on(const Gpu& gpu, std::int64_t gpus_per_node) {
  const bool within_node = gpu.scale_up_domain <= usual_gpus_per_node;
  return within_node ? std::min(gpu.scale_up_domain, at_least_one(gpus_per_node)) : gpu.scale_up_domain;
}

/// GPUs that share a fast link, also of a cluster without its defaults; at least 1.
[[nodiscard]] inline std::int64_t scale_up_domain_of(const Cluster& cluster) {
  return at_least_one(cluster.scale_up_domain.value_or(cluster.gpus_per_node));
}

}  // namespace shardscope
