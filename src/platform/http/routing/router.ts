import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import type { DeploymentObserver } from '#platform/deployment/deployment-observer.ts'
import { createClientAddress } from '#platform/http/request/client-address.ts'
import { isValidHost, parseRequestTarget } from '#platform/http/request/request-target.ts'
import { compressAnswer } from '#platform/http/response/compress.ts'
import { isPreflight, preflightAnswer } from '#platform/http/response/cors.ts'
import { sendAnswer } from '#platform/http/response/send-answer.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Tracing } from '#platform/tracing/tracing.ts'
import { type Answer, type AnswerHeaders, empty, text } from './answer.ts'
import { Exchange, type RequestSource, SocketSource } from './exchange.ts'
import { fetchSource, isFlat, toResponse } from './fetch.ts'
import type { Route, Wire } from './route.ts'
import { noParams, RouteTable } from './route-table.ts'

export type Router = {
	routes: readonly Route[]
	/** Answers a request over a socket; an address that belongs to no wire by a plain 404. @returns false for one that cannot be understood */
	listener(request: IncomingMessage, response: ServerResponse): boolean
	/** The same without a socket. */
	fetch(request: Request): Promise<Response>
	/** @param path below the root */
	request(path: string, init?: RequestInit): Promise<Response>
}
/** Methods that Fetch forbids: they would show headers to a page, or make the server a proxy. */
const refusedMethods = new Set(['TRACE', 'TRACK', 'CONNECT'])

type Opened = { x: Exchange; route: Route }
type Maybe<T> = T | Promise<T>

/**
 * Takes every request through the same steps: target, route, CORS preflight, the wire's checks, handler, headers,
 * compression, one line of log. Steps that need not wait do not.
 * @throws Error when two routes are the same
 */
export function createRouter(
	routes: readonly Route[],
	{
		config,
		log,
		metrics,
		tracing,
		deployment,
	}: {
		config: Pick<Config, 'TRUSTED_PROXIES'>
		log: Logger
		metrics?: Metrics
		tracing?: Tracing | undefined
		deployment?: Pick<DeploymentObserver, 'observe'>
	},
): Router {
	const table = new RouteTable(routes)
	const clientAddress = createClientAddress(config.TRUSTED_PROXIES)
	const unknownRoutes = unknownRoutesOf(routes, table)

	const open = (method: string, url: string, source: () => RequestSource): Opened | undefined => {
		const target = parseRequestTarget(url)
		if (!target) return undefined
		const { path } = target
		const found = table.find(method, path)
		const isFound = found && !(method === 'HEAD' && found.route.options.head === false)
		const route = isFound ? found.route : unknownRoutes.find(({ wire }) => owns(wire, path))
		if (!route) return undefined
		const params = isFound ? found.params : noParams
		return { route, x: new Exchange(method, target, route.options, params, source()) }
	}

	/** The whole answer of one request, with all of its headers. It does not fail. */
	const answer = ({ x, route }: Opened): Maybe<Answer> => {
		const { wire } = route
		if (wire.cors && isPreflight(x)) return withId(preflightAnswer(x), x)
		const failed = (error: unknown) => complete(renderError(wire, error, x), x, wire)
		try {
			const made = handle(x, route)
			if (!(made instanceof Promise)) return complete(made, x, wire)
			return made.then((answer) => complete(answer, x, wire)).catch(failed)
		} catch (error) {
			return failed(error)
		}
	}
	const traced = (opened: Opened): Maybe<Answer> => {
		if (!tracing) return answer(opened)
		const { x, route } = opened
		return tracing.request(x.method, route.path, x.header('traceparent'), () => answer(opened))
	}
	const renderError = (wire: Wire, error: unknown, x: Exchange): Answer => {
		metrics?.add('plaudit_refusals_total', [codeOf(error)])
		try {
			return wire.renderError(error, x)
		} catch (cause) {
			log.error({ err: cause, requestId: x.requestId }, 'unexpected')
			return empty(500)
		}
	}

	const finish = (x: Exchange, route: Route, status: number, started: number) => {
		const milliseconds = performance.now() - started
		metrics?.requests.answered(route, status, milliseconds)
		if (status < 500 && !log.isLevelEnabled('debug')) return
		const { requestId, method } = x
		const path = x.path.replace(/^\/(t|join|unsubscribe|invitation)\/.*/, '/$1/…')
		const ms = Math.round(milliseconds)
		const line = { requestId, method, path, status, ms }
		if (status >= 500) log.warn(line, 'request')
		else log.debug(line, 'request')
	}

	const fail = (x: Exchange, response: ServerResponse, error: unknown) => {
		log.error({ err: error, requestId: x.requestId }, 'unexpected')
		response.destroy()
	}
	const send = (
		request: IncomingMessage,
		response: ServerResponse,
		{ x, route }: Opened,
		answer: Answer,
		started: number,
	) => {
		try {
			sendAnswer(request, response, answer)
			finish(x, route, answer.status, started)
			deployment?.observe(request, route.path, answer.status)
		} catch (error) {
			fail(x, response, error)
		}
	}

	const listener: Router['listener'] = (request, response) => {
		const started = performance.now()
		const { method = 'GET', url = '/', headers } = request
		if (refusedMethods.has(method) || !isValidHost(headers.host)) return false
		const opened = open(method, url, () => new SocketSource(request, response, clientAddress))
		if (!opened) {
			if (!parseRequestTarget(url)) return false
			sendAnswer(request, response, text('404 Not Found', 404))
			return true
		}
		const { x } = opened
		const made = traced(opened)
		if (made instanceof Promise)
			made.then(
				(answer) => send(request, response, opened, answer, started),
				(error) => fail(x, response, error),
			)
		else send(request, response, opened, made, started)
		return true
	}
	const fetch: Router['fetch'] = (request) => {
		const started = performance.now()
		const { method, url } = request
		const { pathname, search } = new URL(url)
		const opened = open(method, pathname + search, () => fetchSource(request, clientAddress))
		if (!opened) return Promise.resolve(toResponse(text('404 Not Found', 404), method))
		return Promise.resolve(traced(opened)).then((answer) => {
			finish(opened.x, opened.route, answer.status, started)
			return toResponse(answer, method)
		})
	}
	return {
		routes,
		listener,
		fetch,
		request: (path, init) => fetch(new Request(new URL(path, 'http://localhost'), init)),
	}
}

