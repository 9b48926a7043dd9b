import { randomUUID } from 'node:crypto'
import { authService } from '#server/auth/bearer/service-role.ts'
import { isTaken } from '#server/auth/database-errors.ts'
import { emailExists } from '#server/auth/errors.ts'
import { proveEmail } from '#server/auth/identities/link-queries.ts'
import { parseEmail } from '#server/auth/mail-links/addresses.ts'
import { createPasswords } from '#server/auth/passwords/password-hash.ts'
import { type PasswordRules, requireStrong } from '#server/auth/passwords/password-policy.ts'
import type { Db } from '#server/pg/db.ts'
import { makeMailUser } from './signup-create.ts'
import { explainUsername } from './username.ts'

export type UserToCreate = {
	email: string
	password: string
	username?: string
	fullName?: string
}

/**
 * Makes a user whose address counts as proven, for operators: command line, seed.
 * @returns the user's id
 * @throws AuthError validation_failed, weak_password, email_exists, username_taken
 */
export async function createUser(
	db: Db,
	{ email, password, username, fullName }: UserToCreate,
	rules: PasswordRules,
): Promise<string> {
	const address = parseEmail(email)
	await requireStrong(password, rules, address)
	const id = randomUUID()
	const hash = await createPasswords().hash(password)
	const data = {
		...(username ? { username } : {}),
		...(fullName ? { full_name: fullName } : {}),
	}
	const user = { id, email: address, password: hash, data }
	await db
		.as(authService, async (tx) => {
			await makeMailUser(tx, user, true)
			await tx.query(proveEmail(id, address))
		})
		.catch((error) => {
			if (isTaken(error, 'users_email_key')) throw emailExists(error)
			return explainUsername({ db }, error, username)
		})
	return id
}
