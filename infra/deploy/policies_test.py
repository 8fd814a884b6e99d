"""Compares the roles of template.yaml with the AWS calls in the source: a missing permission would cause a 503 in
production, and a superfluous one must not exist.

The test reads the source: it follows the calls from each function through `shared` to the AWS SDK.

    PYTHONPATH=.tools/deploy python3 infra/deploy/policies_test.py
"""

import re
import sys
import unittest
from pathlib import Path

import cloudformation
import package

ROOT = (
    Path(sys.argv.pop(1)) if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir() else Path(__file__).resolve().parents[2]
)
FUNCTIONS = package.FUNCTIONS

# The crates in `shared` that call AWS, directly or indirectly.
SHARED = ["api", "application", "lambda", "push", "store", "system"]

SDK = {
    "get_item": "dynamodb:GetItem",
    "batch_get_item": "dynamodb:BatchGetItem",
    "put_item": "dynamodb:PutItem",
    "update_item": "dynamodb:UpdateItem",
    "delete_item": "dynamodb:DeleteItem",
    "get_object": "s3:GetObject",
    "put_object": "s3:PutObject",
    "delete_object": "s3:DeleteObject",
    "list_objects_v2": "s3:ListBucket",
    "create_platform_endpoint": "sns:CreatePlatformEndpoint",
    "set_endpoint_attributes": "sns:SetEndpointAttributes",
    "delete_endpoint": "sns:DeleteEndpoint",
    "publish": "sns:Publish",
    "get_secret_value": "secretsmanager:GetSecretValue",
    "converse": "bedrock:InvokeModel",
}
# The boto3 calls of the setup function (custom_resources.py and its modules).
SETUP = {
    "create_secret(": {"secretsmanager:CreateSecret"},
    "get_secret_value(": {"secretsmanager:GetSecretValue"},
    "put_secret_value(": {"secretsmanager:PutSecretValue"},
    "put_object(": {"s3:PutObject"},
    "delete_object(": {"s3:DeleteObject"},
    '"list_objects_v2"': {"s3:ListBucket"},
    "object_versions.delete(": {"s3:ListBucketVersions", "s3:DeleteObjectVersion", "s3:DeleteObject"},
    "create_invalidation(": {"cloudfront:CreateInvalidation"},
    "describe_table(": {"dynamodb:DescribeTable"},
}
# Writes are found where they are created (`Write::Put { … }`), not where they are sent; a transaction needs the same
# permissions.
WRITES = {"Put": "dynamodb:PutItem", "Update": "dynamodb:UpdateItem", "Delete": "dynamodb:DeleteItem"}
SENDING = {"commit", "key_of", "write_one", "write_all", "transacted", "row_list", "row_page", "row_count", "query"}
# Called on one machine and in tests only.
NOT_ON_AWS = {"table_create", "receipts.delete_older"}
# Calls of every function outside of its routes (shared/lambda, shared/api/src/app.rs): priming, and the idempotency
# layer.
COMMON_CALLS = {"prime", "layer", "record"}
# The job serves no routes.
WITHOUT_ROUTES = {"reminders"}


def without_tests(path):
    text = path.read_text(encoding="utf-8").split("#[cfg(test)]\nmod tests")[0]
    return "\n".join(line.split("//")[0] for line in text.splitlines())


def sources(*folders):
    """Returns the Rust files in folders, except files of tests."""
    files = (path for folder in folders for path in (ROOT / folder).rglob("*.rs"))
    return sorted(path for path in files if path.name != "tests.rs")


def bodies(text):
    """Yields name and body of each function in a file."""
    for match in re.finditer(r"\bfn (\w+)", text):
        # Skips the parameters, which may contain braces.
        after = end_of(text, text.find("(", match.end()), "(", ")")
        start, semicolon = text.find("{", after), text.find(";", after)
        if start < 0 or 0 <= semicolon < start:
            continue
        yield match.group(1), text[start : end_of(text, start, "{", "}")]


