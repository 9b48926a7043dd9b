import { normalizeEmail } from '#platform/auth/accounts/users/contact.ts'
import type { CustomProviderOptions } from '#platform/auth/providers/oauth/provider.ts'

/** The profile of a person at a provider. */
export type ProviderProfile = {
	/** The person's id at the provider. */
	subject: string
	/** As `normalizeEmail` returns it; undefined when the provider gives none. */
	email: string | undefined
	emailVerified: boolean
	/** Other addresses that the provider verified: an invitation may have gone to one. */
	otherEmails: readonly string[]
	/** Stored as identity_data. */
	data: Record<string, unknown>
}

/** Standard claims that are stored unchanged (OpenID Connect Core 1.0 §5.1). */
const standardClaims = [
	...['iss', 'sub', 'name', 'given_name', 'middle_name', 'family_name', 'nickname'],
	...['preferred_username', 'profile', 'picture', 'website', 'gender', 'birthdate'],
	...['zoneinfo', 'locale'],
]
/** Claims of single providers, stored under `custom_claims` as in Supabase Auth. */
const providerSpecificClaims = ['hd', 'is_private_email', 'auth_time']
/** OpenID Connect Core 1.0 §2: a subject has at most 255 ASCII characters. */
const maxSubject = 255

type Claims = Readonly<Record<string, unknown>>

/**
 * Reads the verified claims of an ID token or a userinfo response.
 * @param custom for a provider that an administrator added: its claims are mapped to standard names, and those on its
 * allow list are kept
 * @throws Error when they have no valid subject
 */
export function profileOfClaims(claims: Claims, custom?: CustomProviderOptions): ProviderProfile {
	if (!custom) return profileOfStandardClaims(claims)
	const { mapping, keptClaims } = custom
	const profile = profileOfStandardClaims(applyMapping(claims, mapping))
	const kept = Object.fromEntries(
		keptClaims.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]]),
	)
	if (Object.keys(kept).length === 0) return profile
	const known = profile.data.custom_claims as Claims | undefined
	return { ...profile, data: { ...profile.data, custom_claims: { ...known, ...kept } } }
}

function applyMapping(claims: Claims, mapping: CustomProviderOptions['mapping']): Claims {
	const result: Record<string, unknown> = { ...claims }
	for (const [ours, theirs] of Object.entries(mapping)) {
		if (typeof theirs !== 'string') result[ours] = theirs
		else if (Object.hasOwn(claims, theirs)) result[ours] = claims[theirs]
	}
	// Providers without OpenID often use numeric ids.
	if (typeof result.sub === 'number') result.sub = String(result.sub)
	return result
}

function profileOfStandardClaims(claims: Claims): ProviderProfile {
	const text = (name: string) => storableText(claims[name])
	const subject = text('sub')
	if (!subject || subject.length > maxSubject) throw new Error('the claims name nobody')
	const address = text('email')
	const email = address && normalizeEmail(address)
	const emailVerified = email !== undefined && (claims.email_verified === true || claims.email_verified === 'true')
	const customClaims = Object.fromEntries(
		providerSpecificClaims.filter((name) => isStorable(claims[name])).map((name) => [name, claims[name]]),
	)
	const data = withoutEmptyFields({
		...Object.fromEntries(standardClaims.map((name) => [name, text(name)])),
		email,
		provider_id: subject,
		full_name: text('name'),
		avatar_url: text('picture'),
		user_name: text('preferred_username'),
		custom_claims: Object.keys(customClaims).length > 0 ? customClaims : undefined,
	})
	return {
		subject,
		email,
		emailVerified,
		otherEmails: [],
		data: { ...data, email_verified: emailVerified, phone_verified: false },
	}
}

/** Drops empty fields: identity_data holds none. */
export function withoutEmptyFields(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
}

/** A text that PostgreSQL can store; other values count as absent. */
export function storableText(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return undefined
	return value || undefined
}

function isStorable(value: unknown): boolean {
	return typeof value === 'boolean' || typeof value === 'number' || storableText(value) !== undefined
}
