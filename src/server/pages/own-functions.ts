import { Hono } from 'hono'
import type { Env } from '#server/deps.ts'
import { renderError } from '#server/http/render-error.ts'

type Call = { ip: string; requestId: string }

/** Calls one of our own functions as a visitor's browser would, without leaving the process. */
export type OwnFunctions = (name: string, init: RequestInit, call: Call) => Promise<Response>

/** What a page does for a browser without scripts goes through the same wire, checks and limits as with them. */
export function ownFunctions(functions: Hono<Env>): OwnFunctions {
	const app = new Hono<Env & { Bindings: Call }>()
	app.use(async (c, next) => {
		c.set('ip', c.env.ip)
		c.set('requestId', c.env.requestId)
		await next()
	})
	app.route('/', functions)
	app.onError(renderError)
	return async (name, init, call) => app.request(`/${name}`, init, call)
}
