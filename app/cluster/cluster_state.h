// app/cluster: the Cluster view: which GPU does what in the plan, what fails with it, what its links carry, and, grown,
// pages of the network, of who talks to whom, and of several sites. In: a report, the view's own state. Out: cards; an
// edit where a change is clicked.
//
// The view's kept state and what it has worked out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/view.h"
#include "app/session/memo.h"
#include "core/changes/network_changes.h"
#include "core/changes/site_curve.h"
#include "core/cluster/algorithm_rates.h"
#include "core/cluster/outage.h"
#include "core/inspect/traffic_matrix.h"
#include "render/cluster/grid/racks_view.h"
#include "render/cluster/rack_tint.h"
#include "render/cluster/traffic_chart.h"
#include "render/picture/pixel_canvas.h"

namespace shardscope {

enum class ClusterPage { map, network, matrix, sites };
/// What a click takes out while failing is on: a unit, or links alone: a GPU's own card, its rail's switch, a rack's or
/// a site's links up.
enum class FailureUnit { gpu, node, rack, card, rail, rack_links, site_links };

/// How the grown view is arranged.
struct ClusterArrangement {
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
  Collective collective = Collective::all_gather;
  std::int64_t gpus = 1;  // of the group
  std::string name;       // "Tensor all-gather, 8 GPUs"
  std::vector<AlgorithmRate> rates;
};

/// What stops with the failures.
struct OutageDetail {
  Outage outage;
  FailureMarks marks;
  std::optional<Seconds> slowed_step;  // where cards failed and no group stops, waiting for the node with fewest
};

/// Changes of the network, tried some per frame.
struct NetworkTrial {
  std::vector<NetworkIdea> ideas;
  std::size_t tried = 0;
  std::vector<NetworkChange> changes;  // those that help, in order

  [[nodiscard]] bool pending() const { return tried < ideas.size(); }
};

struct MatrixDetail {
  TrafficMatrix matrix;
  BytesByKind sum = {};
};

/// Ways to train across sites and what distance costs, asked some per frame.
struct SiteTrial {
  std::vector<double> distances, bandwidths;
  std::vector<SiteWay> ways;
  std::vector<SiteAnswer> answers;  // of the ways tried so far
  std::size_t asked = 0;            // points so far
  std::vector<SitePoint> points;    // a bandwidth's distances, then the next one's

  [[nodiscard]] bool pending() const {
    return answers.size() < ways.size() || asked < distances.size() * bandwidths.size();
  }
};

struct ClusterState {
  static constexpr std::array<std::string_view, 4> pages = {"cluster", "network", "matrix", "sites"};
  static constexpr ViewInfo info = {
      .name = "cluster",
      .title = "Cluster",
      .help = "Which GPU does what, what its links carry, what fails with it, and what distance costs.",
      .pages = pages,
      .panel = PanelFields::cluster,
      .figure = Headline::tokens_per_second};
  ClusterArrangement arranged = {};
  RacksView racks = {};
  bool racks_grown = false;                      // whether the racks were last drawn in the grown card
  std::optional<std::int64_t> pointed_gpu = {};  // of the racks, under the pointer

  // By the shown scenario, then the present one, then what else it is of.
  Memo<OutageDetail, Scenario, Scenario, std::vector<Failure>> outage = {};
  Memo<NetworkTrial, Scenario, Scenario> network = {};
  Memo<MatrixDetail, Scenario, RankRange, RankRange, std::int64_t> matrix = {};
  Memo<std::vector<Message>, Scenario, std::int64_t> messages = {};
  Memo<std::vector<GroupRates>, Scenario> rates = {};
  Memo<SiteTrial, Scenario> sites = {};  // of the present one alone
  PixelCanvas canvas = {};               // the map's cells, of the card or of the grown view
  TrafficPicture matrix_picture = {};
};

/// The view grown to the whole area.
void draw_view(ClusterState& state, const ViewFrame& frame, const Rect& area);
/// Whether the page that is shown isn't worked out yet.
[[nodiscard]] bool is_working(const ClusterState& state);
/// Another scenario is shown: all of it, with nothing taken out.
void show_all(ClusterState& state);
/// It becomes a picture: no pointer is there.
void finish(ClusterState& state);
/// The page of that name.
void show_page(ClusterState& state, std::string_view name);
[[nodiscard]] std::string_view shown_page(const ClusterState& state);

/// One of the four cards; `reserved` is kept free at the right of the title.
void draw_in_card(ClusterState& state, const ViewFrame& frame, const Rect& card, float reserved = 0);

}  // namespace shardscope