/** The code of an error; a text of a caller has no such form. */
function codeOf(error: unknown): string {
	const { code, problem, status } = error as { code?: unknown; problem?: unknown; status?: unknown }
	for (const candidate of [code, problem])
		if (typeof candidate === 'string' && /^\w{1,40}$/.test(candidate)) return candidate
	return typeof status === 'number' ? `status_${status}` : 'internal'
}

/** One for each wire that words its unknown addresses itself; longer prefixes first. */
function unknownRoutesOf(routes: readonly Route[], table: RouteTable): Route[] {
	return [...new Set(routes.map(({ wire }) => wire))]
		.sort((a, b) => b.prefix.length - a.prefix.length)
		.flatMap((wire) => {
			const { unknown } = wire
			if (!unknown) return []
			const handler = (x: Exchange) => {
				const found = table.find(x.method, x.path)
				return unknown(x, found ? [] : table.allow(x.path))
			}
			return [{ method: 'ALL', path: `${wire.prefix}/*`, wire, handler, options: { trust: wire.trust } }]
		})
}

function owns({ prefix }: Wire, path: string): boolean {
	return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}

function handle(x: Exchange, { wire, handler }: Route): Maybe<Answer> {
	const body = wire.admit?.(x)
	if (body instanceof Promise) return body.then((value) => handler(x, value))
	return handler(x, body)
}

/** Adds the wire's headers, which are weaker than the answer's own, the id, and the length. */
function complete(answer: Answer, x: Exchange, wire: Wire): Maybe<Answer> {
	const { headers, body } = answer
	if (isFlat(headers)) return answer
	const whole = { ...answer, headers: { ...wire.headers, ...headers } as AnswerHeaders }
	if (x.method === 'HEAD') return withId(whole, x)
	const isBytes = typeof body === 'string' || body instanceof Uint8Array
	const compressed = wire.compress && isBytes ? compressAnswer(whole, x) : whole
	return compressed instanceof Promise ? compressed.then((coded) => withId(coded, x)) : withId(compressed, x)
}

function withId(answer: Answer, x: Exchange): Answer {
	const headers = answer.headers as AnswerHeaders
	const { body } = answer
	headers['sb-request-id'] = x.requestId
	// A stated length lets Node send head and body in one write.
	const isBytes = typeof body === 'string' || body instanceof Uint8Array
	if (isBytes && x.method !== 'HEAD') headers['content-length'] = String(Buffer.byteLength(body))
	return answer
}
