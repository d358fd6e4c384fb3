"""How pages are drawn: the templates, and what makes whatever a model wrote harmless in them."""

import base64
import hashlib

import jinja2
from markupsafe import Markup

from benchbar import __version__
from benchbar.report import names, plots
from benchbar.report.binders import title_of
from benchbar.report.numbers import percent, plural
from benchbar.report.visible import visible
from benchbar.scoring import meanings


def environment(*packages: str) -> jinja2.Environment:
    """Return the templates' environment: everything printed is made visible, then escaped.

    Style sheet and script stand in each page. The pages' policy names both by their hashes and
    forbids all else: no other script or style, no network, whatever a model wrote.

    Args:
        packages: Packages with templates of their own, such as ``benchbar.exam``.
    """
    drawn = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [jinja2.PackageLoader(one) for one in ("benchbar.report", *packages)]
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_harmless,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = _ours(drawn, "figures.css") + _ours(drawn, "style.css")
    script = _ours(drawn, "script.js")
    drawn.globals |= {
        "style": style,
        "figure_style": _ours(drawn, "figures.css"),
        "script": script,
        "policy": f"default-src 'none'; style-src '{_hash(style)}'; "
        f"script-src '{_hash(script)}'; base-uri 'none'; form-action 'none'",
        "version": __version__,
        "axis": plots,
    }
    drawn.filters |= {
        "percent": percent,
        "plural": plural,
        "task": names.task,
        "corpus": names.corpus,
        "judgement": names.judgement,
        "title_of": title_of,
        "folded": plots.folded,
        "meaning": lambda kind: meanings.MEANINGS.get(kind, ""),
        "meaning_of_rule": lambda rule, grader: meanings.of_rule(grader, rule),
    }
    return drawn


def _ours(environment: jinja2.Environment, name: str) -> Markup:
    """Return a file of this package: besides templates, all that is printed unescaped."""
    assert environment.loader  # noqa: S101
    return Markup(environment.loader.get_source(environment, name)[0])  # noqa: S704


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _harmless(value: object) -> object:
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible(value)
    return value
