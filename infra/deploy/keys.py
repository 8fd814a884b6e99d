"""Creates the signing and push keys in Secrets Manager, and shows them nowhere."""

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
# Of 356 characters each, in an environment of 4,096 in all.
MAX_KNOWN = 4


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signing_key(now):
    """One entry of the key set, as `StoredKey` of functions/identity/src/signer.rs reads it."""
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


def rotated(stored, now):
    """The key set with a new key, without keys whose tokens have all expired."""
    created = [datetime.fromisoformat(key["createdAt"].replace("Z", "+00:00")) for key in stored["keys"]]
    signs_since = max((at for at in created if now - at > RETIRED_AFTER), default=min(created))
    kept = [key for key, at in zip(stored["keys"], created) if at >= signs_since]
    return {"keys": [*kept, signing_key(now)]}


def public_keys(stored):
    """The public keys of the set, as `KnownKeys` of shared/application/src/identity.rs reads them. The functions fetch
    all but the newest, because a function's environment is small.
    """
    written = []
    for key in sorted(stored["keys"], key=lambda key: key["createdAt"])[-MAX_KNOWN:]:
        modulus = serialization.load_pem_private_key(key["privateKey"].encode(), None).public_key().public_numbers().n
        written.append(f"{key['id']}:{base64url(modulus.to_bytes((modulus.bit_length() + 7) // 8, 'big'))}")
    return ",".join(written)


def push_keys():
    """A VAPID pair, as all Web Push tools write it."""
    pair = ec.generate_private_key(ec.SECP256R1())
    private = pair.private_numbers().private_value.to_bytes(32, "big")
    public = pair.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return {"privateKey": base64url(private), "publicKey": base64url(public)}


def secret(client, name, description, make):
    """ARN, version and value of a secret, which is made at the first deployment."""
    try:
        found = client.get_secret_value(SecretId=name)
        return found["ARN"], found["VersionId"], json.loads(found["SecretString"])
    except client.exceptions.ResourceNotFoundException:
        value = make()
        made = client.create_secret(Name=name, Description=description, SecretString=json.dumps(value))
        return made["ARN"], made["VersionId"], value


def is_done(client, arn, rotation):
    """Whether the keys were rotated under this name. The label also keeps the version: one without a label may be
    dropped, and an earlier version of the identity function still names it.
    """
    try:
        client.get_secret_value(SecretId=arn, VersionStage=f"rotation-{rotation}")
        return True
    except client.exceptions.ResourceNotFoundException:
        return False


def ensure(client, stack, now, rotation=""):
    """ARNs and public halves of the keys, for template.yaml. A new `rotation` adds a signing key. An earlier or empty one
    changes nothing: a repeated deployment rotates once, and none brings back keys that were replaced.
    """
    signing = "Larder's keys that sign id tokens, as functions/identity/src/signer.rs reads them."
    arn, version, stored = secret(client, f"{stack}/signing-keys", signing, lambda: {"keys": [signing_key(now)]})
    if rotation and not is_done(client, arn, rotation):
        stored = rotated(stored, now)
        stages = ["AWSCURRENT", f"rotation-{rotation}"]
        made = client.put_secret_value(SecretId=arn, SecretString=json.dumps(stored), VersionStages=stages)
        version = made["VersionId"]
    push = "Larder's VAPID key pair for Web Push. Every subscription is bound to it."
    push_arn, _, pair = secret(client, f"{stack}/push-keys", push, push_keys)
    return {
        "SigningKeysArn": arn,
        "SigningKeysVersion": version,
        "SigningKeysPublic": public_keys(stored),
        "PushKeysArn": push_arn,
        "PushPublicKey": pair["publicKey"],
    }
