// What calls of the C interface have in common: options, watches, places of answers.
#pragma once

#include <memory>

#include "api/c_handles.hpp"
#include "halfspace/progress.hpp"

namespace halfspace::api {

inline Options given(const hs_options* options) { return options == nullptr ? Options() : options->values; }

inline Watch watch_of(hs_watch watch, void* user) {
  if (watch == nullptr) return {};
  return [watch, user](const TrainProgress& p) {
    const hs_progress seen = {p.visits, p.passes,    p.updates, p.fraction, p.objective,
                              p.gap,    p.fits_done, p.fits,    p.seconds};
    return watch(&seen, user) != 0;
  };
}

template <class T>
void clear_place(T** place) {
  if (place != nullptr) *place = nullptr;
}

/// A text for a place, which may be NULL: made before any is given, so that a call gives all or nothing.
class NewText {
 public:
  NewText(hs_text** place, const std::string& text) : place_(place) {
    if (place != nullptr) text_ = std::make_unique<hs_text>(hs_text{text});
  }
  void give() {
    if (place_ != nullptr) *place_ = text_.release();
  }

 private:
  hs_text** place_;
  std::unique_ptr<hs_text> text_;
};

}  // namespace halfspace::api
