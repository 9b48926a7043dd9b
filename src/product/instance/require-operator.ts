import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { type OperatorState, operatorState } from '#platform/operators/operator-queries.ts'
import { operatorTablesRole } from '#platform/operators/service-role.ts'
import { hasShownFactors } from './queries.ts'

/**
 * Lets only operators pass, with their second factor if they have one: accounts with a proven address in OPERATORS; without that
 * setting, accounts that claimed the server. Both are read at each call, because a token may be older than a change.
 * @returns the operator's address
 * @throws AppError 404 for everybody else, as for an address that does not exist
 */
export function createOperatorCheck({ config, db, identify }: Pick<Deps, 'config' | 'db' | 'identify'>) {
	const addresses = new Set(config.OPERATORS)
	return async (x: Exchange): Promise<string> => {
		const { claims } = await identify(x)
		const user = claims.sub
		if (!user) throw nothingHere()
		const [[state], [shown]] = await Promise.all([
			db.as(operatorTablesRole, (tx) => tx.final<OperatorState>(operatorState(user)), { readOnly: true }),
			db.as(claims, (tx) => tx.final<{ ok: boolean }>(hasShownFactors()), { readOnly: true }),
		])
		if (!state || !shown?.ok) throw nothingHere()
		const isOperator = addresses.size > 0 ? state.is_proven && addresses.has(state.email) : state.has_claimed
		if (!isOperator) throw nothingHere()
		return state.email
	}
}

function nothingHere(): AppError {
	return new AppError(404, 'not_found', 'There is nothing at this address.', {
		headers: { 'cache-control': 'no-store' },
	})
}
