#include "app/session/document/history.h"

#include <utility>

namespace shardscope {

void mark_saved(History& history, std::string file) {
  Document document = history.present();
  document.baseline = document.said;
  document.file = std::move(file);
  history.replace_present(std::move(document));
}

}  // namespace shardscope
