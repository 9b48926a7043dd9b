import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { makeOneTimeToken } from '#server/auth/mail-links/one-time-token.ts'
import { storeToken } from '#server/auth/sessions/token-queries.ts'
import { explainUsername } from '#server/auth/signup/username.ts'
import type { Account } from '#server/auth/users/account.ts'
import { insertIdentity } from '#server/auth/users/user-queries.ts'
import { RollbackWith, type Tx } from '#server/pg/db.ts'
import type { Query } from '#server/pg/sql.ts'
import { accountByPhone, insertPhoneUser } from './phone-queries.ts'

/** A user to be made out of a number. `phone` is null only in a rehearsal. */
export type PhoneUser = {
	id: string
	phone: string | null
	password: string | null
	data: Record<string, unknown>
	ip: string
}

/** Whoever has a number already. */
export async function findByPhone({ db }: AuthContext, phone: string) {
	const [known] = await db.as(authService, (tx) => tx.final<Account>(accountByPhone(phone)), {
		readOnly: true,
	})
	return known
}

/** The statements that make a user who has a number. */
export function makePhoneUser(tx: Tx, user: PhoneUser, confirmed: boolean): Promise<unknown> {
	// The reference server keeps no number among an identity's claims (auth.md 1.5).
	const claims = { ...user.data, sub: user.id, email_verified: false, phone_verified: confirmed }
	return Promise.all([
		tx.query(insertPhoneUser({ ...user, userMetadata: claims, confirmed })),
		tx.query(insertIdentity(user.id, 'phone', user.id, claims)),
		tx.query(noteAudit('user_signedup', user.id, user.ip, { provider: 'phone' })),
	])
}

/**
 * Makes a user and takes it back: whatever would be refused is refused before a message is paid for.
 * @throws AuthError 409 username_taken, and what the database refuses
 */
export async function rehearse(context: AuthContext, user: PhoneUser): Promise<void> {
	await context.db
		.as(authService, async (tx) => {
			await makePhoneUser(tx, user, false)
			throw new RollbackWith(undefined)
		})
		.catch((error) => explainUsername(context, error, user.data.username))
}

/** The statement that stores a code sent to a number. `dropsPassword` as with mails (token-queries.ts). */
export function storePhoneCode(
	{ config, keys }: AuthContext,
	userId: string,
	kind: 'sms' | 'phone_change' | 'reauthentication',
	phone: string,
	code: string,
	dropsPassword: boolean | 'keep' = false,
): Query {
	const token = makeOneTimeToken(phone, false, keys.secret, code)
	return storeToken(userId, kind, phone, token, config.SMS_CODE_SECONDS, dropsPassword)
}
