"""A small client of Larder's API. It knows no Home Assistant."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from uuid import uuid4

from aiohttp import ClientError, ClientSession, ClientTimeout
from yarl import URL

from .const import MAX_RESPONSE_BYTES, REQUEST_TIMEOUT_SECONDS


class LarderError(Exception):
    """Larder cannot be reached, or answers something that is not Larder's."""


class LarderAuthError(LarderError):
    """The token is wrong or was deleted."""


class LarderScopeError(LarderError):
    """The token is good, but may not do this."""


class LarderRefusedError(LarderError):
    """Larder refused a change; the message is for a person."""


def base_url(text: str) -> str:
    """Returns scheme, host and port of what a person typed. Raises ValueError for anything else."""
    text = text.strip()
    url = URL(text if "://" in text else f"https://{text}")
    if url.scheme not in ("http", "https") or not url.host or url.user or url.password:
        raise ValueError(f"{text} is no address of a web site")
    return str(url.origin())


class LarderClient:
    """Calls one Larder with one token."""

    def __init__(self, session: ClientSession, url: str, token: str) -> None:
        self._session = session
        self._url = url
        self._token = token

    async def summary(self) -> dict[str, Any]:
        return _typed(await self._call("GET", "/api/summary"), dict)

    async def items(self) -> list[dict[str, Any]]:
        return _typed(await self._call("GET", "/api/items"), list)

    async def shopping_list(self) -> list[dict[str, Any]]:
        return _typed(await self._call("GET", "/api/shopping-list"), list)

    async def add_row(self, name: str, notes: str | None = None) -> None:
        await self._call("POST", "/api/shopping-list", {"name": name, **({"notes": notes} if notes else {})})

    async def change_row(self, row: str, name: str, notes: str | None) -> None:
        await self._call("PATCH", f"/api/shopping-list/{row}", {"name": name, "notes": notes or ""})

    async def set_completed(self, row: str, completed: bool, version: int) -> None:
        body = {"isCompleted": completed} if completed else {"isCompleted": False, "version": version}
        await self._call("PATCH", f"/api/shopping-list/{row}/toggle", body)

    async def remove_row(self, row: str) -> None:
        await self._call("DELETE", f"/api/shopping-list/{row}")

    async def used_up(self, item: str) -> None:
        await self._call("PATCH", f"/api/items/{item}/archive", {"outcome": "used"})

    async def _call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        if method != "GET":
            # A change that is sent again with its key happens once.
            headers["Idempotency-Key"] = str(uuid4())
        try:
            async with self._session.request(
                method,
                self._url + path,
                json=body,
                headers=headers,
                timeout=ClientTimeout(total=REQUEST_TIMEOUT_SECONDS),
                # A redirect would carry the token to another place.
                allow_redirects=False,
            ) as response:
                status, text = response.status, await _read(response.content)
        except (ClientError, asyncio.TimeoutError, OSError) as error:
            raise LarderError(f"Larder cannot be reached: {error or type(error).__name__}") from error
        answer = _parse(text)
        if status == 401:
            raise LarderAuthError("The token is wrong or was deleted")
        if status == 403:
            raise LarderScopeError("The token may not do this")
        if status in (404, 409, 413, 422) and isinstance(answer, dict):
            raise LarderRefusedError(str(answer.get("message") or f"Larder refused it ({status})"))
        if not 200 <= status < 300 or answer is None:
            raise LarderError(f"The address answers {status}, but not as Larder does")
        return answer


async def _read(content: Any) -> bytes:
    """Reads a body up to the limit."""
    body = bytearray()
    async for chunk in content.iter_chunked(65_536):
        body += chunk
        if len(body) > MAX_RESPONSE_BYTES:
            raise LarderError("The answer is too large to be Larder's")
    return bytes(body)


def _parse(text: bytes) -> Any:
    """Returns the JSON of a body, or None if it is something else."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _typed(answer: Any, kind: type) -> Any:
    if not isinstance(answer, kind):
        raise LarderError("The address answers, but not as Larder does")
    return answer
