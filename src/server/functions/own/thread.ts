import { parentPort, workerData } from 'node:worker_threads'
import type { CallMessage, ThreadMessage } from './messages.ts'

/**
 * The thread of one call: loads the function, takes one request, answers it and is ended from outside. What the function
 * keeps in memory is gone with it, so no call sees what another one left.
 */
type Handler = (request: Request) => Response | Promise<Response>

let served: Handler | undefined
const { file, environment } = workerData as { file: string; environment: Record<string, string> }

const say = (message: ThreadMessage, moved: ArrayBufferLike[] = []) =>
	parentPort?.postMessage(message, moved as never)

let waitingFor = 0
/** Work that goes on behind the answer; its failure is a line in the log. */
function waitUntil(work: unknown): void {
	if (waitingFor++ === 0) say({ kind: 'busy' })
	Promise.resolve(work)
		.catch((error) => console.error(error))
		.finally(() => {
			if (--waitingFor === 0) say({ kind: 'idle' })
		})
}

// As much of Deno, and of what the reference adds to it, as functions that were written for it need to begin.
Object.assign(globalThis, {
	EdgeRuntime: { waitUntil },
	Deno: {
		env: {
			get: (name: string) => environment[name],
			has: (name: string) => Object.hasOwn(environment, name),
			toObject: () => ({ ...environment }),
		},
		serve(...given: unknown[]) {
			served = given.find((one) => typeof one === 'function') as Handler | undefined
			return { finished: new Promise(() => {}), shutdown: async () => {} }
		},
	},
})

/** `Deno.serve(handler)`, `export default handler` or `export default { fetch }`. */
async function load(): Promise<Handler> {
	const loaded = (await import(file)) as { default?: unknown }
	if (served) return served
	const given = loaded.default
	if (typeof given === 'function') return given as Handler
	const { fetch } = (given ?? {}) as { fetch?: Handler }
	if (typeof fetch === 'function') return (request) => fetch.call(given, request)
	throw new Error('it neither calls Deno.serve nor exports a handler')
}

async function respond(handler: Handler, request: Request): Promise<Response> {
	try {
		const response: unknown = await handler(request)
		if (response instanceof Response) return response
		throw new TypeError('the handler gave back no Response')
	} catch (error) {
		console.error(error)
		return new Response('Internal Server Error', { status: 500 })
	}
}

async function answer(handler: Handler, call: CallMessage): Promise<void> {
	const { url, method, headers, body } = call
	const request = new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
	const response = await respond(handler, request)
	const answered = response.body as never
	say(
		{
			kind: 'answer',
			status: response.status,
			headers: [...response.headers],
			body: answered,
		},
		answered === null ? [] : [answered],
	)
}

try {
	const handler = await load()
	// Listening keeps the thread alive while the function waits for something.
	parentPort?.on('message', (call: CallMessage) => void answer(handler, call))
	say({ kind: 'ready' })
} catch (error) {
	say({ kind: 'unusable', reason: error instanceof Error ? String(error.stack) : String(error) })
}
