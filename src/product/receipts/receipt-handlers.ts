import { empty, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { readJsonObject } from '#product/http/json-body.ts'
import type { ReceiptService } from './receipt-service.ts'

const headers = { 'cache-control': 'no-store' }
const tokenOf = (x: Exchange) => x.header('receipt-token') ?? ''

/** GET /functions/v1/receipt with the header Receipt-Token: the submitter's own record. */
export function getReceipt({ read }: ReceiptService): Handler {
	return async (x) => json(await read(tokenOf(x)), 200, headers)
}

/** PATCH /functions/v1/receipt: answers the record as it is after the change. */
export function changeReceipt({ change }: ReceiptService): Handler {
	return async (x) => json(await change(tokenOf(x), () => readJsonObject(x)), 200, headers)
}

/** DELETE /functions/v1/receipt */
export function eraseReceipt({ erase }: ReceiptService): Handler {
	return async (x) => {
		await erase(tokenOf(x))
		return empty(204, headers)
	}
}
