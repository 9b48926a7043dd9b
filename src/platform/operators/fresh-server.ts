import type { Deps } from '#platform/deps.ts'
import { isFreshServer } from './operator-queries.ts'
import { operatorTablesRole } from './service-role.ts'

/** Returns whether the server has no account and no operator yet. Once it has, it is never asked again. */
export function createFreshCheck({ db }: Pick<Deps, 'db'>): () => Promise<boolean> {
	let isFresh = true
	return async () => {
		if (!isFresh) return false
		const rows = await db.as(operatorTablesRole, (tx) => tx.final<{ is_fresh: boolean }>(isFreshServer()), {
			readOnly: true,
		})
		isFresh = rows[0]?.is_fresh === true
		return isFresh
	}
}
