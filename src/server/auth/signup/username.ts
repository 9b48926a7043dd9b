import type { AuthContext } from '#server/auth/auth-context.ts'
import { isTaken } from '#server/auth/database-errors.ts'
import { AuthError } from '#server/auth/errors.ts'
import { firstFreeUsername } from '#server/auth/users/user-queries.ts'

/**
 * Turns "this username is taken", which a trigger on new users raises, into words with a free one; rethrows the rest.
 * @throws AuthError 409 username_taken
 */
export async function explainUsername(
	{ db }: Pick<AuthContext, 'db'>,
	thrown: unknown,
	username: unknown,
): Promise<never> {
	if (!isTaken(thrown, 'profiles_username_key')) throw thrown
	// As the trigger reads it: a number or a truth value is its text.
	const wanted = String(username).trim().toLowerCase()
	const stem = wanted.slice(0, 26)
	const numbers = [2, 3, 4, 5, 6, 7, 8, 9, ...Array.from({ length: 8 }, randomNumber)]
	const candidates = numbers.map((number) => `${stem}${number}`)
	const [free] = await db.as({ role: 'anon' }, (tx) =>
		tx.final<{ name: string }>(firstFreeUsername(candidates)),
	)
	const advice = free ? ` Try "${free.name}".` : ''
	throw new AuthError(409, 'username_taken', `Username "${wanted}" is taken.${advice}`)
}

function randomNumber(): number {
	return 10 + Math.floor(Math.random() * 9990)
}
