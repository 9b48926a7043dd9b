import type { Deps } from '#platform/deps.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isFromThisMachine } from './from-this-machine.ts'
import { isFreshServer } from './operator-queries.ts'
import { operatorTablesRole } from './service-role.ts'

/**
 * A server without an account and without an operator; `here` for a visitor whose sign-up makes the operator, because it comes from the
 * server's own machine and waits for no mail. Null for every other server.
 */
export type FreshState = 'here' | 'elsewhere' | null

/** Never rejects: while the database cannot be read, a server counts as one with accounts. */
export type FindFreshState = (x: Exchange) => Promise<FreshState>

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

/** Tells the pages of a fresh server who visits them. */
export function createFreshState(deps: Pick<Deps, 'config' | 'db'>): FindFreshState {
	const isFresh = createFreshCheck(deps)
	const { MAIL_AUTOCONFIRM, SITE_URL } = deps.config
	return async (x) => {
		if (!(await isFresh().catch(() => false))) return null
		return MAIL_AUTOCONFIRM && isFromThisMachine(x, SITE_URL) ? 'here' : 'elsewhere'
	}
}
