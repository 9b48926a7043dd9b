import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'

export async function pageRoutes(_deps: Deps): Promise<Hono<Env>> {
	return new Hono<Env>()
}
