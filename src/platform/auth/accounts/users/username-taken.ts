import type { AccountsContext } from '#platform/auth/accounts/accounts-context.ts'
import { isUniqueViolation } from '#platform/auth/database-errors.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { firstFreeUsername } from './user-queries.ts'

/**
 * Turns the unique violation of a username, raised by a trigger on new users, into a refusal that suggests a free one;
 * rethrows other errors.
 * @throws AuthError 409 username_taken
 */
export async function throwUsernameTaken(
	{ db }: Pick<AccountsContext, 'db'>,
	thrown: unknown,
	username: unknown,
): Promise<never> {
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
