"""A client of Larder's API. It does not depend on Home Assistant."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar
from uuid import uuid4

from aiohttp import (
    ClientConnectorError,
    ClientError,
    ClientOSError,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    ServerDisconnectedError,
)
from yarl import URL

from .const import MAX_RESPONSE_BYTES, REQUEST_TIMEOUT_SECONDS

_Body = TypeVar("_Body", dict[str, Any], list[dict[str, Any]])
_TOKEN = re.compile(r"larder_pat_(?P<larder>[^.\s]+)\.[!-~]+")


class LarderError(Exception):
    """A request failed. `key` names the translated text; the message is English, for the log."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class LarderAuthError(LarderError):
    """The token is wrong or was deleted."""


class LarderScopeError(LarderError):
    """The token is valid, but its scopes do not allow the request."""


class LarderRefusedError(LarderError):
    """Larder rejected a change, with this message. `code` is the API's name of the reason."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__("refused", message)
        self.code = code


def base_url(text: str) -> str:
    """Returns scheme, host and port of an address. Raises ValueError for anything else."""
    text = text.strip()
    url = URL(text if "://" in text else f"https://{text}")
    if url.scheme not in ("http", "https") or not url.host or url.user or url.password or " " in url.host:
        raise ValueError(f"{text} is not the address of a website")
    return str(url.origin())


def larder_id(token: str) -> str | None:
    """Returns the id of the larder that a token belongs to, or None if the text is not a token."""
    match = _TOKEN.fullmatch(token)
    return match["larder"] if match else None


class LarderClient:
    """Calls one Larder with one token."""

    def __init__(self, session: ClientSession, url: str, token: str) -> None:
        self._session = session
        self._url = url
        self._token = token
        # The last response of each path with its ETag: an unchanged list is not sent again.
        self._responses: dict[str, tuple[str, Any]] = {}

    async def summary(self) -> dict[str, Any]:
        return await self._get("/api/summary", dict)

    async def items(self) -> list[dict[str, Any]]:
        return await self._get("/api/items", list)

    async def shopping_list(self) -> list[dict[str, Any]]:
        return await self._get("/api/shopping-list", list)

    async def add_row(self, row: dict[str, Any]) -> None:
        await self._change("POST", "/api/shopping-list", row)

    async def change_row(self, row: str, change: dict[str, Any]) -> dict[str, Any]:
        return await self._change("PATCH", f"/api/shopping-list/{row}", change)

    async def set_completed(self, row: str, completed: bool, version: int) -> None:
        # Larder refuses to untick a row that changed since `version`. Ticking needs no version.
        body = {"isCompleted": True} if completed else {"isCompleted": False, "version": version}
        await self._change("PATCH", f"/api/shopping-list/{row}/toggle", body)

    async def remove_row(self, row: str) -> None:
        """Removes a row. One that another device has removed already counts as removed."""
        try:
            await self._change("DELETE", f"/api/shopping-list/{row}", None)
        except LarderRefusedError as error:
            if error.code != "not_found":
                raise

    async def mark_used_up(self, item: str) -> None:
        await self._change("PATCH", f"/api/items/{item}/archive", {"outcome": "used"})

    async def _get(self, path: str, kind: type[_Body]) -> _Body:
        tag, cached = self._responses.get(path, (None, None))
        status, tag, body = await self._request("GET", path, {"If-None-Match": tag} if tag else {}, None)
        if status == 304 and isinstance(cached, kind):
            return cached
        response = _parse_response(status, body)
        if not isinstance(response, kind):
            raise _not_larder(status)
        if tag:
            self._responses[path] = (tag, response)
        return response

    async def _change(self, method: str, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        status, _, text = await self._request(method, path, {"Idempotency-Key": str(uuid4())}, body)
        response = _parse_response(status, text)
        if not isinstance(response, dict):
            raise _not_larder(status)
        return response

    async def _request(
        self, method: str, path: str, headers: dict[str, str], body: dict[str, Any] | None
    ) -> tuple[int, str | None, bytes]:
        """Returns status, ETag and body. A change that was lost with a closed connection is sent again, once: its
        Idempotency-Key makes that safe."""
        try:
            try:
                return await self._send(method, path, headers, body)
            except ClientConnectorError:
                raise
            except (ServerDisconnectedError, ClientOSError):
                # aiohttp itself repeats other methods.
                if method not in ("POST", "PATCH"):
                    raise
                return await self._send(method, path, headers, body)
        except TimeoutError as error:
            message = f"{self._url} did not answer within {REQUEST_TIMEOUT_SECONDS} seconds"
            raise LarderError("cannot_connect", message) from error
        except (ClientError, OSError, ValueError) as error:
            raise LarderError("cannot_connect", f"{self._url} cannot be reached: {error!r}") from error

    async def _send(
        self, method: str, path: str, headers: dict[str, str], body: dict[str, Any] | None
    ) -> tuple[int, str | None, bytes]:
        async with self._session.request(
            method,
            self._url + path,
            json=body,
            headers={"Authorization": f"Bearer {self._token}", "Accept": "application/json", **headers},
            timeout=ClientTimeout(total=REQUEST_TIMEOUT_SECONDS),
            # A redirect could carry the token to another server.
            allow_redirects=False,
        ) as response:
            return response.status, response.headers.get("ETag"), await _read(response)


async def _read(response: ClientResponse) -> bytes:
    """Reads a body up to the limit."""
    body = bytearray()
    async for chunk in response.content.iter_chunked(65_536):
        body += chunk
        if len(body) > MAX_RESPONSE_BYTES:
            raise LarderError("not_larder", f"The response has more than {MAX_RESPONSE_BYTES} bytes")
    return bytes(body)


def _parse_response(status: int, body: bytes) -> Any:
    """Returns the JSON of a successful response. Raises the error that fits any other."""
    if 300 <= status < 400:
        raise LarderError("redirected", f"The address redirects to another one ({status})")
    try:
        response = json.loads(body)
    except ValueError:
        response = None
    if 200 <= status < 300 and response is not None:
        return response
    if status >= 500:
        raise LarderError("server_error", f"Larder answers with an error ({status})")
    if not isinstance(response, dict) or not isinstance(response.get("message"), str):
        raise _not_larder(status)
    if status == 401:
        raise LarderAuthError("invalid_auth", "The token is wrong or was deleted")
    if status == 403:
        raise LarderScopeError("missing_scope", "The token's scopes do not allow this")
    if status == 421:
        raise LarderError("wrong_host", "Larder does not answer at this address")
    if status == 429:
        raise LarderError("rate_limited", "Larder was asked too often")
    raise LarderRefusedError(response["message"][:500], str(response.get("error")))


def _not_larder(status: int) -> LarderError:
    return LarderError("not_larder", f"The address answers {status}, but not as Larder does")
