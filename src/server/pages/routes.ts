import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { wallRoutes } from './wall-routes.ts'

export async function pageRoutes(deps: Deps): Promise<Hono<Env>> {
	const routes = new Hono<Env>()
	routes.route('/', wallRoutes(deps))
	return routes
}
