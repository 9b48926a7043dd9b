import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'

export function authRoutes(_deps: Deps): Hono<Env> {
	return new Hono<Env>()
}
