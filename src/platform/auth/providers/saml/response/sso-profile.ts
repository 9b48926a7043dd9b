import { parseEmail } from '#platform/auth/accounts/users/contact.ts'
import { AuthError } from '#platform/auth/errors.ts'
import type { Assertion } from './assertion.ts'
import { type AttributeMapping, emailOf, mappedClaims, subjectOf } from './attributes.ts'

/** The profile of a user at an identity provider. */
export type SsoProfile = {
	subject: string
	email: string
	/** Stored as identity_data. */
	data: Record<string, unknown>
}

/** Claims with a defined meaning; other mapped claims are stored under `custom_claims`. */
const knownClaims = [
	...['name', 'full_name', 'given_name', 'family_name', 'middle_name', 'nickname', 'slug'],
	...['preferred_username', 'user_name', 'profile', 'picture', 'avatar_url', 'website', 'gender'],
	...['birthdate', 'zoneinfo', 'locale', 'updated_at', 'phone'],
]

/**
 * Reads the profile of the user from an assertion.
 * @throws AuthError 400 saml_assertion_no_user_id, saml_assertion_no_email
 */
export function readSsoProfile(entityId: string, mapping: AttributeMapping, assertion: Assertion): SsoProfile {
	const subject = subjectOf(assertion)
	if (!subject)
		throw new AuthError(
			400,
			'saml_assertion_no_user_id',
			'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
		)
	const { email: mapped, ...claims } = mappedClaims(assertion, mapping)
	const email = readEmail(typeof mapped === 'string' ? mapped : emailOf(assertion))
	const isKnown = ([name]: [string, unknown]) => knownClaims.includes(name)
	const entries = Object.entries(claims)
	const known = Object.fromEntries(entries.filter(isKnown))
	const custom = Object.fromEntries(entries.filter((entry) => !isKnown(entry)))
	const fullName = known.full_name ?? known.name
	const data = {
		...known,
		...(fullName === undefined ? {} : { full_name: fullName }),
		iss: entityId,
		sub: subject,
		email,
		email_verified: true,
		phone_verified: false,
		...(Object.keys(custom).length > 0 ? { custom_claims: custom } : {}),
	}
	return { subject, email, data }
}

function readEmail(given: string | undefined): string {
	const wrong = (what: string, cause?: unknown) => new AuthError(400, 'saml_assertion_no_email', what, { cause })
	if (!given) throw wrong('SAML Assertion does not contain an email address')
	try {
		return parseEmail(given)
	} catch (cause) {
		throw wrong('SAML Assertion contains an email address that is not one', cause)
	}
}
