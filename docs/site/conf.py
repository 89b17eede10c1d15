"""The site of the Python package: `tools/python_docs.sh` builds it."""

from __future__ import annotations

import doctest
import os
import sys
import warnings
from pathlib import Path

import matplotlib

import halfspace

matplotlib.use("Agg")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).resolve().parent))

project = "halfspace"
author = "halfspace"
project_copyright = "halfspace, MIT licence"
version = release = halfspace.__version__

extensions = [
    "breathe",
    "matplotlib.sphinxext.plot_directive",
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.doctest",
    "sphinx_gallery.gen_gallery",
]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["requirements.txt", "gallery/*", "generated/gallery/*.py", "_build"]
templates_path = ["templates"]
html_theme = "furo"
html_title = f"halfspace {version}"
html_theme_options = {"navigation_with_keys": True}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

autosummary_generate = True
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

doctest_global_setup = "import numpy as np"
doctest_default_flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
plot_working_directory = str(ROOT)
plot_html_show_source_link = False
plot_html_show_formats = False
plot_include_source = True
plot_formats = [("png", 110)]
plot_rcparams = {"font.size": 10.5}
plot_apply_rcparams = True

sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "generated/gallery",
    "filename_pattern": r"plot_",
    "within_subsection_order": "FileNameSortKey",
    "download_all_examples": False,
    "show_memory": False,
    "show_signature": False,
    "remove_config_comments": True,
    "min_reported_time": 1e9,
    "write_computation_times": False,
}

# XML that doxygen makes of the C++ headers.
breathe_projects = {"halfspace": str(ROOT / "build/python/doxygen/xml")}
breathe_default_project = "halfspace"
suppress_warnings = ["duplicate_declaration.cpp"]  # each header declares the namespace

warnings.filterwarnings("error", category=DeprecationWarning, module="halfspace")
os.chdir(ROOT)


def of_scikit_learn(_app, _what, name, _member, *rest):
    """Methods that all of its estimators have by themselves: their documentation is there."""
    skip = rest[0]
    routing = name in ("get_metadata_routing", "set_output") or (name.startswith("set_") and name.endswith("_request"))
    return True if routing else skip


def setup(app):
    app.connect("autodoc-skip-member", of_scikit_learn)
