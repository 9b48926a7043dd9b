import type { Assertion } from './assertion.ts'

/** Which attributes of an assertion become which claims; an administrator's choice (auth.md 4). */
export type AttributeMapping = { keys?: Record<string, AttributeRule> }
export type AttributeRule = {
	name?: string | undefined
	names?: string[] | undefined
	default?: unknown
	array?: boolean | undefined
}

const subjectId = 'urn:oasis:names:tc:SAML:attribute:subject-id'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
/** Where identity providers put addresses when nobody says where. */
const emailNames = [
	'urn:oid:0.9.2342.19200300.100.1.3',
	'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
	'http://schemas.xmlsoap.org/claims/EmailAddress',
	'mail',
	'Mail',
	'email',
]

/** All values of an attribute, found by its name or its friendly name. */
function valuesOf({ attributes }: Assertion, wanted: string): string[] {
	return attributes
		.filter(({ name, friendlyName }) => name === wanted || friendlyName === wanted)
		.flatMap(({ values }) => values)
}

/** What names a person for ever at their identity provider; nothing when only a passing name came. */
export function personOf(assertion: Assertion): string | undefined {
	const [lasting] = valuesOf(assertion, subjectId)
	if (lasting) return lasting
	const { nameId } = assertion
	if (!nameId || nameId.format === transientFormat) return undefined
	return nameId.format === emailFormat ? nameId.value.toLowerCase() : nameId.value
}

/** The address that an assertion tells without a mapping. */
export function emailOf(assertion: Assertion): string | undefined {
	const { nameId } = assertion
	const [known] = emailNames.flatMap((name) => valuesOf(assertion, name))
	return known ?? (nameId?.format === emailFormat ? nameId.value : undefined)
}

/** The claims that a mapping makes of an assertion: the first name that has a value decides. */
export function mappedClaims(
	assertion: Assertion,
	{ keys = {} }: AttributeMapping,
): Record<string, unknown> {
	const claims = Object.entries(keys).map(([key, rule]) => {
		const names = [...(rule.name ? [rule.name] : []), ...(rule.names ?? [])]
		const values = names.map((name) => valuesOf(assertion, name)).find((found) => found.length > 0)
		const value = values && (rule.array ? values : values[0])
		return [key, value ?? rule.default] as const
	})
	return Object.fromEntries(claims.filter(([, value]) => value !== undefined && value !== null))
}
