import { type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { TestApp } from './app.ts'

/** An answer as a person would compare two of them. */
type Seen = { status: number; headers: Record<string, unknown>; body: string }

/** Over a real socket, with no header but ours: Node's own doors answer what they can. */
export function overSocket(
	url: string,
	method: string,
	headers: Record<string, string>,
	body?: string,
): Promise<Seen> {
	return new Promise((resolve, reject) => {
		const sent = request(url, { method, headers }, (response) => {
			const chunks: Buffer[] = []
			response.on('data', (chunk: Buffer) => chunks.push(chunk))
			response.on('end', () => {
				const body = decoded(Buffer.concat(chunks), response.headers['content-encoding'])
				resolve({ status: response.statusCode ?? 0, headers: own(response.headers), body })
			})
		})
		sent.on('error', reject)
		sent.end(body)
	})
}

function decoded(bytes: Buffer, coding: string | undefined): string {
	if (coding === 'br') return brotliDecompressSync(bytes).toString()
	return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

const ofTheConnection = ['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length']

/** Without what belongs to the socket, and without the value that is new each time. */
function own(headers: IncomingHttpHeaders): Record<string, unknown> {
	const kept = Object.entries(headers).filter(([name]) => !ofTheConnection.includes(name))
	return { ...Object.fromEntries(kept), 'sb-request-id': typeof headers['sb-request-id'] }
}

/** Through all layers of the app, without a socket. */
export async function inApp(
	app: TestApp,
	path: string,
	method: string,
	headers: Record<string, string>,
	sent?: string,
): Promise<Seen> {
	const init = { method, headers, ...(sent === undefined ? {} : { body: sent }) }
	const response = await app.fetch(`${app.url}${path}`, init)
	const coding = response.headers.get('content-encoding') ?? undefined
	const body = decoded(Buffer.from(await response.arrayBuffer()), coding)
	return { status: response.status, headers: own(Object.fromEntries(response.headers)), body }
}
