import type { Context } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Receipt } from '#shared/receipt.ts'
import { loadReceipt } from './load-receipt.ts'
import { createPictures } from './pictures.ts'
import { readReceiptChange } from './read-receipt-change.ts'
import { changeByReceipt, eraseByReceipt } from './receipt-queries.ts'
import { hashReceiptToken } from './receipt-token.ts'
import { readJsonObject } from './request-body.ts'
import { invalid, rateLimited } from './submit-refusals.ts'

const anon = { role: 'anon' } as const
const repeatable = { repeatable: true }
const headers = { 'cache-control': 'no-store' }
/** Far more than anybody needs who writes by hand. */
const mostChangesPerHour = 60

/** GET, PATCH and DELETE /functions/v1/receipt with the header Receipt-Token: the submitter's own record (product.md §4). */
export function receipt(deps: Deps) {
	const { config, db, keys } = deps
	const pictures = createPictures(deps)
	const mostPerHour = config.RATE_LIMITS ? mostChangesPerHour : null

	async function find(c: Context<Env>): Promise<{ token: string; found: Receipt }> {
		const token = c.req.header('receipt-token') ?? ''
		const found = await loadReceipt(db, token, keys.secret)
		if (!found) throw notFound()
		return { token, found }
	}

	return {
		async read(c: Context<Env>): Promise<Response> {
			const { found } = await find(c)
			return c.json(found, 200, headers)
		},

		/** Answers the record as it is after the change. */
		async change(c: Context<Env>): Promise<Response> {
			const { token, found } = await find(c)
			const read = readReceiptChange(
				await readJsonObject(c.req.raw, c.var.ip),
				found,
				config.MAX_TEXT_LENGTH,
			)
			if ('problems' in read) throw invalid(read.problems)
			const query = changeByReceipt(hashReceiptToken(token), read.change, mostPerHour)
			const [row] = await db.as(anon, (tx) => tx.final<{ outcome: string }>(query), repeatable)
			if (row?.outcome === 'too_many') throw rateLimited()
			if (row?.outcome !== 'changed') throw notFound()
			return c.json((await find(c)).found, 200, headers)
		},

		/** The rows go first: a file without a row is out of reach, and swept up later should this process die. */
		async erase(c: Context<Env>): Promise<Response> {
			const { token } = await find(c)
			const erased = await db.as(
				anon,
				(tx) => tx.final<{ version: string }>(eraseByReceipt(hashReceiptToken(token))),
				repeatable,
			)
			if (erased.length === 0) throw notFound()
			await pictures.remove(erased.filter(({ version }) => version !== null))
			return c.body(null, 204, headers)
		},
	}
}

/** The same for a link that never was and one whose testimonial is gone. */
function notFound(): AppError {
	return new AppError(
		404,
		'receipt_not_found',
		'This private link does not exist, or its testimonial was erased.',
		{ headers },
	)
}
