"""Uploads the built site: immutable files first and the page that names them last, so that no page names a missing
file."""

import hashlib
import mimetypes

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATED = "no-cache"
# `/*` costs as much as one path.
MAX_INVALIDATED_PATHS = 15

# Does not depend on the list of types of the machine that deploys.
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

# Uploaded last, in this order: a page refers to the assets, and the service worker to the page.
UPLOADED_LAST = ["not-found.html", "index.html", "sw.js"]
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
    """Returns key and path of all files of the site, in the order of their upload."""
    files = {path.relative_to(dist).as_posix(): path for path in dist.rglob("*") if path.is_file()}
    # .vite/ is for build tools, and compressed files are for `larder`: the CDN compresses by itself.
    files = {key: path for key, path in files.items() if not key.startswith(".vite/") and not key.endswith(".br")}
    if "index.html" not in files:
        raise FileNotFoundError(f"{dist} has no built site")
    # Unknown paths get the same page with another status.
    files["not-found.html"] = files["index.html"]
    files["api/openapi.json"] = contract

    def order(key):
        return (UPLOADED_LAST.index(key) + 2 if key in UPLOADED_LAST else 0 if is_hashed(key) else 1, key)

    return [(key, files[key]) for key in sorted(files, key=order)]


def list_etags(s3, bucket):
    """Returns the ETag of each object: the MD5 of its content."""
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=bucket)
    return {item["Key"]: item["ETag"].strip('"') for page in pages for item in page.get("Contents", [])}


def upload(s3, bucket, dist, contract):
    """Uploads changed files and deletes those that the site no longer has. Returns the keys of both. Hashed files of
    earlier versions stay, because open pages may still load them; a release adds about 100 kB."""
    etags, files, changed = list_etags(s3, bucket), plan(dist, contract), []
    for key, path in files:
        body = path.read_bytes()
        if etags.get(key) == hashlib.md5(body, usedforsecurity=False).hexdigest():
            continue
        cache_control = IMMUTABLE if is_hashed(key) else REVALIDATED
        headers = {"ContentType": content_type(key), "CacheControl": cache_control, "Metadata": METADATA.get(key, {})}
        s3.put_object(Bucket=bucket, Key=key, Body=body, **headers)
        changed.append(key)
    for key in sorted(etags.keys() - dict(files).keys()):
        if not is_hashed(key):
            s3.delete_object(Bucket=bucket, Key=key)
            changed.append(key)
    return changed


def paths_to_invalidate(changed):
    """Returns the paths of changed files, except hashed ones, whose content never changes."""
    paths = [f"/{key}" for key in changed if not is_hashed(key)]
    return ["/*"] if len(paths) > MAX_INVALIDATED_PATHS else paths


def invalidate(cloudfront, distribution, changed, now):
    paths = paths_to_invalidate(changed)
    if paths:
        batch = {"Paths": {"Quantity": len(paths), "Items": paths}, "CallerReference": now.isoformat()}
        cloudfront.create_invalidation(DistributionId=distribution, InvalidationBatch=batch)
