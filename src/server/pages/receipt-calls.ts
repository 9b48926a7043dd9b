import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { receipt } from '#server/functions/receipt.ts'
import { renderError } from '#server/http/render-error.ts'

export type ReceiptCall = (
	method: 'GET' | 'PATCH' | 'DELETE',
	token: string,
	change?: unknown,
) => Promise<Response>

/** The receipt function, called without leaving the process: a page's plain forms pass the same checks as its wire. */
export function receiptCalls(deps: Deps): ReceiptCall {
	const { read, change, erase } = receipt(deps)
	const app = new Hono<Env>()
	app.get('/', read)
	app.patch('/', change)
	app.delete('/', erase)
	app.onError(renderError)
	return async (method, token, body) => {
		const headers = { 'receipt-token': token, 'content-type': 'application/json' }
		return app.request('/', {
			method,
			headers,
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		})
	}
}
