import { authService } from '#server/auth/bearer/service-role.ts'
import { endEverySession, forgetEverySigningKey } from '#server/auth/bearer/signing-key-queries.ts'
import { withDb } from './open.ts'
import { flag, readOptions } from './read-options.ts'
import { UsageError } from './usage-error.ts'

/** For whoever lost keys.json: without it, keys that were rotated cannot be opened, and the server does not start. */
export async function run(args: string[]): Promise<number> {
	const isMeant = readOptions(args, { 'sign-everybody-out': flag })['sign-everybody-out']
	if (!isMeant) throw new UsageError('This ends every session. Say so with --sign-everybody-out.')
	await withDb((db) =>
		db.as(authService, async (tx) => {
			await tx.query(forgetEverySigningKey())
			await tx.query(endEverySession())
		}),
	)
	console.log('Rotated keys are forgotten and everybody is signed out. The key of keys.json signs.')
	return 0
}
