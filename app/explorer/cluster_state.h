// What the grown Cluster view shows and what it has worked out: its pages, what has been taken out, the ideas tried.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/cluster/outage.h"
#include "core/search/network_changes.h"
#include "core/search/site_curve.h"
#include "core/step/traffic_matrix.h"
#include "render/pixel_canvas.h"
#include "render/rack_tint.h"
#include "render/racks_view.h"

namespace shardscope {

enum class ClusterPage { map, network, matrix, sites };
/// What a click takes out while failing is on; a link is the GPU's own, to the network.
enum class FailureUnit { gpu, node, rack, link };

/// Chosen by a person; a plain value.
struct ClusterView {
  ClusterPage page = ClusterPage::map;
  bool failing = false;
  FailureUnit unit = FailureUnit::rack;
  std::vector<Failure> failures = {};
  RacksView matrix = {};  // what part of the matrix is in view; its colouring isn't used
};

/// Of shown_report(), made when it is looked at. What takes many evaluations is worked on for a few milliseconds a
/// frame.
struct ClusterDetail {
  std::uint64_t outage_of = 0;  // Explorer::evaluations of each part
  std::vector<Failure> outage_failures;
  Outage outage;
  FailureMarks marks;
  PixelCanvas canvas;  // the map's cells, of the card or of the grown view

  std::uint64_t ideas_of = 0;
  std::vector<NetworkIdea> ideas;
  std::size_t ideas_tried = 0;
  std::vector<NetworkChange> changes;  // those that help, in order

  std::uint64_t matrix_of = 0;
  RacksView matrix_view;
  TrafficMatrix matrix;

  std::uint64_t sites_of = 0;
  std::vector<double> distances, bandwidths;
  std::size_t sites_asked = 0;  // points so far
  std::vector<SiteWay> ways;
  std::vector<SiteAnswer> answers;  // of the ways tried so far
  std::vector<SitePoint> sites;     // a bandwidth's distances, then the next one's
};

}  // namespace shardscope
