// A presentation that is prepared or runs: which step it is at, and what to go back to.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/explorer/state/slides.h"
#include "app/session/document/history.h"
#include "app/session/memo.h"

namespace shardscope {

struct Explorer;
struct ViewEntry;

/// While it runs.
struct RunningPresentation {
  std::vector<Slide> slides;  // never empty
  std::size_t at = 0;
  bool own = false;        // they were prepared, and their notes can be typed
  bool typing = false;     // the note is
  bool notes = true;       // are shown
  bool whole = false;      // the view with all that it has, not its card alone
  bool spotlight = false;  // on the card under the pointer; the others are dimmed
  Document before;         // what was open, and in which view
  std::string grown;
  const ViewEntry* alone = nullptr;
  bool keyboard = false;  // whether keys went through the controls
};

struct Presentation {
  std::vector<Slide> prepared;
  Memo<std::string, std::vector<Slide>> kept = {};  // as the next start reads them
  std::optional<RunningPresentation> running;
};

/// Puts what is shown behind the steps that are prepared; the title says what changed since the last one.
void add_slide(Explorer& explorer);
void forget_slides(Explorer& explorer);

/// Begins at the first step: of those that were prepared, else of the lesson that is open, else one for each view.
void begin_presenting(Explorer& explorer);
/// Back to what was open before, as one step that can be undone.
void end_presenting(Explorer& explorer);
/// Shows a step as it was prepared, whatever was changed since; nothing where there is none.
void go_to_slide(Explorer& explorer, std::size_t slide);

/// What is said to the step that is shown, of one that was prepared.
void set_note(Explorer& explorer, const std::string& note);

}  // namespace shardscope
