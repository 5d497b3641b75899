// What the grown Cluster view shows and what it has worked out: its pages, what has been taken out, the ideas tried.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/cluster/algorithm_rates.h"
#include "core/cluster/outage.h"
#include "core/inspect/traffic_matrix.h"
#include "core/search/network_changes.h"
#include "core/search/site_curve.h"
#include "render/cluster/rack_tint.h"
#include "render/cluster/racks_view.h"
#include "render/cluster/traffic_chart.h"
#include "render/picture/pixel_canvas.h"

namespace shardscope {

enum class ClusterPage { map, network, matrix, sites };
/// What a click takes out while failing is on: a unit, or links alone: a GPU's own card, its rail's switch, a rack's or
/// a site's links up.
enum class FailureUnit { gpu, node, rack, card, rail, rack_links, site_links };

/// Chosen by a person; a plain value.
struct ClusterView {
  ClusterPage page = ClusterPage::map;
  bool failing = false;
  FailureUnit unit = FailureUnit::rack;
  std::vector<Failure> failures = {};
  RacksView matrix = {};  // what part of the matrix is in view; its colouring isn't used
};

/// A group's collective of one message size, by each algorithm.
struct GroupRates {
  Bytes message;
  GroupKind kind = GroupKind::tp;
  std::string name;  // "Tensor all-gather, 8 GPUs"
  std::vector<AlgorithmRate> rates;
};

/// Of shown_report(), made when it is looked at. What takes many evaluations is worked on for a few milliseconds a
/// frame.
struct ClusterDetail {
  std::uint64_t outage_of = 0;  // Explorer::evaluations of each part
  std::vector<Failure> outage_failures;
  Outage outage;
  FailureMarks marks;
  std::uint64_t marks_made = 0;        // how often: a number for every report and its failures
  std::optional<Seconds> slowed_step;  // where cards failed and no group stops, waiting for the node with fewest
  PixelCanvas canvas;                  // the map's cells, of the card or of the grown view

  std::uint64_t ideas_of = 0;
  std::vector<NetworkIdea> ideas;
  std::size_t ideas_tried = 0;
  std::vector<NetworkChange> changes;  // those that help, in order

  std::uint64_t matrix_of = 0;
  TrafficMatrix matrix;
  BytesByKind matrix_sum = {};
  TrafficPicture matrix_picture;
  std::optional<std::int64_t> messages_rank;  // of the messages, until the report changes
  std::vector<Message> messages;

  std::uint64_t rates_of = 0;
  std::vector<GroupRates> rates;

  std::uint64_t sites_of = 0;
  std::vector<double> distances, bandwidths;
  std::size_t sites_asked = 0;  // points so far
  std::vector<SiteWay> ways;
  std::vector<SiteAnswer> answers;  // of the ways tried so far
  std::vector<SitePoint> sites;     // a bandwidth's distances, then the next one's
};

}  // namespace shardscope
