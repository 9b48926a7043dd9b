import type pg from 'pg'
import type { LimitedOwner } from '#platform/pg/migrations/limited-owner.ts'

/**
 * Runs the text of a file in the open transaction.
 * @throws Error that names the file, with the driver's error as its cause
 */
export async function apply(
	client: pg.Client,
	what: string,
	text: string,
	limited?: LimitedOwner,
	advice: Record<string, string> = {},
): Promise<void> {
	try {
		await (limited ? limited.apply(text) : client.query(text))
		// A check at the end of a transaction fails under the name of its file.
		await client.query('set constraints all immediate')
	} catch (error) {
		throw failure(what, error, advice)
	}
}

/** Names the file of a failure, and what the operator can do about it. */
export function failure(what: string, cause: unknown, advice: Record<string, string> = {}): Error {
	const { message, code = '' } = cause as pg.DatabaseError
	const known: Record<string, string> = {
		...advice,
		'42501':
			'The user of DATABASE_URL lacks a right: "plaudit roles" prints what an administrator of the database grants',
	}
	return new Error(`${what} failed: ${message}${known[code] ? `. ${known[code]}` : ''}`, { cause })
}
