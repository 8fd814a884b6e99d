"""Wrong answers of other servers, or of a Larder with problems: each has its own error, and few requests are sent."""

import asyncio
import json

import pytest
from aiohttp import ClientSession, web
from homeassistant.config_entries import SOURCE_USER, ConfigEntryState
from homeassistant.const import CONF_TOKEN, CONF_URL
from homeassistant.exceptions import HomeAssistantError

from custom_components.larder import api
from custom_components.larder.const import DOMAIN, MAX_RESPONSE_BYTES

TOKEN = "larder_pat_anna.secret"
SUMMARY = {"fresh": 1, "soon": 0, "expired": 0, "dueToday": 0, "listPending": 0, "next": []}
HTML = "<!doctype html><title>Router</title><p>Sign in</p>"


def json_response(status, code="x"):
    return lambda request: web.json_response({"error": code, "message": "A message."}, status=status)


def text_response(status, text, kind="text/html", **headers):
    return lambda request: web.Response(status=status, text=text, content_type=kind, headers=headers)


async def large_response(request):
    response = web.StreamResponse(headers={"content-type": "application/json"})
    await response.prepare(request)
    for _ in range(10):
        await response.write(b" " * 1_000_000)
    return response


async def slow_response(request):
    await asyncio.sleep(30)


async def endless_response(request):
    response = web.StreamResponse(headers={"content-type": "application/json"})
    await response.prepare(request)
    while True:
        await response.write(b" ")
        await asyncio.sleep(0.05)


async def aborted_response(request):
    request.transport.abort()


ANSWERS = {
    "HTML": (text_response(200, HTML), "not_larder"),
    "HTML 401": (text_response(401, HTML), "not_larder"),
    "HTML 404": (text_response(404, HTML), "not_larder"),
    "HTML 500": (text_response(500, HTML), "server_error"),
    "500": (json_response(500), "server_error"),
    "503": (json_response(503, "unavailable"), "server_error"),
    "other JSON": (lambda request: web.json_response(["a", "list"]), "not_larder"),
    "broken JSON": (text_response(200, '{"fresh": 1', "application/json"), "not_larder"),
    "empty": (text_response(200, ""), "not_larder"),
    "not UTF-8": (lambda request: web.Response(body=b"\xff\xfe\x00", content_type="application/json"), "not_larder"),
    "404": (json_response(404, "not_found"), "refused"),
    "401": (json_response(401, "unauthorized"), "invalid_auth"),
    "403": (json_response(403, "insufficient_scope"), "missing_scope"),
    "421": (json_response(421, "misdirected_request"), "wrong_host"),
    "429": (json_response(429, "rate_limited"), "rate_limited"),
    "redirect": (text_response(302, "", Location="https://larder.example.org/steal"), "redirected"),
    "10 MB": (large_response, "not_larder"),
    "slow": (slow_response, "cannot_connect"),
    "endless": (endless_response, "cannot_connect"),
    "aborted": (aborted_response, "cannot_connect"),
}


@pytest.fixture(autouse=True)
def short_timeout(monkeypatch):
    monkeypatch.setattr(api, "REQUEST_TIMEOUT_SECONDS", 0.5)


@pytest.fixture
async def serve(aiohttp_server):
    """Returns a function that starts a server with one handler, and records the methods of its requests."""

    async def start(handler):
        requests = []

        async def count(request):
            requests.append(request.method)
            answer = handler(request)
            return await answer if asyncio.iscoroutine(answer) else answer

        app = web.Application()
        app.router.add_route("*", "/{path:.*}", count)
        server = await aiohttp_server(app)
        return f"http://127.0.0.1:{server.port}", requests

    return start


@pytest.mark.parametrize("name", ANSWERS)
async def test_flow_names_the_reason(hass, serve, name):
    handler, reason = ANSWERS[name]
    url, requests = await serve(handler)
    flow = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], {CONF_URL: url, CONF_TOKEN: TOKEN})
    assert set(result["errors"].values()) == {reason}
    assert len(requests) <= (2 if name == "aborted" else 1)
    assert hass.config_entries.async_entries(DOMAIN) == []


async def test_flow_names_an_address_without_a_server(hass, unused_tcp_port):
    flow = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})
    data = {CONF_URL: f"http://127.0.0.1:{unused_tcp_port}", CONF_TOKEN: TOKEN}
    result = await hass.config_entries.flow.async_configure(flow["flow_id"], data)
    assert result["errors"] == {"base": "cannot_connect"}


