/** What a provider vouches for. */
export type Profile = {
	/** The person's id there. */
	subject: string
	/** NFKC, lower case; nothing when the provider tells none. */
	email: string | undefined
	emailVerified: boolean
	/** Further addresses that the provider saw proven: an invitation may have gone to one of them. */
	otherEmails: readonly string[]
	/** What is kept as identity_data. */
	data: Record<string, unknown>
}

/** Claims of a person that are kept as they come (OpenID Connect Core 1.0 §5.1). */
const kept = [
	...['iss', 'sub', 'name', 'given_name', 'middle_name', 'family_name', 'nickname'],
	...['preferred_username', 'profile', 'picture', 'website', 'gender', 'birthdate'],
	...['zoneinfo', 'locale'],
]
/** What only some providers say, kept apart as the reference server does. */
const custom = ['hd', 'is_private_email', 'auth_time']
/** OpenID Connect Core 1.0 §2: a subject has at most 255 ASCII characters. */
const maxSubject = 255

/**
 * Reads the claims of an ID token or of a userinfo answer. They were verified before.
 * @throws Error when they name nobody
 */
export function profileOfClaims(claims: Readonly<Record<string, unknown>>): Profile {
	const text = (name: string) => readText(claims[name])
	const subject = text('sub')
	if (!subject || subject.length > maxSubject) throw new Error('the claims name nobody')
	const email = normalEmail(text('email'))
	const emailVerified =
		email !== undefined && (claims.email_verified === true || claims.email_verified === 'true')
	const customClaims = Object.fromEntries(
		custom.filter((name) => isPlain(claims[name])).map((name) => [name, claims[name]]),
	)
	const data = present({
		...Object.fromEntries(kept.map((name) => [name, text(name)])),
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

/** Only fields that say something: identity_data holds no empty ones (auth.md §1.5). */
export function present(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
}

/** Normalised before anybody compares it: some characters turn into "@" or "." only then. */
export function normalEmail(email: string | undefined): string | undefined {
	return email?.normalize('NFKC').toLowerCase()
}

/** A text that PostgreSQL can keep; anything else counts as not said. */
export function readText(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return undefined
	return value || undefined
}

function isPlain(value: unknown): boolean {
	return typeof value === 'boolean' || typeof value === 'number' || readText(value) !== undefined
}
