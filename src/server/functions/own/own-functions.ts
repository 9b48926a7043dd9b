import type { ReadableStream } from 'node:stream/web'
import type { Context } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { untouched } from '#server/http/compress.ts'
import { type Booted, boot } from './boot.ts'
import { findFunction, type OwnFunction } from './find-function.ts'
import { relayProblem } from './relay-problem.ts'
import { isAllowed } from './require-token.ts'
import { type CallFailure, runCall } from './run-call.ts'

const spareSeconds = 60

/**
 * Calls the operator's functions: `/functions/v1/{name}[/sub/path]` in any method, each call in a thread of its own. While
 * one is called often, the next thread is loaded beforehand.
 */
export function ownFunctions(deps: Deps) {
	const { config, log } = deps
	const folder = config.FUNCTIONS_DIR
	const spares = new Map<string, { booted: Booted; timer: NodeJS.Timeout }>()
	let running = 0

	const takeSpare = ({ file, version }: OwnFunction): Booted | undefined => {
		const spare = spares.get(file)
		if (!spare) return undefined
		clearTimeout(spare.timer)
		spares.delete(file)
		if (spare.booted.version === version) return spare.booted
		void spare.booted.worker.terminate()
		return undefined
	}
	const keepSpare = async (found: OwnFunction, from: string) => {
		if (spares.has(found.file)) return
		const booted = await boot(deps, from, found, spareSeconds * 1000).catch(() => undefined)
		if (!booted) return
		if (spares.has(found.file)) return void booted.worker.terminate()
		const timer = setTimeout(() => {
			spares.delete(found.file)
			void booted.worker.terminate()
		}, spareSeconds * 1000)
		timer.unref()
		booted.worker.unref()
		booted.worker.once('exit', () => {
			if (spares.get(found.file)?.booted === booted) spares.delete(found.file)
		})
		spares.set(found.file, { booted, timer })
	}

	return async (c: Context<Env>): Promise<Response> => {
		const { name, rest } = readPath(c.req.url)
		const found = folder === undefined ? undefined : await findFunction(folder, name)
		if (!found || folder === undefined) return relayProblem('NOT_FOUND')
		const refused = isAllowed(deps, found.name, c.req.raw)
		if (refused) return refused
		if (running >= config.FUNCTIONS_AT_ONCE) return relayProblem('TOO_MANY_CALLS')
		running++
		const deadline = performance.now() + config.FUNCTIONS_SECONDS * 1000
		let booted: Booted
		try {
			booted = takeSpare(found) ?? (await boot(deps, folder, found, deadline - performance.now()))
		} catch (error) {
			running--
			log.warn({ err: error, function: name }, 'a function does not start')
			return relayProblem('BOOT_ERROR')
		}
		const { raw } = c.req
		const limits = { deadline, bodyBytes: config.FUNCTIONS_BODY_MB * 2 ** 20, signal: raw.signal }
		const call = {
			url: `${config.SITE_URL}/${rest}`,
			method: raw.method,
			headers: [...raw.headers],
			body: raw.body as ReadableStream<Uint8Array> | null,
		}
		const outcome = await runCall(booted.worker, call, limits, () => {
			running--
			void keepSpare(found, folder)
		})
		if (typeof outcome === 'string') return failed(outcome)
		const { status, headers, body } = outcome
		return untouched(new Response(body as never, { status, headers }))
	}
}

/** The name, and what the function sees: its name and all behind it, as in the reference. */
function readPath(url: string): { name: string; rest: string } {
	const rest = url.slice(url.indexOf('/functions/v1/') + '/functions/v1/'.length)
	return { name: /^[^/?#]*/.exec(rest)?.[0] ?? '', rest }
}

function failed(failure: CallFailure): Response {
	if (failure === 'too late') return relayProblem('REQUEST_TIMEOUT')
	if (failure === 'too large')
		return Response.json(
			{ code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than this server takes' },
			{ status: 413 },
		)
	return relayProblem('WORKER_ERROR')
}