def end_of(text, start, opening, closing):
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == opening) - (text[at] == closing)
        if depth == 0:
            return at + 1
    return len(text)


def calls(body):
    """Returns the names of functions that a body may call: methods that lead to AWS, constructors of writes, and free
    functions."""
    owners = r"(?:store|self|mobile|secrets|pusher|push|phones|eraser|idempotency|background|handover)"
    named = re.findall(owners + r"\s*\.\s*(\w+)(?:::<[^>]*>)?\s*\(", body)
    # Methods with frequent names (`get`, `put`) are found with the name of their owner.
    named += [".".join(call) for call in re.findall(r"\b(receipts|capacity)\s*\.\s*(\w+)\s*\(", body)]
    named += re.findall(r"(?:Write|Self|Store|Receipts|MobilePush|Range|secrets)::(\w+)", body)
    named += re.findall(r"(?<![.\w:])(?:\w+::)*([a-z]\w+)(?:::<[^>]*>)?\s*\(", body)
    return set(named)


class Source:
    def __init__(self):
        self.shared = {}
        for path in sources(*(f"shared/{crate}/src" for crate in SHARED)):
            for name, body in bodies(without_tests(path)):
                if (path.name, name) == ("capacity.rs", "retry"):
                    # HTTP requests have another `retry`.
                    name = "capacity.retry"
                if path.parent.name == "receipts" and path.stem in ("pictures", "s3"):
                    # The trait object `self.store` is the implementation for S3.
                    own_calls = r"\b(?:self\.store|self|store|pictures)\.(?=\w+\()"
                    name, body = f"receipts.{name}", re.sub(own_calls, "receipts.", body)
                self.shared.setdefault(name, []).append(body)

    def own(self, function):
        texts = [without_tests(path) for path in sources(f"functions/{function}/src")]
        return [body for text in texts for _, body in bodies(text)]

    def reached(self, function):
        open_names = set() if function in WITHOUT_ROUTES else set(COMMON_CALLS)
        open_names |= {"prime"}
        found = self.own(function)
        for body in found:
            open_names |= calls(body)
        seen = set()
        while open_names:
            name = open_names.pop()
            if name in seen or name in SENDING or name in NOT_ON_AWS:
                continue
            seen.add(name)
            for body in self.shared.get(name, []):
                found.append(body)
                open_names |= calls(body)
        return found

    def actions(self, function):
        actions, indexes = set(), set()
        for body in self.reached(function):
            for call, action in SDK.items():
                if re.search(rf"\.\s*{call}\(\)", body):
                    actions.add(action)
            for kind, action in WRITES.items():
                if re.search(rf"(?:Write|Self)::{kind}\s*\{{", body):
                    actions.add(action)
            # A commit that creates permanent rows checks the account's tombstone (shared/store/src/table/commit.rs).
            if function not in WITHOUT_ROUTES and re.search(r"(?:Write|Self)::Put\s*\{", body):
                actions.add("dynamodb:ConditionCheckItem")
            ranges = len(re.findall(r"\bRange::(?:prefix|between)\(", body))
            # A closure that sets the index of its ranges: `let latest = |range: Range| range.by_state()`.
            for name, index in re.findall(r"let (\w+) = \|range: Range\| range(\.by_\w+\(\))", body):
                body = re.sub(rf"\b{name}\((Range::)", rf"({index}\1", body.replace(f"| range{index}", "| range"))
            by_state, by_due = body.count(".by_state()"), body.count(".by_due()")
            if by_state:
                indexes.add("LSI1")
            if by_due:
                indexes.add("GSI1")
            if ranges > by_state + by_due:
                actions.add("dynamodb:Query")
        return actions, indexes


