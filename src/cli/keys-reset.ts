import { adoptDatabase } from '#server/auth/bearer/root-key.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { endEverySession, forgetEverySigningKey } from '#server/auth/bearer/signing-key-queries.ts'
import { loadKeys } from '#server/keys.ts'
import { cliConfig, withDb } from './open.ts'
import { flag, readOptions } from './read-options.ts'
import { UsageError } from './usage-error.ts'

/** Starts over with the present keys, where those that the database belongs to are lost: without them no server starts. */
export async function run(args: string[]): Promise<number> {
	const isMeant = readOptions(args, { 'sign-everybody-out': flag })['sign-everybody-out']
	if (!isMeant) throw new UsageError('This ends every session. Say so with --sign-everybody-out.')
	const keys = await loadKeys(cliConfig())
	await withDb((db) =>
		db.as(authService, async (tx) => {
			await tx.query(forgetEverySigningKey())
			await tx.query(endEverySession())
			await tx.query(adoptDatabase(keys))
		}),
	)
	console.log(
		'Rotated keys are forgotten and everybody is signed out. The database belongs to the present keys.json (or JWT_KEYS).',
	)
	return 0
}
