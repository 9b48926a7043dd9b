import { parseEmail } from '#platform/auth/accounts/users/contact.ts'
import { AuthError } from '#platform/auth/errors.ts'
import type { Assertion } from './assertion.ts'

/** An administrator's mapping of attributes to claims. */
export type AttributeMapping = { keys?: Record<string, AttributeRule> }
export type AttributeRule = {
	name?: string | undefined
	names?: string[] | undefined
	default?: unknown
	array?: boolean | undefined
}

/** The profile of a user at an identity provider. */
export type SsoProfile = {
	subject: string
	email: string
	/** Stored as identity_data. */
	data: Record<string, unknown>
}

const subjectId = 'urn:oasis:names:tc:SAML:attribute:subject-id'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
/** Attribute names that identity providers commonly use for email addresses. */
const emailNames = [
	'urn:oid:0.9.2342.19200300.100.1.3',
	'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
	'http://schemas.xmlsoap.org/claims/EmailAddress',
	'mail',
	'Mail',
	'email',
]
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

function readEmail(text: string | undefined): string {
	const wrong = (what: string, cause?: unknown) => new AuthError(400, 'saml_assertion_no_email', what, { cause })
	if (!text) throw wrong('SAML Assertion does not contain an email address')
	try {
		return parseEmail(text)
	} catch (cause) {
		throw wrong('SAML Assertion contains an email address that is not one', cause)
	}
}

/** All values of an attribute, by name or friendly name. */
function valuesOf({ attributes }: Assertion, wanted: string): string[] {
	return attributes
		.filter(({ name, friendlyName }) => name === wanted || friendlyName === wanted)
		.flatMap(({ values }) => values)
}

/** The persistent identifier of a user; undefined when only a transient one was sent. */
function subjectOf(assertion: Assertion): string | undefined {
	const [lasting] = valuesOf(assertion, subjectId)
	if (lasting) return lasting
	const { nameId } = assertion
	if (!nameId || nameId.format === transientFormat) return undefined
	return nameId.format === emailFormat ? nameId.value.toLowerCase() : nameId.value
}

/** The email address of an assertion without a mapping. */
function emailOf(assertion: Assertion): string | undefined {
	const { nameId } = assertion
	const [known] = emailNames.flatMap((name) => valuesOf(assertion, name))
	return known ?? (nameId?.format === emailFormat ? nameId.value : undefined)
}

/** The claims of a mapping: for each, the first name that has a value. */
function mappedClaims(assertion: Assertion, { keys = {} }: AttributeMapping): Record<string, unknown> {
	const claims = Object.entries(keys).map(([key, rule]) => {
		const names = [...(rule.name ? [rule.name] : []), ...(rule.names ?? [])]
		const values = names.map((name) => valuesOf(assertion, name)).find((found) => found.length > 0)
		const value = values && (rule.array ? values : values[0])
		return [key, value ?? rule.default] as const
	})
	return Object.fromEntries(claims.filter(([, value]) => value !== undefined && value !== null))
}
