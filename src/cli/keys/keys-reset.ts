import { flag, readOptions, UsageError } from '#cli/read-options.ts'
import { cliConfig, withDb } from '#cli/with-deps.ts'
import { rebindDatabaseToKeys } from '#platform/auth/accounts/keys/root-key.ts'
import { deleteFormerSecrets } from '#platform/auth/accounts/keys/root-key-queries.ts'
import { deleteAllSessions, deleteAllSigningKeys } from '#platform/auth/accounts/keys/signing-key-queries.ts'
import { rebindApiKeys } from '#platform/auth/accounts/keys/stored-api-keys.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { loadKeys } from '#platform/keys/keys.ts'

/** Binds the database to the current keys when the former ones are lost: without them no server starts. */
export async function run(args: string[]): Promise<number> {
	const isMeant = readOptions(args, { 'sign-everybody-out': flag })['sign-everybody-out']
	if (!isMeant) throw new UsageError('This ends every session. Say so with --sign-everybody-out.')
	const keys = await loadKeys(cliConfig())
	await withDb((db) =>
		db.as(authServiceRole, async (tx) => {
			await tx.query(deleteAllSigningKeys())
			await tx.query(deleteAllSessions())
			await rebindApiKeys(tx, keys)
			await tx.query(deleteFormerSecrets())
			await tx.query(rebindDatabaseToKeys(keys))
		}),
	)
	console.log(
		'Rotated keys are forgotten and everybody is signed out. The database belongs to the present keys.json (or JWT_KEYS).',
	)
	return 0
}
