import { AuthError, invalid } from '#platform/auth/errors.ts'
import type { Config } from '#platform/config/config.ts'

/** Second factors of POST /factors, with their name in messages; recovery codes have their own endpoints. */
const kinds = {
	totp: { name: 'TOTP', setting: 'MFA_TOTP_ENABLED' },
	phone: { name: 'Phone', setting: 'MFA_PHONE_ENABLED' },
	webauthn: { name: 'WebAuthn', setting: 'MFA_WEBAUTHN_ENABLED' },
} as const
export type FactorKind = keyof typeof kinds

/** The requested kind, if it may be enrolled. @throws AuthError 400 validation_failed, 422 mfa_…_not_enabled */
export function parseEnrollableKind(config: Config, type: string | undefined): FactorKind {
	const kind = parseKind(type)
	const { name, setting } = kinds[kind]
	if (!config[setting]) throw new AuthError(422, `mfa_${kind}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`)
	return kind
}

/** The kind of a stored factor, if it may be used. @throws AuthError as parseEnrollableKind */
export function parseVerifiableKind(config: Config, type: string): FactorKind {
	const kind = parseKind(type)
	const { name, setting } = kinds[kind]
	if (!config[setting])
		throw new AuthError(422, `mfa_${kind}_verify_not_enabled`, `MFA verification is disabled for ${name}`)
	return kind
}

/** The maximum length of a factor's name, which is indexed. */
const maxNameLength = 255

/** @throws AuthError 400 validation_failed */
export function requireNameLength(name: string | undefined): void {
	if (name !== undefined && [...name].length > maxNameLength)
		throw invalid(`friendly_name must be ${maxNameLength} characters or less`)
}

function parseKind(type: string | undefined): FactorKind {
	if (type === 'totp' || type === 'phone' || type === 'webauthn') return type
	throw invalid('factor_type needs to be totp, phone, or webauthn')
}
