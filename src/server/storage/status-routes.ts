import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import type { Env } from '#server/deps.ts'

const manifest = new URL('../../../package.json', import.meta.url)

/** What monitors ask the reference's storage server: whether it runs, and which version of it. */
export function statusRoutes(): Hono<Env> {
	const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
	const app = new Hono<Env>()
	// The second name is the one that its acceptance tests use.
	for (const path of ['/status', '/statusz']) app.get(path, (c) => c.body(''))
	app.get('/version', (c) => c.text(version))
	return app
}