@pytest.mark.parametrize("name", set(ANSWERS) - {"401", "403"})
async def test_set_up_is_retried_after_a_bad_answer(serve, connect, name):
    url, _ = await serve(ANSWERS[name][0])
    assert (await connect(url, TOKEN)).state is ConfigEntryState.SETUP_RETRY


def working(request):
    return web.json_response({"/api/summary": SUMMARY}.get(request.path, []))


@pytest.mark.parametrize("name", set(ANSWERS) - {"401", "403"})
async def test_entities_recover_after_a_bad_answer(hass, serve, connect, name):
    current = [working]
    url, requests = await serve(lambda request: current[0](request))
    entry = await connect(url, TOKEN)
    coordinator = entry.runtime_data
    assert hass.states.get("sensor.larder_fresh").state == "1"
    current[0] = ANSWERS[name][0]
    requests.clear()
    with pytest.raises(HomeAssistantError) as failed:
        await hass.services.async_call(
            "todo", "add_item", {"item": "Milk"}, target={"entity_id": "todo.larder_shopping_list"}, blocking=True
        )
    assert failed.value.translation_key == ANSWERS[name][1]
    # The change and one poll, each at most twice.
    assert requests.count("POST") == (2 if name == "aborted" else 1)
    assert requests.count("GET") <= (2 if name == "aborted" else 1)
    await hass.async_block_till_done()
    assert hass.states.get("sensor.larder_fresh").state == "unavailable"
    current[0] = working
    await coordinator.async_refresh()
    await hass.async_block_till_done()
    assert hass.states.get("sensor.larder_fresh").state == "1"


async def test_repeats_a_change_with_its_key_after_a_lost_connection(serve):
    keys = []

    async def abort_the_first(request):
        keys.append(request.headers["Idempotency-Key"])
        if len(keys) == 1:
            request.transport.abort()
        return web.json_response({"id": "1"})

    url, _ = await serve(abort_the_first)
    async with ClientSession() as session:
        await api.LarderClient(session, url, TOKEN).add_row({"name": "Milk"})
        await api.LarderClient(session, url, TOKEN).add_row({"name": "Milk"})
    assert len(keys) == 3
    assert keys[0] == keys[1] != keys[2]


async def test_unchanged_list_is_not_downloaded_again(serve):
    tags = []

    def with_tag(request):
        tags.append(request.headers.get("If-None-Match"))
        if tags[-1] == '"1"':
            return web.Response(status=304)
        return web.json_response([{"id": "1"}], headers={"ETag": '"1"'})

    url, _ = await serve(with_tag)
    async with ClientSession() as session:
        client = api.LarderClient(session, url, TOKEN)
        assert await client.items() == await client.items() == [{"id": "1"}]
    assert tags == [None, '"1"']


async def test_shows_new_counts_of_unchanged_lists(hass, serve, connect):
    """At midnight an item is due today, although nothing of it changes."""
    summary = {**SUMMARY, "revision": "1"}
    url, _ = await serve(lambda request: web.json_response({"/api/summary": summary}.get(request.path, [])))
    entry = await connect(url, TOKEN)
    summary["dueToday"] = 1
    await entry.runtime_data.async_refresh()
    await hass.async_block_till_done()
    assert hass.states.get("sensor.larder_due_today").state == "1"


async def test_token_is_not_sent_to_the_target_of_a_redirect(serve):
    received = []

    async def record(request):
        received.append(request.headers.get("Authorization"))
        return web.json_response(SUMMARY)

    other, _ = await serve(record)
    url, _ = await serve(text_response(307, "", Location=f"{other}/api/summary"))
    async with ClientSession() as session:
        with pytest.raises(api.LarderError, match="redirects"):
            await api.LarderClient(session, url, TOKEN).summary()
    assert received == []


async def test_reads_an_answer_of_the_maximum_size(serve):
    body = json.dumps([{"id": "x" * (MAX_RESPONSE_BYTES - 20)}])
    url, _ = await serve(text_response(200, body, "application/json"))
    async with ClientSession() as session:
        assert len(await api.LarderClient(session, url, TOKEN).items()) == 1
