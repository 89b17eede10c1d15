// What `inspect` reports of a certificate: its claim and its sizes. Nothing is checked; that takes the data (`verify`).
#pragma once

#include <string>

#include "base/json.hpp"
#include "certify/certificate.hpp"

namespace halfspace::cli {

std::string certificate_report(const Certificate& certificate, const std::string& path);
Json certificate_json(const Certificate& certificate);

}  // namespace halfspace::cli
