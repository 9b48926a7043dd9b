import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'

export function restRoutes(_deps: Deps): Hono<Env> {
	return new Hono<Env>()
}
