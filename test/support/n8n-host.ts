import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const n8nPackage = fileURLToPath(new URL('../../packages/n8n/', import.meta.url))
const run = promisify(execFile)

type Json = Record<string, unknown>
type Context = Record<string, unknown>
export type Item = { json: Json; pairedItem?: { item: number } }
type Hook = (this: Context) => Promise<boolean>
export type NodeClass = {
	description: { name: string; properties: Json[]; credentials: { name: string }[]; [name: string]: unknown }
	execute?(this: Context): Promise<Item[][]>
	webhook?(this: Context): Promise<{ workflowData?: Item[][]; noWebhookResponse?: boolean }>
	webhookMethods?: { default: { checkExists: Hook; create: Hook; delete: Hook } }
}

/** Builds the package as npm would, and loads the classes that it names to n8n. */
export async function loadNodes(): Promise<Record<string, NodeClass>> {
	await run('npm', ['run', '--silent', 'build'], { cwd: n8nPackage })
	const { n8n } = JSON.parse(await readFile(`${n8nPackage}package.json`, 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] }
	}
	const require = createRequire(n8nPackage)
	const classes = [...n8n.nodes, ...n8n.credentials].map((path) => {
		const name = /(\w+)\.\w+\.js$/.exec(path)?.[1] ?? ''
		const Loaded = (require(n8nPackage + path) as Record<string, new () => NodeClass>)[name]
		if (!Loaded) throw new Error(`${path} exports no ${name}.`)
		return [name, new Loaded()] as const
	})
	return Object.fromEntries(classes)
}

type Options = { method: string; url: string; qs?: Json; body?: unknown; headers?: Json; json?: boolean }

/** The functions that n8n gives to a node: credentials, and a client that sends JSON and fails at any status but 2xx. */
export function hostFunctions(baseUrl: string, apiKey: string, send: typeof fetch): Context {
	return {
		getCredentials: async () => ({ baseUrl, apiKey }),
		helpers: {
			async httpRequestWithAuthentication(_name: string, { method, url, qs, body, headers, json }: Options) {
				const address = new URL(url)
				for (const [name, value] of Object.entries(qs ?? {})) address.searchParams.set(name, String(value))
				const isBytes = Buffer.isBuffer(body)
				const answer = await send(address.href, {
					method,
					headers: {
						authorization: `Bearer ${apiKey}`,
						...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
						...headers,
					} as Record<string, string>,
					...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
				})
				const text = await answer.text()
				if (!answer.ok) throw new Error(`${answer.status} ${text}`)
				return json === false || text === '' ? text : JSON.parse(text)
			},
		},
	}
}

/** A server that passes calls to a trigger, as n8n does for an activated flow. */
export async function openTriggerHost(trigger: NodeClass, functions: Context) {
	const stored: Json = {}
	const started: Json[] = []
	const statuses: number[] = []
	const of = { ...functions, getWorkflowStaticData: () => stored }
	const call = async (headers: IncomingHttpHeaders, rawBody: Buffer): Promise<number> => {
		let status = 200
		const answer = await trigger.webhook?.call({
			...of,
			getHeaderData: () => headers,
			getRequestObject: () => ({ rawBody }),
			getResponseObject: () => ({
				status(code: number) {
					status = code
					return { send: () => undefined }
				},
			}),
		})
		started.push(...(answer?.workflowData?.[0] ?? []).map(({ json }) => json))
		statuses.push(status)
		return status
	}
	const server: Server = createServer(async (request, response) => {
		const parts: Buffer[] = []
		for await (const part of request) parts.push(part as Buffer)
		response.writeHead(await call(request.headers, Buffer.concat(parts))).end()
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/plaudit`
	const hooks = (events: string[]): Context => ({
		...of,
		getNodeWebhookUrl: () => url,
		getNodeParameter: () => events,
	})
	return { url, stored, started, statuses, call, hooks, close: () => new Promise((resolve) => server.close(resolve)) }
}
