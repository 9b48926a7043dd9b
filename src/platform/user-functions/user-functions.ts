import type { ReadableStream } from 'node:stream/web'
import type { Deps } from '#platform/deps.ts'
import { CallerError, readBearer } from '#platform/http/request/caller.ts'
import { errorAnswer, logFailure } from '#platform/http/response/render-error.ts'
import { apiHeaders } from '#platform/http/response/security-headers.ts'
import { type Answer, type AnswerHeaders, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { fromFetchResponse, toFetchRequest } from '#platform/http/routing/fetch.ts'
import { createRoutes, type Handler, type Route } from '#platform/http/routing/route.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { type BootedWorker, bootWorker, findFunction, type UserFunction } from './boot-worker.ts'
import { type CallFailure, runCall } from './run-call.ts'

const spareSeconds = 60

/** Every address under functions/v1 that has no route of its own. */
export function userFunctionRoutes(deps: Deps): Route[] {
	const routes = createRoutes({
		prefix: '/functions/v1',
		headers: apiHeaders(deps.config),
		cors: true,
		compress: true,
		renderError(error, x) {
			logFailure(deps.log, error, x.requestId)
			return errorAnswer(error, x)
		},
	})
	// Functions that the operator declares public need no key.
	routes.all('/*', callUserFunction(deps), { trust: 'key' })
	return routes.list
}

/**
 * Calls the operator's functions: `/functions/v1/{name}[/sub/path]` in any method, each call in a thread of its own. While
 * one is called often, the next thread is loaded beforehand.
 */
function callUserFunction(deps: Deps): Handler {
	const { config, keys, log } = deps
	const folder = config.FUNCTIONS_DIR
	const spareWorkers = new Map<string, { booted: BootedWorker; timer: NodeJS.Timeout }>()
	const semaphore = new Semaphore(config.FUNCTIONS_AT_ONCE)

	const takeSpare = ({ file, version }: UserFunction): BootedWorker | undefined => {
		const spare = spareWorkers.get(file)
		if (!spare) return undefined
		clearTimeout(spare.timer)
		spareWorkers.delete(file)
		const { booted } = spare
		if (booted.version === version && booted.serviceRoleKey === keys.serviceRoleKey) return booted
		void booted.worker.terminate()
		return undefined
	}
	const prebootWorker = async (found: UserFunction, from: string) => {
		if (spareWorkers.has(found.file)) return
		const booted = await bootWorker(deps, from, found, spareSeconds * 1000).catch(() => undefined)
		if (!booted) return
		if (spareWorkers.has(found.file)) return void booted.worker.terminate()
		const timer = setTimeout(() => {
			spareWorkers.delete(found.file)
			void booted.worker.terminate()
		}, spareSeconds * 1000)
		timer.unref()
		booted.worker.unref()
		booted.worker.once('exit', () => {
			if (spareWorkers.get(found.file)?.booted === booted) spareWorkers.delete(found.file)
		})
		spareWorkers.set(found.file, { booted, timer })
	}

	return async (x) => {
		const { name, rest } = readPath(x.rawPath + x.search)
		const found = folder === undefined ? undefined : await findFunction(folder, name)
		if (!found || folder === undefined) return relayError('NOT_FOUND')
		const refused = await requireToken(deps, found.name, x)
		if (refused) return refused
		if (!semaphore.tryAcquire()) return relayError('TOO_MANY_CALLS')
		const deadline = performance.now() + config.FUNCTIONS_SECONDS * 1000
		let booted: BootedWorker
		try {
			booted = takeSpare(found) ?? (await bootWorker(deps, folder, found, deadline - performance.now()))
		} catch (error) {
			semaphore.release()
			log.warn({ err: error, function: name }, 'a function does not start')
			return relayError('BOOT_ERROR')
		}
		const request = toFetchRequest(x)
		const { signal } = x
		const limits = { deadline, bodyBytes: config.FUNCTIONS_BODY_MB * 2 ** 20, signal }
		const call = {
			url: `${config.SITE_URL}/${rest}`,
			method: request.method,
			headers: [...request.headers],
			body: request.body as ReadableStream<Uint8Array> | null,
		}
		const outcome = await runCall(booted.worker, call, limits, () => {
			semaphore.release()
			void prebootWorker(found, folder)
		})
		if (typeof outcome === 'string') return failureResponse(outcome)
		const { status, headers, body } = outcome
		return fromFetchResponse(new Response(body as never, { status, headers }))
	}
}

/** The function's name, and the path that the function sees, which begins with its name as in Supabase. */
function readPath(url: string): { name: string; rest: string } {
	const rest = url.slice(url.indexOf('/functions/v1/') + '/functions/v1/'.length)
	return { name: /^[^/?#]*/.exec(rest)?.[0] ?? '', rest }
}

function failureResponse(failure: CallFailure): Answer {
	if (failure === 'too late') return relayError('REQUEST_TIMEOUT')
	if (failure === 'too large')
		return json({ code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than this server takes' }, 413)
	return relayError('WORKER_ERROR')
}

/**
 * Errors of the runtime, not of the function. The official client recognises them by a header and reports a relay
 * error.
 */
const relayErrors = {
	NOT_FOUND: { status: 404, message: 'Requested function was not found' },
	BOOT_ERROR: { status: 503, message: 'Function failed to start (please check logs)' },
	TOO_MANY_CALLS: { status: 503, message: 'Too many functions are running. Try again soon.' },
	REQUEST_TIMEOUT: { status: 504, message: 'Function took too long to answer' },
	WORKER_ERROR: { status: 546, message: 'Function ended before it answered (please check logs)' },
} as const
type RelayCode = keyof typeof relayErrors

function relayError(code: RelayCode): Answer {
	const { status, message } = relayErrors[code]
	const headers: AnswerHeaders = { 'x-relay-error': 'true' }
	if (code === 'TOO_MANY_CALLS') headers['retry-after'] = '1'
	return json({ code, message }, status, headers)
}

/** Refuses a call without a valid token where one is needed; otherwise returns nothing. */
async function requireToken({ config, identify }: Deps, name: string, x: Exchange): Promise<Answer | undefined> {
	if (config.FUNCTIONS_PUBLIC.includes(name)) return undefined
	const bearer = readBearer(x.get('authorization'))
	if (!bearer && x.headers.apikey === undefined)
		return unauthorized('UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header')
	try {
		await identify(x)
		return undefined
	} catch (error) {
		if (!(error instanceof CallerError)) throw error
		const isOver = error.problem === 'ended_session'
		return unauthorized('UNAUTHORIZED_INVALID_JWT_FORMAT', isOver ? error.message : 'Invalid JWT')
	}
}

function unauthorized(code: string, message: string): Answer {
	return json({ code, message }, 401)
}
