import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { redeemSetupLink } from '#platform/operators/setup-link.ts'
import { invalid } from '#product/http/errors.ts'
import type { JsonObject } from '#product/http/json-body.ts'
import { hasShownFactors } from './queries.ts'
import { createOperatorCheck } from './require-operator.ts'

const claim = z.object({ setup: z.string().max(200) })
const noStore = { 'cache-control': 'no-store' }

/** GET /functions/v1/operator: whether the caller may open the page of the operator. */
export function getOperator(deps: Deps): Handler {
	const isOperator = createIsOperator(deps)
	return async (x) => json({ operator: await isOperator(x) }, 200, noStore)
}

/**
 * POST /functions/v1/operator: redeems a setup link for the caller's account. An operator's call leaves the link as it is. With
 * OPERATORS, the link proves the account's address, and `operator` says whether that is one of them.
 */
export function postOperator(deps: Deps): Handler<JsonObject> {
	const isOperator = createIsOperator(deps)
	return async (x, body) => {
		const { data } = claim.safeParse(body)
		if (!data) throw invalid({ setup: 'This is no setup link.' })
		if (!(await isOperator(x)) && !(await redeem(x, data.setup)))
			throw new AppError(404, 'not_found', 'This setup link was used, was replaced, or is older than a week.', {
				headers: noStore,
			})
		return json({ operator: await isOperator(x) }, 200, noStore)
	}

	async function redeem(x: Exchange, token: string): Promise<boolean> {
		const { claims } = await deps.identify(x)
		const [shown] = await deps.db.as(claims, (tx) => tx.final<{ ok: boolean }>(hasShownFactors()), { readOnly: true })
		return Boolean(claims.sub && shown?.ok && (await redeemSetupLink(deps, token, claims.sub)))
	}
}

function createIsOperator(deps: Deps): (x: Exchange) => Promise<boolean> {
	const requireOperator = createOperatorCheck(deps)
	return (x) =>
		requireOperator(x).then(
			() => true,
			(error) => {
				if (error instanceof AppError) return false
				throw error
			},
		)
}
