import { type Context, Hono } from 'hono'
import type { Env } from '#server/deps.ts'
import type { RestRequest, RestService } from './exchange.ts'
import { mount } from './service.ts'

/** Hono's door to rest/v1: every method, and what has no socket. */
export function restRoutes(service: RestService): Hono<Env> {
	const app = new Hono<Env>()
	app.all('/*', async (c) => {
		const { status, headers: given, body } = await service(toRestRequest(c))
		const headers = new Headers()
		for (const [name, value] of Object.entries(given))
			for (const one of typeof value === 'string' ? [value] : value) headers.append(name, one)
		return new Response(body instanceof Uint8Array ? Uint8Array.from(body) : body, {
			status,
			headers,
		})
	})
	return app
}

function toRestRequest(c: Context<Env>): RestRequest {
	const { raw } = c.req
	const { method, url, headers, body } = raw
	return {
		method,
		path: pathOf(url),
		search: searchOf(url),
		headers,
		plainHeaders: incomingHeaders(c.env) ?? Object.fromEntries(headers),
		body,
		requestId: c.var.requestId,
		ip: c.var.ip,
	}
}

/** Node has the headers as a plain object already; copying them out of `Headers` costs more than a query's parsing. */
function incomingHeaders(bindings: unknown): object | undefined {
	if (typeof bindings !== 'object' || bindings === null) return undefined
	return (bindings as { incoming?: { headers?: object } }).incoming?.headers
}

/** What stands between the mount and the query, still encoded. */
function pathOf(url: string): string {
	const start = url.indexOf(mount, url.indexOf('//') + 2) + mount.length
	return url.slice(start).split(/[?#]/, 1)[0] ?? ''
}

/** The query string with its question mark. */
function searchOf(url: string): string {
	const start = url.indexOf('?')
	return start < 0 ? '' : url.slice(start).split('#', 1)[0] || ''
}
