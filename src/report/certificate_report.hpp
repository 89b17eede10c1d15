// What `inspect` reports of a certificate: its claim and its sizes. Nothing is checked; that takes the data (`verify`).
#pragma once

#include <string>

#include "base/json.hpp"
#include "certify/certificate.hpp"

namespace halfspace {

std::string certificate_facts_text(const Certificate& certificate, const std::string& path);
/// The members of `inspect --json` between the head and the seconds.
Json certificate_json(const Certificate& certificate);

}  // namespace halfspace
