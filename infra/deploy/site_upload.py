"""Uploads the built site: immutable files first and the page that names them last, so that no page names a missing
file."""

import hashlib
import mimetypes
from datetime import timedelta

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
# Open pages may still load parts of an older version, and a rollback needs all of it.
KEEP_REPLACED = timedelta(days=30)

# Of the machine that deploys nothing is assumed, its list of types included.
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

# In this order: a page names the assets, and the service worker names the page.
LAST = ["not-found.html", "index.html", "sw.js"]
# The CDN answers a file with this metadata as 404 (infra/cdn/template.yaml).
METADATA = {"not-found.html": {"page": "missing"}}


def content_type(name):
    for ending, kind in TYPES.items():
        if name.endswith(ending):
            return kind
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def is_hashed(key):
    return key.startswith("assets/")


def plan(dist, contract):
    """Key and file of everything that the site consists of, in the order in which it is to be uploaded."""
    files = {path.relative_to(dist).as_posix(): path for path in dist.rglob("*") if path.is_file()}
    # Build tools read the first; the others are for `larder`, since the CDN compresses by itself.
    files = {key: path for key, path in files.items() if not key.startswith(".vite/") and not key.endswith(".br")}
    if "index.html" not in files:
        raise FileNotFoundError(f"{dist} holds no built site")
    # The same page for addresses that are none.
    files["not-found.html"] = files["index.html"]
    files["api/openapi.json"] = contract

    def turn(key):
        return (LAST.index(key) + 2 if key in LAST else 0 if is_hashed(key) else 1, key)

    return [(key, files[key]) for key in sorted(files, key=turn)]


def present(s3, bucket):
    found = {}
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket):
        for item in page.get("Contents", []):
            found[item["Key"]] = item
    return found


def upload(s3, bucket, dist, contract, now):
    """Uploads changed files and deletes long replaced ones. Returns the changed keys."""
    there, files, changed = present(s3, bucket), plan(dist, contract), []
    for key, path in files:
        body = path.read_bytes()
        if key in there and there[key]["ETag"].strip('"') == hashlib.md5(body, usedforsecurity=False).hexdigest():
            continue
        kept = IMMUTABLE if is_hashed(key) else REVALIDATED
        described = {"ContentType": content_type(key), "CacheControl": kept, "Metadata": METADATA.get(key, {})}
        s3.put_object(Bucket=bucket, Key=key, Body=body, **described)
        changed.append(key)
    wanted = {key for key, _ in files}
    old = [key for key, item in there.items() if key not in wanted and now - item["LastModified"] > KEEP_REPLACED]
    for key in old:
        s3.delete_object(Bucket=bucket, Key=key)
    return changed


def to_invalidate(changed):
    """Hashed files never change. The others are revalidated anyway; an invalidation updates them at once."""
    paths = [f"/{key}" for key in changed if not is_hashed(key)]
    # More than a handful cost as much as all of them.
    return ["/*"] if len(paths) > 15 else paths


def invalidate(cloudfront, distribution, changed, now):
    paths = to_invalidate(changed)
    if paths:
        batch = {"Paths": {"Quantity": len(paths), "Items": paths}, "CallerReference": now.isoformat()}
        cloudfront.create_invalidation(DistributionId=distribution, InvalidationBatch=batch)
