//! Authenticates the caller by token, before the body is read.

use crate::access::{Access, Declarations};
use crate::{ApiError, program};
use application::deps::Deps;
use application::identity::VerifiedToken;
use axum::extract::{FromRequestParts, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::household::{Household, Role};
use domain::id::{DeviceId, UserId};
use domain::program::is_program_token;
use http::Method;
use http::header::AUTHORIZATION;
use http::request::Parts;
use store::StoreError;
use system::Boxed;

/// The maximum length of `Basic` credentials, in bytes; a token has some 100.
const MAX_BASIC_LENGTH: usize = 1_024;

/// The caller: the subject of a token with verified signature, issuer, audience and time, or the owner of a program's
/// token.
#[derive(Clone, Debug)]
pub struct Caller {
    pub user: UserId,
    /// The device of a shared larder; none if the larder was never shared, and for programs.
    pub device: Option<DeviceId>,
    /// The role of the device.
    pub role: Role,
    /// True for a program, such as Home Assistant, by its own token.
    pub is_program: bool,
}

impl Caller {
    /// Returns the caller's household, strongly consistent. Refuses a device that was removed or restricted, which
    /// other checks of a process may accept for half a minute: it must not decide about the household, nor create what
    /// outlives its own tokens.
    pub async fn household(&self, deps: &Deps) -> Result<Household, ApiError> {
        let (household, role) = self.household_and_role(deps).await?;
        if role.is_member() { Ok(household) } else { Err(ApiError::device_restricted()) }
    }

    /// The same for operations that accept a looker. Returns the role that the caller has now.
    pub async fn household_and_role(&self, deps: &Deps) -> Result<(Household, Role), ApiError> {
        let household = deps.store.household_get(&self.user, deps.now()).await?;
        let role = match household.device_of(self.device) {
            Some(device) => household.role_of(device),
            None if household.devices.is_empty() => Role::Member,
            None => return Err(ApiError::device_ended()),
        };
        Ok((household, role))
    }
}

/// Returns the role of the token's device; `None` if it was removed, or its account deleted. Our own token without a
/// device, from before the larder was shared, is checked only if `is_checked`: it expires within an hour, and the next
/// one names the device.
pub async fn device_role(deps: &Deps, token: &VerifiedToken, is_checked: bool) -> Result<Option<Role>, StoreError> {
    let now = deps.now();
    if let Some(device) = token.device {
        return deps.store.device_role(&token.user, device, now).await;
    }
    // Another provider keeps issuing tokens without a device to the first device.
    let needs_check = if deps.config.is_own_identity_provider() { is_checked } else { deps.config.shares_larders() };
    if needs_check { deps.store.first_device_role(&token.user, now).await } else { Ok(Some(Role::Member)) }
}

/// Returns the token of the `Authorization` header: after `Bearer`, or the password of `Basic`, for programs that
/// support only addresses such as `https://larder:TOKEN@larder.example.org`. Only programs' tokens are accepted as a
/// password.
fn token(parts: &Parts) -> Option<String> {
    let (scheme, value) = parts.headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(value.trim().to_owned());
    }
    if !scheme.eq_ignore_ascii_case("basic") || value.len() > MAX_BASIC_LENGTH {
        return None;
    }
    let decoded = String::from_utf8(STANDARD.decode(value.trim()).ok()?).ok()?;
    let (_, password) = decoded.split_once(':')?;
    is_program_token(password).then(|| password.to_owned())
}

/// Refuses callers that the operation does not accept, before anything of its body is read. An operation that needs no
/// token, and an unknown path, get no caller.
pub(crate) async fn layer(
    State((deps, declarations)): State<(Deps, Declarations)>,
    request: Request,
    next: Next,
) -> Response {
    let Some(access) = declarations.of_request(&request) else { return next.run(request).await };
    let (mut parts, body) = request.into_parts();
    match authenticate(&deps, &access, &mut parts).await {
        Ok(caller) => {
            parts.extensions.insert(caller);
            next.run(Request::from_parts(parts, body)).await
        }
        Err(error) => error.into_response(),
    }
}

/// Takes the caller that the layer accepted.
impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Self>().cloned().ok_or_else(ApiError::unauthenticated)
    }
}

/// Returns the caller, if the operation accepts it.
#[inline(never)]
fn authenticate<'a>(deps: &'a Deps, access: &'a Access, parts: &'a mut Parts) -> Boxed<'a, Result<Caller, ApiError>> {
    Box::pin(async move {
        let token = token(parts).ok_or_else(ApiError::unauthenticated)?;
        if is_program_token(&token) {
            return program::caller(deps, &token, access.program_scopes(), parts).await;
        }
        // What a looker may read needs no check.
        let is_checked = !matches!(parts.method, Method::GET | Method::HEAD) || !access.accepts(Role::Looker);
        let verified = deps.verifier.verify(&token, deps.now()).await?;
        // An id token stays valid for up to an hour after its account or device: writes by it would never be deleted.
        let Some(role) = device_role(deps, &verified, is_checked).await? else {
            return Err(if verified.device.is_some() { ApiError::device_ended() } else { ApiError::unauthenticated() });
        };
        if !access.accepts(role) {
            return Err(ApiError::device_restricted());
        }
        let VerifiedToken { user, device } = verified;
        Ok(Caller { user, device, role, is_program: false })
    })
}
