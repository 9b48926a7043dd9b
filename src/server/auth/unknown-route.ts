import type { Context, Hono } from 'hono'
import type { Env } from '#server/deps.ts'

/** An address that is none of ours, in plain text (auth.md 1.1). */
export function notFound(c: Context<Env>): Response {
	return c.text('404 page not found\n', 404)
}

/** Answers what no handler of `app` took: one of its addresses by another method, or none of them. Call it with all routes in place. */
export function answerUnknown(app: Hono<Env>) {
	const known = app.routes
		.filter(({ method }) => method !== 'ALL')
		.map(({ method, path }) => ({ method, path: patternOf(path) }))
	return (c: Context<Env>): Response => {
		const asked = c.req.path.slice(c.req.path.indexOf('/v1') + 3)
		const methods = known.filter(({ path }) => path.test(asked)).map(({ method }) => method)
		if (methods.length === 0) return notFound(c)
		c.header('Allow', [...new Set(methods)].join(', '))
		return c.text('405 method not allowed\n', 405)
	}
}

function patternOf(path: string): RegExp {
	return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)
}
