import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { isUniqueViolation } from '#platform/auth/database-errors.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { type Db, RollbackWith, type Tx } from '#platform/pg/db.ts'
import { firstFreeUsername, insertIdentity, insertUser } from './user-queries.ts'

/**
 * A user to be created. `ip`: the client's address, if any. `keepsData`: metadata is exactly `data`, as for users of
 * administrators; otherwise it repeats the claims of the identity.
 */
export type NewContactUser = {
	id: string
	/** The address is null only in a dry run. */
	contact: { kind: 'email' | 'phone'; address: string | null }
	password: string | null
	data: Record<string, unknown>
	ip?: string
	keepsData?: boolean
	audience?: string
}

/** Inserts a user with a contact, their identity and the audit entry. */
export function insertContactUser(tx: Tx, user: NewContactUser, confirmed: boolean) {
	const { id, password, data, audience, keepsData } = user
	const { kind: provider, address } = user.contact
	const identity = {
		...(keepsData ? {} : data),
		sub: id,
		// Supabase Auth stores no number among the claims of an identity.
		...(provider === 'email' ? { email: address } : {}),
		email_verified: provider === 'email' && confirmed,
		phone_verified: provider === 'phone' && confirmed,
	}
	const insertion = insertUser({
		id,
		email: provider === 'email' ? address : null,
		phone: provider === 'phone' ? address : null,
		password,
		appMetadata: { provider, providers: [provider] },
		userMetadata: keepsData ? data : identity,
		confirmed,
		anonymous: false,
		audience,
	})
	return Promise.all([
		tx.query(insertion),
		tx.query(insertIdentity(id, provider, id, identity)),
		tx.query(insertAuditEntry('user_signedup', id, user.ip ?? '', { provider })),
	])
}

/**
 * Creates a user and rolls back, so that anything the database refuses is refused before a message is paid for.
 * @throws AuthError 409 username_taken, and what the database refuses
 */
export async function dryRunContactUser({ db }: { db: Db }, user: NewContactUser): Promise<void> {
	await db
		.as(authServiceRole, async (tx) => {
			await insertContactUser(tx, user, false)
			throw new RollbackWith(undefined)
		})
		.catch((error) => throwUsernameTaken({ db }, error, user.data.username))
}

/**
 * Turns the unique violation of a username, raised by a trigger on new users, into a refusal that suggests a free one;
 * rethrows other errors.
 * @throws AuthError 409 username_taken
 */
export async function throwUsernameTaken({ db }: { db: Db }, thrown: unknown, username: unknown): Promise<never> {
	if (!isUniqueViolation(thrown, 'profiles_username_key')) throw thrown
	// As the trigger reads it: numbers and booleans as text.
	const wanted = String(username).trim().toLowerCase()
	const stem = wanted.slice(0, 26)
	const numbers = [2, 3, 4, 5, 6, 7, 8, 9, ...Array.from({ length: 8 }, randomNumber)]
	const candidates = numbers.map((number) => `${stem}${number}`)
	const [free] = await db.as({ role: 'anon' }, (tx) => tx.final<{ name: string }>(firstFreeUsername(candidates)))
	const advice = free ? ` Try "${free.name}".` : ''
	throw new AuthError(409, 'username_taken', `Username "${wanted}" is taken.${advice}`)
}

function randomNumber(): number {
	return 10 + Math.floor(Math.random() * 9990)
}
