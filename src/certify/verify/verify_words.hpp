// What the verifier says.
#pragma once

#include <string>

#include "certify/certificate.hpp"

namespace halfspace {

/// The fraction, or "about 2.5e-41" where that is long.
std::string number_in_words(const Rational& value);

/// What was checked of an accepted certificate.
std::string proof_text(const Certificate& certificate);

/// How the text is read where that is not plain, and which rows are left out, behind a "; " each; "" for none.
std::string reading_text(const Certificate& certificate);

/// Which rows and features it is about, as it says: classes, label, columns, bias, and reading_text().
std::string question_text(const Certificate& certificate);

}  // namespace halfspace
