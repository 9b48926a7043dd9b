import { randomUUID } from 'node:crypto'
import { confirmProvenEmail } from '#platform/auth/accounts/identities/identity-queries.ts'
import { createPasswords } from '#platform/auth/accounts/passwords/password-hash.ts'
import { type PasswordRules, requireStrongPassword } from '#platform/auth/accounts/passwords/password-policy.ts'
import { parseEmail } from '#platform/auth/accounts/users/contact.ts'
import { insertContactUser, throwUsernameTaken } from '#platform/auth/accounts/users/insert-user.ts'
import { isUniqueViolation } from '#platform/auth/database-errors.ts'
import { emailExists } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { recordEmailProof } from '#platform/operators/email-proof-queries.ts'
import type { Db } from '#platform/pg/db.ts'

export type ConfirmedUser = {
	email: string
	password: string
	username?: string
	fullName?: string
}

/**
 * Creates a user with a proven address, for the command line and seeds.
 * @returns the user's id
 * @throws AuthError validation_failed, weak_password, email_exists, username_taken
 */
export async function createConfirmedUser(
	db: Db,
	{ email, password, username, fullName }: ConfirmedUser,
	rules: PasswordRules,
): Promise<string> {
	const address = parseEmail(email)
	await requireStrongPassword(password, rules, address)
	const id = randomUUID()
	const hash = await createPasswords().hash(password)
	const data = {
		...(username ? { username } : {}),
		...(fullName ? { full_name: fullName } : {}),
	}
	const contact = { kind: 'email', address } as const
	const user = { id, contact, password: hash, data }
	await db
		.as(authServiceRole, async (tx) => {
			await insertContactUser(tx, user, true)
			await tx.query(confirmProvenEmail(id, address))
			await tx.query(recordEmailProof(id, address, 'command'))
		})
		.catch((error) => {
			if (isUniqueViolation(error, 'users_email_key')) throw emailExists(error)
			return throwUsernameTaken({ db }, error, username)
		})
	return id
}
