import { AuthError, type AuthErrorCode, invalid } from '#server/auth/errors.ts'
import type { Config } from '#server/config.ts'

/** Second factors that are set up by POST /factors; recovery codes have addresses of their own. */
export type FactorKind = 'totp' | 'phone' | 'webauthn'

type Rule = {
	name: string
	setting: 'MFA_TOTP_ENABLED' | 'MFA_PHONE_ENABLED' | 'MFA_WEBAUTHN_ENABLED'
	enroll: AuthErrorCode
	verify: AuthErrorCode
}
const rules: Record<FactorKind, Rule> = {
	totp: {
		name: 'TOTP',
		setting: 'MFA_TOTP_ENABLED',
		enroll: 'mfa_totp_enroll_not_enabled',
		verify: 'mfa_totp_verify_not_enabled',
	},
	phone: {
		name: 'Phone',
		setting: 'MFA_PHONE_ENABLED',
		enroll: 'mfa_phone_enroll_not_enabled',
		verify: 'mfa_phone_verify_not_enabled',
	},
	webauthn: {
		name: 'WebAuthn',
		setting: 'MFA_WEBAUTHN_ENABLED',
		enroll: 'mfa_webauthn_enroll_not_enabled',
		verify: 'mfa_webauthn_verify_not_enabled',
	},
}

/** The kind that a request names, if it may be set up here. @throws AuthError 400 validation_failed, 422 mfa_…_not_enabled */
export function readEnrollable(config: Config, given: string | undefined): FactorKind {
	const kind = readKind(given)
	const { name, setting, enroll } = rules[kind]
	if (!config[setting]) throw new AuthError(422, enroll, `MFA enroll is disabled for ${name}`)
	return kind
}

/** The kind of a stored factor, if it may be used here. @throws AuthError as readEnrollable */
export function readVerifiable(config: Config, given: string): FactorKind {
	const kind = readKind(given)
	const { name, setting, verify } = rules[kind]
	if (!config[setting]) throw new AuthError(422, verify, `MFA verification is disabled for ${name}`)
	return kind
}

/** Of a factor. The name stands in an index, which holds no texts of any length. */
const longestName = 255

/** @throws AuthError 400 validation_failed */
export function requireShortName(name: string | undefined): void {
	if (name !== undefined && [...name].length > longestName)
		throw invalid(`friendly_name must be ${longestName} characters or less`)
}

function readKind(given: string | undefined): FactorKind {
	if (given === 'totp' || given === 'phone' || given === 'webauthn') return given
	throw invalid('factor_type needs to be totp, phone, or webauthn')
}
