# Sphinx settings of the manual; scripts/manual builds it (in a copy, with what is generated).
project = "Flexura"
copyright = "the Flexura authors"
extensions = ["myst_parser", "sphinx.ext.mathjax"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 4
exclude_patterns = ["module-template", "new-element"]
html_title = "Flexura"
html_theme = "alabaster"
html_theme_options = {"description": "flexible multibody dynamics", "page_width": "1200px", "sidebar_width": "260px",
                      "fixed_sidebar": True}
html_static_path = ["_static"]
html_show_sourcelink = False
html_copy_source = False
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_SVG"  # copied from the system: the manual needs no network
suppress_warnings = ["myst.header"]
