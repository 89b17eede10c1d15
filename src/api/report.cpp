#include "api/report.hpp"

namespace halfspace {

std::string Report::json() const { return writer_ ? writer_->json() : std::string(); }

std::string Report::text() const { return writer_ ? writer_->text() : std::string(); }

}  // namespace halfspace
