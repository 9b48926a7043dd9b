import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import type { RouteOptions, Trust } from './route-options.ts'

export type Handler<Body = undefined> = (x: Exchange, body: Body) => Answer | Promise<Answer>

/** The API or site that a route belongs to: everything its routes have in common. */
export type Wire = {
	/** `/rest/v1`, or empty for the root. */
	prefix: string
	/** For routes that declare none of their own. */
	trust?: Trust
	/** On each answer, weaker than the answer's own. */
	headers: Readonly<Record<string, string>>
	/** True when CORS preflights are answered before the route table is asked. */
	cors: boolean
	/** True when text answers are compressed. Never where secrets stand beside what a caller may choose. */
	compress: boolean
	/**
	 * Checks what the route's line declares (`x.options`), for unknown addresses too.
	 * @returns the parsed body for the handler, if the route declares one
	 */
	admit?(x: Exchange): unknown
	renderError(error: unknown, x: Exchange): Answer
	/**
	 * Answers an address, or a method, that the table does not have.
	 * @param allow methods of the address; none when it does not exist
	 */
	unknown?(x: Exchange, allow: string[]): Answer | Promise<Answer>
}

export type Route = {
	/** Written in capitals, or `ALL`. */
	method: string
	/** The whole path: literal segments, `:name`, and `*` at the end, which also stands for nothing. */
	path: string
	wire: Wire
	// biome-ignore lint/suspicious/noExplicitAny: each route has a body type of its own
	handler: Handler<any>
	// biome-ignore lint/suspicious/noExplicitAny: each route has a body type of its own
	options: RouteOptions<any>
}

type AddRoute = <Body = undefined>(path: string, handler: Handler<Body>, options?: RouteOptions<Body>) => void

export type Routes = ReturnType<typeof createRoutes>

/** A list of routes of one wire; paths are given below its prefix. */
export function createRoutes(wire: Wire) {
	const list: Route[] = []
	const add =
		(method: string): AddRoute =>
		(path, handler, options = {}) => {
			const declared = { trust: wire.trust, ...options }
			list.push({ method, path: wire.prefix + path, wire, handler, options: declared })
		}
	return {
		list,
		get: add('GET'),
		post: add('POST'),
		put: add('PUT'),
		patch: add('PATCH'),
		delete: add('DELETE'),
		all: add('ALL'),
	}
}
