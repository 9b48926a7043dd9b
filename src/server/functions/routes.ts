import { type Context, Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { events } from './events.ts'
import { form } from './form.ts'
import { doFunctionJobs } from './function-jobs.ts'
import { receipt } from './receipt.ts'
import { submit } from './submit.ts'
import { wall } from './wall.ts'

type Handler = (c: Context<Env>) => Promise<Response>

/**
 * functions/v1: one file each. All are open to everybody: a key is not needed, since a page without a script has none
 * to send, but one that comes must be good.
 */
export function functionRoutes(deps: Deps): Hono<Env> {
	const routes = new Hono<Env>()
	routes.use(refuseBadKeys(deps))
	doFunctionJobs(deps)

	mount(routes, 'submit', { POST: submit(deps) })
	mount(routes, 'form', { GET: form(deps) })
	mount(routes, 'wall', { GET: wall(deps) })
	mount(routes, 'events', { POST: events(deps) })
	const { read, change, erase } = receipt(deps)
	mount(routes, 'receipt', { GET: read, PATCH: change, DELETE: erase })

	// The official client tells the runner's own failures by this header (data.md §5).
	routes.all('*', () => {
		throw new AppError(404, 'not_found', 'There is no function with this name.', {
			headers: { 'x-relay-error': 'true' },
		})
	})
	return routes
}

function mount(routes: Hono<Env>, name: string, handlers: Record<string, Handler>): void {
	for (const [method, handler] of Object.entries(handlers)) routes.on(method, `/${name}`, handler)
	routes.all(`/${name}`, () => {
		const allow = Object.keys(handlers).join(', ')
		throw new AppError(405, 'method_not_allowed', `This function takes ${allow}.`, {
			headers: { allow },
		})
	})
}

function refuseBadKeys({ identify }: Deps) {
	return async (c: Context<Env>, next: () => Promise<void>) => {
		const { headers } = c.req.raw
		if (headers.has('apikey') || headers.has('authorization')) identify(headers)
		await next()
	}
}
