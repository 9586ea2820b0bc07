"""W3C PROV-JSON of a run: which sources an activity of this tool used, and what it generated."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMESPACE = "urn:geo-ghouta:"


def prov_json(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Turn a manifest into a PROV-JSON document.

    Parameters
    ----------
    manifest : mapping
        From ``build_manifest``, or read back with its outputs.

    Returns
    -------
    dict
        Members ``prefix``, ``entity``, ``activity``, ``agent``, ``used``, ``wasGeneratedBy``,
        ``wasAssociatedWith`` and ``wasDerivedFrom``.

    References
    ----------
    W3C Member Submission "The PROV-JSON Serialization", 24 April 2013.

    Examples
    --------
    >>> made = {"tool": {"name": "geo-ghouta", "version": "1"}, "inputs": [], "outputs": [], "parameters": {}}
    >>> sorted(prov_json(made)["activity"])
    ['gg:run']
    """
    tool = manifest.get("tool", {})
    entities: dict[str, Any] = {}
    used, generated, derived = {}, {}, {}
    for number, item in enumerate(manifest.get("inputs", []), 1):
        kind = str(item.get("kind", "source"))
        name = f"gg:{kind}/{_local(item.get('report_id') or item.get('picture_id') or item['path'])}"
        while name in entities:  # "a b" and "a_b" are written alike, and are two all the same
            name += "_"
        entities[name] = {
            "prov:type": {"$": f"gg:{kind}", "type": "prov:QUALIFIED_NAME"},
            "prov:label": str(item.get("doc_id") or item["path"]),
            "gg:path": item["path"],
            "gg:sha256": item["sha256"],
            **({"gg:bytes": item["bytes"]} if isinstance(item.get("bytes"), int) else {}),
        }
        used[f"_:used{number}"] = {"prov:activity": "gg:run", "prov:entity": name}
    sources = list(entities)
    for number, item in enumerate(manifest.get("outputs", []), 1):
        name = f"gg:output/{_local(item['path'])}"
        while name in entities:
            name += "_"
        entities[name] = {
            "prov:type": {"$": "gg:output", "type": "prov:QUALIFIED_NAME"},
            "prov:label": item["path"],
            "gg:sha256": item["sha256"],
        }
        generated[f"_:generated{number}"] = {"prov:entity": name, "prov:activity": "gg:run"}
        for at, source in enumerate(sources, 1):
            derived[f"_:derived{number}.{at}"] = {"prov:generatedEntity": name, "prov:usedEntity": source}
    activity: dict[str, Any] = {
        "prov:type": {"$": "gg:extraction", "type": "prov:QUALIFIED_NAME"},
        **{f"gg:{_local(k)}": str(v) for k, v in manifest.get("parameters", {}).items() if v is not None},
    }
    if manifest.get("at"):
        activity["prov:startTime"] = manifest["at"]
    label = f"{tool.get('name', 'geo-ghouta')} {tool.get('version', '')}".strip()
    agent = {"prov:type": {"$": "prov:SoftwareAgent", "type": "prov:QUALIFIED_NAME"}, "prov:label": label}
    return {
        "prefix": {"gg": NAMESPACE, "prov": "http://www.w3.org/ns/prov#"},
        "entity": entities,
        "activity": {"gg:run": activity},
        "agent": {"gg:tool": agent},
        "used": used,
        "wasGeneratedBy": generated,
        "wasAssociatedWith": {"_:by": {"prov:activity": "gg:run", "prov:agent": "gg:tool"}},
        "wasDerivedFrom": derived,
    }


def _local(text: Any) -> str:
    return re.sub(r"[^\w.\-/]", "_", str(text))