class Template:
    def __init__(self):
        self.resources = cloudformation.load(ROOT / "template.yaml")["Resources"]

    def statements(self, function):
        """Yields the statements of a role, including those with a condition."""
        logical = "".join(word.capitalize() for word in function.split("-"))
        for policy in self.resources[f"{logical}Role"]["Properties"]["Policies"]:
            for statement in policy["PolicyDocument"]["Statement"]:
                yield from (
                    part for part in statement.get("If", [statement]) if isinstance(part, dict) and "Action" in part
                )

    def actions(self, function):
        actions, indexes = set(), set()
        for statement in self.statements(function):
            named = statement["Action"] if isinstance(statement["Action"], list) else [statement["Action"]]
            on_indexes = set(re.findall(r"/index/(\w+)", str(statement["Resource"])))
            indexes |= on_indexes
            if not on_indexes:
                actions |= {
                    action
                    for action in named
                    if action.split(":")[0] in ("dynamodb", "s3", "sns", "secretsmanager", "bedrock")
                }
        return actions, indexes


class Policies(unittest.TestCase):
    def test_each_role_allows_exactly_the_calls_of_the_code(self):
        source, template = Source(), Template()
        for function in FUNCTIONS:
            with self.subTest(function=function):
                needed, indexes = source.actions(function)
                if function == "scans":
                    # S3 distinguishes missing from forbidden objects only with the permission to list.
                    needed.add("s3:ListBucket")
                allowed, allowed_indexes = template.actions(function)
                self.assertEqual(sorted(needed - allowed), [], f"{function} lacks permissions")
                self.assertEqual(sorted(allowed - needed), [], f"{function} has needless permissions")
                self.assertEqual(sorted(indexes), sorted(allowed_indexes), f"indexes that {function} reads")

    def test_setup_role_allows_exactly_the_calls_of_its_code(self):
        code = "".join((ROOT / "infra/deploy" / name).read_text(encoding="utf-8") for name in package.SETUP)
        needed = {action for call, actions in SETUP.items() if call in code for action in actions}
        allowed = {action for statement in Template().statements("setup") for action in statement["Action"]}
        self.assertEqual(allowed - {"logs:CreateLogStream", "logs:PutLogEvents"}, needed)
        for statement in Template().statements("setup"):
            self.assertNotEqual(statement["Resource"], "*")

    def test_no_statement_allows_all_actions_or_resources(self):
        template = Template()
        for function in FUNCTIONS:
            for statement in template.statements(function):
                self.assertNotRegex(str(statement["Action"]), r"\*", function)
                if statement["Resource"] == "*":
                    self.assertIn(
                        "xray:PutTraceSegments",
                        statement["Action"],
                        f"{function}: only traces have no narrower resource",
                    )

    def test_scans_role_allows_exactly_the_folders_that_its_code_uses(self):
        # The other tests do not distinguish the folders of the bucket.
        text = "".join(without_tests(path) for path in sources("functions/scans/src"))
        folders = {"upload_key": "uploads", "picture_key": "receipts"}
        called = re.findall(r"receipts\s*\.\s*(get|put|delete|sign_upload)\(\s*&(?:Receipts::)?(\w+)", text)
        permissions = {"get": "GetObject", "put": "PutObject", "delete": "DeleteObject", "sign_upload": "PutObject"}
        needed = {(folders[key], f"s3:{permissions[call]}") for call, key in called}
        allowed = set()
        for statement in Template().statements("scans"):
            folder = re.search(r"ReceiptsBucket\.Arn}/(\w+)/", str(statement["Resource"]))
            actions = statement["Action"] if isinstance(statement["Action"], list) else [statement["Action"]]
            allowed |= {(folder.group(1), action) for action in actions} if folder else set()
        self.assertEqual(sorted(allowed), sorted(needed))

    def test_finds_indirect_calls(self):
        # identity deletes users: from delete.rs through the eraser to the bucket.
        actions, _ = Source().actions("identity")
        self.assertLessEqual(
            {"s3:DeleteObject", "s3:ListBucket", "dynamodb:DeleteItem", "dynamodb:UpdateItem"}, actions
        )


if __name__ == "__main__":
    unittest.main()
