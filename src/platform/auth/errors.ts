/** Every error code of auth/v1: the list of Supabase Auth, then two additions at the end. */
export const authErrorCodes = [
	'anonymous_provider_disabled',
	'bad_code_verifier',
	'bad_json',
	'bad_jwt',
	'bad_oauth_callback',
	'bad_oauth_state',
	'captcha_failed',
	'conflict',
	'current_password_invalid',
	'current_password_required',
	'custom_provider_not_found',
	'email_address_invalid',
	'email_conflict_identity_not_deletable',
	'email_exists',
	'email_not_confirmed',
	'email_provider_disabled',
	'feature_disabled',
	'flow_state_already_used',
	'flow_state_expired',
	'flow_state_not_found',
	'hook_payload_invalid_content_type',
	'hook_payload_over_size_limit',
	'hook_timeout',
	'hook_timeout_after_retry',
	'identity_already_exists',
	'identity_not_found',
	'insufficient_aal',
	'invalid_credentials',
	'invite_not_found',
	'manual_linking_disabled',
	'mfa_challenge_expired',
	'mfa_factor_name_conflict',
	'mfa_factor_not_found',
	'mfa_ip_address_mismatch',
	'mfa_phone_enroll_not_enabled',
	'mfa_phone_verify_not_enabled',
	'mfa_recovery_codes_locked',
	'mfa_recovery_codes_sole_factor',
	'mfa_totp_enroll_not_enabled',
	'mfa_totp_verify_not_enabled',
	'mfa_verification_failed',
	'mfa_verification_rejected',
	'mfa_verified_factor_exists',
	'mfa_webauthn_enroll_not_enabled',
	'mfa_webauthn_verify_not_enabled',
	'no_authorization',
	'not_admin',
	'oauth_client_not_found',
	'oauth_provider_not_supported',
	'otp_disabled',
	'otp_expired',
	'over_email_send_rate_limit',
	'over_request_rate_limit',
	'over_sms_send_rate_limit',
	'passkey_disabled',
	'phone_exists',
	'phone_not_confirmed',
	'phone_provider_disabled',
	'provider_disabled',
	'provider_email_needs_verification',
	'reauthentication_needed',
	'reauthentication_not_valid',
	'refresh_token_already_used',
	'refresh_token_not_found',
	'request_entity_too_large',
	'request_timeout',
	'same_password',
	'saml_assertion_no_email',
	'saml_assertion_no_user_id',
	'saml_entity_id_mismatch',
	'saml_idp_already_exists',
	'saml_idp_not_found',
	'saml_metadata_fetch_failed',
	'saml_provider_disabled',
	'saml_relay_state_expired',
	'saml_relay_state_not_found',
	'session_expired',
	'session_not_found',
	'signup_disabled',
	'single_identity_not_deletable',
	'sms_send_failed',
	'sso_domain_already_exists',
	'sso_provider_disabled',
	'sso_provider_not_found',
	'too_many_enrolled_mfa_factors',
	'too_many_passkeys',
	'unexpected_audience',
	'unexpected_failure',
	'unknown',
	'user_already_exists',
	'user_banned',
	'user_not_found',
	'user_sso_managed',
	'validation_failed',
	'weak_password',
	'web3_provider_disabled',
	'web3_unsupported_chain',
	'webauthn_challenge_expired',
	'webauthn_challenge_not_found',
	'webauthn_credential_exists',
	'webauthn_verification_failed',
	'username_taken',
	'server_busy',
] as const
export type AuthErrorCode = (typeof authErrorCodes)[number]
export type WeakPasswordReason = 'length' | 'characters' | 'pwned'

/** A refusal of auth/v1; render-auth-error.ts renders it in the shape of the requested API version. */
export class AuthError extends Error {
	readonly status: number
	readonly code: AuthErrorCode
	readonly reasons: readonly WeakPasswordReason[] | undefined
	readonly headers: Record<string, string> | undefined

	constructor(
		status: number,
		code: AuthErrorCode,
		message: string,
		more: {
			cause?: unknown
			reasons?: readonly WeakPasswordReason[]
			headers?: Record<string, string>
		} = {},
	) {
		super(message, { cause: more.cause })
		this.status = status
		this.code = code
		this.reasons = more.reasons
		this.headers = more.headers
	}
}

/** A refusal in the shape of OAuth 2.0 (RFC 6749 §5.2), always with status 400. */
export class OAuthError extends Error {
	readonly error: string
	constructor(error: string, description: string) {
		super(description)
		this.error = error
	}
}

/** A request without an API key, or with an unknown one. Its answer has the shape of Supabase's gateway. */
export class ApiKeyError extends Error {
	readonly hint: string
	constructor(message: string, hint: string) {
		super(message)
		this.hint = hint
	}
}

/** A `validation_failed` refusal: the request itself is wrong. */
export function invalid(message: string, status = 400): AuthError {
	return new AuthError(status, 'validation_failed', message)
}

/** The operator closed sign-up (SIGNUP). */
export function signupDisabled(): AuthError {
	return new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
}

/** The address is taken, and the caller may learn that. */
export function emailExists(cause?: unknown): AuthError {
	const message = 'A user with this email address has already been registered'
	return new AuthError(422, 'email_exists', message, { cause })
}

/** The phone number is taken, and the caller may learn that. */
export function phoneExists(cause?: unknown): AuthError {
	const message = 'A user with this phone number has already been registered'
	return new AuthError(422, 'phone_exists', message, { cause })
}
