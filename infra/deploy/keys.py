"""Creates the signing and push keys in Secrets Manager."""

import base64
import json
import secrets
import string
from datetime import datetime, timedelta

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

# functions/identity/src/signer.rs: a key is published three hours before it signs, and its tokens are valid for one
# hour. A day allows for clients that cache a key set too long.
RETIRED_AFTER = timedelta(days=1)
# Each has 356 characters, and a function's environment is limited to 4,096.
MAX_PUBLIC_KEYS = 4


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signing_key(now):
    """Returns a new entry of the key set, in the format of `StoredKey` (functions/identity/src/signer.rs)."""
    pair = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = pair.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    alphabet = string.ascii_letters + string.digits
    return {
        "id": "".join(secrets.choice(alphabet) for _ in range(12)),
        "createdAt": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "privateKey": pem.decode(),
    }


def rotate(stored, now):
    """Returns the key set with a new key, without keys whose tokens have all expired."""
    created = [datetime.fromisoformat(key["createdAt"].replace("Z", "+00:00")) for key in stored["keys"]]
    signs_since = max((at for at in created if now - at > RETIRED_AFTER), default=min(created))
    kept = [key for key, at in zip(stored["keys"], created) if at >= signs_since]
    return {"keys": [*kept, signing_key(now)]}


def public_keys(stored):
    """Returns the newest public keys, in the format of `PinnedKeys` (shared/application/src/identity.rs). The functions
    fetch older ones.
    """
    entries = []
    for key in sorted(stored["keys"], key=lambda key: key["createdAt"])[-MAX_PUBLIC_KEYS:]:
        modulus = serialization.load_pem_private_key(key["privateKey"].encode(), None).public_key().public_numbers().n
        entries.append(f"{key['id']}:{base64url(modulus.to_bytes((modulus.bit_length() + 7) // 8, 'big'))}")
    return ",".join(entries)


def push_keys():
    """Returns a new VAPID key pair in the usual encoding."""
    pair = ec.generate_private_key(ec.SECP256R1())
    private = pair.private_numbers().private_value.to_bytes(32, "big")
    public = pair.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return {"privateKey": base64url(private), "publicKey": base64url(public)}


def get_or_create_secret(client, name, description, create):
    """Returns ARN, version and value of a secret, which is created at the first deployment."""
    try:
        found = client.get_secret_value(SecretId=name)
        return found["ARN"], found["VersionId"], json.loads(found["SecretString"])
    except client.exceptions.ResourceNotFoundException:
        value = create()
        created = client.create_secret(Name=name, Description=description, SecretString=json.dumps(value))
        return created["ARN"], created["VersionId"], value


def is_rotated(client, arn, rotation):
    """Returns true if the keys were rotated under this name. The label of the rotation also prevents that AWS deletes the
    version, which earlier versions of the identity function use.
    """
    try:
        client.get_secret_value(SecretId=arn, VersionStage=f"rotation-{rotation}")
        return True
    except client.exceptions.ResourceNotFoundException:
        return False


def ensure(client, stack, now, rotation=""):
    """Returns ARNs and public keys for template.yaml. A new `rotation` adds a signing key; an earlier or empty one changes
    nothing, so that a repeated deployment rotates once.
    """
    signing = "Larder's keys that sign id tokens, as functions/identity/src/signer.rs reads them."
    arn, version, stored = get_or_create_secret(
        client, f"{stack}/signing-keys", signing, lambda: {"keys": [signing_key(now)]}
    )
    if rotation and not is_rotated(client, arn, rotation):
        stored = rotate(stored, now)
        stages = ["AWSCURRENT", f"rotation-{rotation}"]
        version = client.put_secret_value(SecretId=arn, SecretString=json.dumps(stored), VersionStages=stages)[
            "VersionId"
        ]
    push = "Larder's VAPID key pair for Web Push. Every subscription is bound to it."
    push_arn, _, pair = get_or_create_secret(client, f"{stack}/push-keys", push, push_keys)
    return {
        "SigningKeysArn": arn,
        "SigningKeysVersion": version,
        "SigningKeysPublic": public_keys(stored),
        "PushKeysArn": push_arn,
        "PushPublicKey": pair["publicKey"],
    }
