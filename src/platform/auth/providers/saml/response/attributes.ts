import type { Assertion } from './assertion.ts'

/** An administrator's mapping of attributes to claims. */
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
/** Attribute names that identity providers commonly use for email addresses. */
const emailNames = [
	'urn:oid:0.9.2342.19200300.100.1.3',
	'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
	'http://schemas.xmlsoap.org/claims/EmailAddress',
	'mail',
	'Mail',
	'email',
]

/** All values of an attribute, by name or friendly name. */
function valuesOf({ attributes }: Assertion, wanted: string): string[] {
	return attributes
		.filter(({ name, friendlyName }) => name === wanted || friendlyName === wanted)
		.flatMap(({ values }) => values)
}

/** The persistent identifier of a user; undefined when only a transient one was sent. */
export function subjectOf(assertion: Assertion): string | undefined {
	const [lasting] = valuesOf(assertion, subjectId)
	if (lasting) return lasting
	const { nameId } = assertion
	if (!nameId || nameId.format === transientFormat) return undefined
	return nameId.format === emailFormat ? nameId.value.toLowerCase() : nameId.value
}

/** The email address of an assertion without a mapping. */
export function emailOf(assertion: Assertion): string | undefined {
	const { nameId } = assertion
	const [known] = emailNames.flatMap((name) => valuesOf(assertion, name))
	return known ?? (nameId?.format === emailFormat ? nameId.value : undefined)
}

/** The claims of a mapping: for each, the first name that has a value. */
export function mappedClaims(assertion: Assertion, { keys = {} }: AttributeMapping): Record<string, unknown> {
	const claims = Object.entries(keys).map(([key, rule]) => {
		const names = [...(rule.name ? [rule.name] : []), ...(rule.names ?? [])]
		const values = names.map((name) => valuesOf(assertion, name)).find((found) => found.length > 0)
		const value = values && (rule.array ? values : values[0])
		return [key, value ?? rule.default] as const
	})
	return Object.fromEntries(claims.filter(([, value]) => value !== undefined && value !== null))
}
