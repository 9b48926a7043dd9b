import { AuthError, type AuthErrorCode, invalid } from '#platform/auth/errors.ts'
import type { Config } from '#platform/config/config.ts'

/** Second factors of POST /factors; recovery codes have their own endpoints. */
export type FactorKind = 'totp' | 'phone' | 'webauthn'

type KindRule = {
	name: string
	setting: 'MFA_TOTP_ENABLED' | 'MFA_PHONE_ENABLED' | 'MFA_WEBAUTHN_ENABLED'
	enroll: AuthErrorCode
	verify: AuthErrorCode
}
const rules: Record<FactorKind, KindRule> = {
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

/** The requested kind, if it may be enrolled. @throws AuthError 400 validation_failed, 422 mfa_…_not_enabled */
export function parseEnrollableKind(config: Config, given: string | undefined): FactorKind {
	const kind = parseKind(given)
	const { name, setting, enroll } = rules[kind]
	if (!config[setting]) throw new AuthError(422, enroll, `MFA enroll is disabled for ${name}`)
	return kind
}

/** The kind of a stored factor, if it may be used. @throws AuthError as parseEnrollableKind */
export function parseVerifiableKind(config: Config, given: string): FactorKind {
	const kind = parseKind(given)
	const { name, setting, verify } = rules[kind]
	if (!config[setting]) throw new AuthError(422, verify, `MFA verification is disabled for ${name}`)
	return kind
}

/** The maximum length of a factor's name, which is indexed. */
const maxNameLength = 255

/** @throws AuthError 400 validation_failed */
export function requireNameLength(name: string | undefined): void {
	if (name !== undefined && [...name].length > maxNameLength)
		throw invalid(`friendly_name must be ${maxNameLength} characters or less`)
}

function parseKind(given: string | undefined): FactorKind {
	if (given === 'totp' || given === 'phone' || given === 'webauthn') return given
	throw invalid('factor_type needs to be totp, phone, or webauthn')
}
