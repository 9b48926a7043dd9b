import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { confirmedAddress, hasShownFactors } from './queries.ts'

/**
 * Lets only accounts pass whose confirmed address is in OPERATORS, with their second factor if they have one. The address is read
 * at each call: a token may be older than a change of it.
 * @returns the operator's address
 * @throws AppError 404 for everybody else, as for an address that does not exist
 */
export function createOperatorCheck({ config, db, identify }: Pick<Deps, 'config' | 'db' | 'identify'>) {
	const operators = new Set(config.OPERATORS.map((address) => address.toLowerCase()))
	return async (x: Exchange): Promise<string> => {
		const { claims } = identify(x)
		const user = claims.sub
		if (operators.size === 0 || !user) throw nothingHere()
		const [[own], [shown]] = await Promise.all([
			db.as({ role: 'auth_service' }, (tx) => tx.final<{ email: string }>(confirmedAddress(user)), { readOnly: true }),
			db.as(claims, (tx) => tx.final<{ ok: boolean }>(hasShownFactors()), { readOnly: true }),
		])
		if (!own || !operators.has(own.email) || !shown?.ok) throw nothingHere()
		return own.email
	}
}

function nothingHere(): AppError {
	return new AppError(404, 'not_found', 'There is nothing at this address.', {
		headers: { 'cache-control': 'no-store' },
	})
}
