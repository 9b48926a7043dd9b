import { type Context, Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { events } from './events.ts'
import { form } from './form.ts'
import { doFunctionJobs } from './function-jobs.ts'
import { ownFunctions } from './own/own-functions.ts'
import { receipt } from './receipt.ts'
import { type SubmitService, submit } from './submit.ts'
import type { ViewCounter } from './view-counter.ts'
import { type WallService, wall } from './wall.ts'

type Services = { walls: WallService; submissions: SubmitService; views: ViewCounter }
type Handler = (c: Context<Env>) => Promise<Response>

/**
 * functions/v1: one file each. Ours are open to everybody: a key is not needed, since a page without a script has none
 * to send, but one that comes must be good. The operator's own stand beside them (data.md §5).
 */
export function functionRoutes(deps: Deps, { walls, submissions, views }: Services): Hono<Env> {
	const routes = new Hono<Env>()
	const checkKeys = refuseBadKeys(deps)
	const mount = (name: string, handlers: Record<string, Handler>) => {
		routes.use(`/${name}`, checkKeys)
		for (const [method, handler] of Object.entries(handlers)) routes.on(method, `/${name}`, handler)
		routes.all(`/${name}`, wrongMethod(Object.keys(handlers)))
	}
	doFunctionJobs(deps)

	mount('submit', { POST: submit(deps, submissions) })
	mount('form', { GET: form(deps) })
	mount('wall', { GET: wall(walls) })
	mount('events', { POST: events(views) })
	const { read, change, erase } = receipt(deps)
	mount('receipt', { GET: read, PATCH: change, DELETE: erase })

	routes.all('*', ownFunctions(deps))
	return routes
}

function wrongMethod(methods: readonly string[]) {
	return () => {
		const allow = methods.join(', ')
		throw new AppError(405, 'method_not_allowed', `This function takes ${allow}.`, {
			headers: { allow },
		})
	}
}

function refuseBadKeys({ identify }: Deps) {
	return async (c: Context<Env>, next: () => Promise<void>) => {
		const { headers } = c.req.raw
		if (headers.has('apikey') || headers.has('authorization')) identify(headers)
		await next()
	}
}
