"""Checks the account before a deployment. Each finding is a sentence; a refusal stops the deployment."""

import dataclasses

from botocore.exceptions import BotoCoreError, ClientError

# Limits of a new account: ten concurrent functions, and no function larger than this. AWS reports the first number only
# and raises both with use, so the first is an indicator of the second.
NEW_ACCOUNTS_MEMORY = 3_008
USUAL_CONCURRENCY = 1_000
LEFT_FOR_OTHERS = 100
INDEXES = {"LSI1", "GSI1"}


@dataclasses.dataclass
class Findings:
    refusals: list = dataclasses.field(default_factory=list)
    warnings: list = dataclasses.field(default_factory=list)


def look(session, parameters):
    """Everything that can be asked beforehand, for these parameters."""
    findings = Findings()
    for check in (concurrency_and_memory, restored_table, certificate, zone, model):
        try:
            check(session, parameters, findings)
        except (BotoCoreError, ClientError) as error:
            # The caller may lack the permission to check.
            findings.warnings.append(f"Not checked ({check.__name__.replace('_', ' ')}): {str(error).splitlines()[0]}")
    return findings


def concurrency_and_memory(session, parameters, findings):
    at_once = session.client("lambda").get_account_settings()["AccountLimit"]["ConcurrentExecutions"]
    reserved = int(parameters["ReaderConcurrency"])
    if reserved and at_once - reserved < LEFT_FOR_OTHERS:
        findings.refusals.append(
            f"ReaderConcurrency: of the {at_once} functions that this account may run at once {LEFT_FOR_OTHERS} must stay for others; {reserved} are too many."
        )
    if at_once >= USUAL_CONCURRENCY:
        return
    readings = int(parameters["ReadingsPerTenSeconds"])
    if readings > at_once // 2:
        findings.refusals.append(
            f"ReadingsPerTenSeconds: {readings} receipts may hold up everybody in an account that may run {at_once} functions at once."
            f" Take --parameter ReadingsPerTenSeconds={max(1, at_once // 2)}, or less."
        )
    findings.warnings.append(
        f"This account may run {at_once} functions at once in this region, and many receipts that are read at the same time hold everybody up."
        f" Ask for 1,000 under Service Quotas, Lambda, concurrent executions; that is free."
    )
    for name in ("ReaderMemory", "FunctionMemory"):
        if int(parameters[name]) > NEW_ACCOUNTS_MEMORY:
            findings.refusals.append(
                f"{name} is {parameters[name]} MB, but accounts that may run only {at_once} functions at once usually get at most"
                f" {NEW_ACCOUNTS_MEMORY:,} MB a function. Take --parameter {name}={NEW_ACCOUNTS_MEMORY}, or ask AWS Support for more."
            )


def restored_table(session, parameters, findings):
    name = parameters["RestoredTable"]
    if not name:
        return
    client = session.client("dynamodb")
    try:
        table = client.describe_table(TableName=name)["Table"]
    except client.exceptions.ResourceNotFoundException:
        findings.refusals.append(f"RestoredTable: this region has no table {name}.")
        return
    if table["TableStatus"] != "ACTIVE":
        findings.refusals.append(f"RestoredTable: {name} is not ready yet ({table['TableStatus']}).")
    indexes = {
        index["IndexName"]
        for kind in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes")
        for index in table.get(kind, [])
    }
    if indexes != INDEXES:
        findings.refusals.append(
            f"RestoredTable: {name} has the indexes {', '.join(sorted(indexes)) or 'none'} instead of LSI1 and GSI1."
        )
    # A restored table comes without these, and works without them for a while.
    lacks = []
    if client.describe_time_to_live(TableName=name)["TimeToLiveDescription"]["TimeToLiveStatus"] not in (
        "ENABLED",
        "ENABLING",
    ):
        lacks.append("time to live")
    backups = client.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
    if backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] != "ENABLED":
        lacks.append("point-in-time recovery")
    if not table.get("DeletionProtectionEnabled"):
        lacks.append("deletion protection")
    if lacks:
        findings.warnings.append(
            f'{name} lacks {", ".join(lacks)}: docs/OPERATIONS.md, "Restore from a backup", step 2.'
        )


def certificate(session, parameters, findings):
    domain, arn = parameters["DomainName"], parameters["CertificateArn"]
    if not domain:
        return
    if not arn:
        findings.refusals.append("A DomainName needs a CertificateArn (ACM, us-east-1).")
        return
    found = session.client("acm", region_name="us-east-1").describe_certificate(CertificateArn=arn)["Certificate"]
    if found["Status"] != "ISSUED":
        findings.refusals.append(f"CertificateArn: the certificate is not issued ({found['Status']}).")
    names = {found["DomainName"], *found.get("SubjectAlternativeNames", [])}
    if not {domain, "*." + domain.partition(".")[2]} & names:
        findings.refusals.append(
            f"CertificateArn: the certificate is for {', '.join(sorted(names))} and not for {domain}."
        )


def zone(session, parameters, findings):
    domain, zone_id = parameters["DomainName"], parameters["HostedZoneId"]
    if not domain or not zone_id:
        return
    name = session.client("route53").get_hosted_zone(Id=zone_id)["HostedZone"]["Name"].rstrip(".")
    if domain != name and not domain.endswith(f".{name}"):
        findings.refusals.append(f"HostedZoneId: the zone is that of {name}, in which there is no {domain}.")


def model(session, parameters, findings):
    """A model answers under its own id only where it is hosted, and elsewhere by an inference profile, whose id
    begins with a part of the world."""
    name = parameters["ReaderModel"]
    if parameters["Reader"] != "bedrock" or name.startswith("arn:"):
        return
    client = session.client("bedrock")
    try:
        offered = client.get_foundation_model(modelIdentifier=name)["modelDetails"].get("inferenceTypesSupported", [])
        if "ON_DEMAND" in offered:
            return
    except (client.exceptions.ResourceNotFoundException, client.exceptions.ValidationException):
        pass
    profiles = [
        profile["inferenceProfileId"]
        for page in client.get_paginator("list_inference_profiles").paginate()
        for profile in page["inferenceProfileSummaries"]
    ]
    if name in profiles:
        return
    fitting = [profile for profile in profiles if profile.endswith(f".{name}")]
    advice = (
        f"take --parameter ReaderModel={fitting[0]}" if fitting else "none of its inference profiles is here either"
    )
    findings.refusals.append(f"ReaderModel: {session.region_name} does not offer {name} by its own id; {advice}.")
