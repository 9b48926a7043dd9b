import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { CallMessage, ThreadMessage } from './worker-messages.ts'

/**
 * Thread of one call: loads the function, handles one request, and is terminated from outside. Nothing in its memory
 * reaches another call.
 */
type Handler = (request: Request) => Response | Promise<Response>

let registeredHandler: Handler | undefined
const { file, environment } = workerData as { file: string; environment: Record<string, string> }

const post = (message: ThreadMessage, moved: ArrayBufferLike[] = []) => parentPort?.postMessage(message, moved as never)

let pendingTasks = 0
/** Background work after the response; its failure is logged. */
function waitUntil(work: unknown): void {
	if (pendingTasks++ === 0) post({ kind: 'busy' })
	Promise.resolve(work)
		.catch((error) => console.error(error))
		.finally(() => {
			if (--pendingTasks === 0) post({ kind: 'idle' })
		})
}

// The parts of Deno and Supabase's runtime that functions commonly need.
Object.assign(globalThis, {
	EdgeRuntime: { waitUntil },
	Deno: {
		env: {
			get: (name: string) => environment[name],
			has: (name: string) => Object.hasOwn(environment, name),
			toObject: () => ({ ...environment }),
		},
		serve(...handlers: unknown[]) {
			registeredHandler = handlers.find((candidate) => typeof candidate === 'function') as Handler | undefined
			return { finished: new Promise(() => {}), shutdown: async () => {} }
		},
	},
})

/** `Deno.serve(handler)`, `export default handler` or `export default { fetch }`. */
async function load(): Promise<Handler> {
	const loaded = (await import(pathToFileURL(file).href)) as { default?: unknown }
	if (registeredHandler) return registeredHandler
	const exported = loaded.default
	if (typeof exported === 'function') return exported as Handler
	const { fetch } = (exported ?? {}) as { fetch?: Handler }
	if (typeof fetch === 'function') return (request) => fetch.call(exported, request)
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
	post(
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
	// A listener keeps the thread alive while the function waits.
	parentPort?.on('message', (call: CallMessage) => void answer(handler, call))
	post({ kind: 'ready' })
} catch (error) {
	post({ kind: 'unusable', reason: error instanceof Error ? String(error.stack) : String(error) })
}
