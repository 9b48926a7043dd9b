import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { hasEtag } from '#server/http/etag.ts'
import { codingFor } from './hot-path.ts'
import { readWallAddress } from './wall-address.ts'
import { wallPages } from './wall-pages.ts'

/**
 * /w/{slug}, /embed.js, /embed/{wall id}[.js|.html]: the ordinary way to a wall. What is missing is passed on, so that
 * the site's not-found page answers; scripts of other sites get a plain 404.
 */
export function wallRoutes(deps: Deps): Hono<Env> {
	const routes = new Hono<Env>()
	const answer = async (c: Context<Env>, next: () => Promise<void>) => {
		const { pathname, search } = new URL(c.req.url)
		const address = readWallAddress(pathname + search)
		if (!address) return next()
		const { make } = await wallPages(deps)
		const ready = await make(address, codingFor(c.req.header('accept-encoding')))
		if (!ready) return address.kind === 'page' || address.kind === 'frame' ? next() : missing()
		if (hasEtag(c.req.header('if-none-match'), ready.etag))
			return new Response(null, { status: 304, headers: pairs(ready.notModified) })
		return new Response(new Uint8Array(ready.body), { headers: pairs(ready.headers) })
	}
	// Hono runs GET handlers for HEAD too and leaves the body out.
	routes.get('/w/:slug', answer)
	routes.get('/embed.js', answer)
	routes.get('/embed/:name', answer)
	return routes
}

function pairs(flat: readonly string[]): Headers {
	const headers = new Headers()
	for (let at = 0; at < flat.length; at += 2) headers.set(flat[at] ?? '', flat[at + 1] ?? '')
	return headers
}

function missing(): Response {
	return new Response('This wall does not exist or is not published.\n', {
		status: 404,
		headers: {
			'content-type': 'text/plain; charset=utf-8',
			'access-control-allow-origin': '*',
			'cache-control': 'public, max-age=10',
			'x-content-type-options': 'nosniff',
		},
	})
}
