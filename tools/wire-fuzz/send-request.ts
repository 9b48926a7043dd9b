import { connect } from 'node:net'
import type { RawRequest } from './mutate-request.ts'

/** Result of a request: a status and a body, a closed connection, or a timeout. */
export type Outcome =
	| { kind: 'answer'; status: number; body: string; milliseconds: number }
	| { kind: 'closed' }
	| { kind: 'silent' }

/** Serializes a request, with a content-length unless the request has its own. */
export function bytesOf({ method, target, version, headers, body }: RawRequest): Buffer {
	const names = headers.map(([name]) => name)
	const framed = names.includes('content-length') || names.includes('transfer-encoding')
	const all = [...headers, ...(framed || body.length === 0 ? [] : [['content-length', String(body.length)]])]
	const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
	const head = Buffer.from(`${method} ${target} ${version}\r\n${lines}connection: close\r\n\r\n`)
	return Buffer.concat([head, body])
}

/** Sends a request on a new socket and reads until the socket is closed. */
export function send(url: URL, request: RawRequest, patience = 30_000): Promise<Outcome> {
	const started = performance.now()
	return new Promise((resolve) => {
		const chunks: Buffer[] = []
		const socket = connect(Number(url.port), url.hostname)
		const finish = (silent: boolean) => {
			clearTimeout(timer)
			socket.destroy()
			const text = Buffer.concat(chunks).toString()
			const milliseconds = performance.now() - started
			// Interim responses (1xx) precede the final one.
			const answer = text.replace(/^HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n/, '')
			const status = /^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1]
			if (status) {
				const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
				resolve({ kind: 'answer', status: Number(status), body, milliseconds })
			} else resolve({ kind: silent ? 'silent' : 'closed' })
		}
		const timer = setTimeout(finish, patience, true)
		socket.on('data', (chunk) => chunks.push(chunk))
		socket.on('error', () => finish(false))
		socket.on('close', () => finish(false))
		const bytes = bytesOf(request)
		if (request.cutAt === undefined) socket.write(bytes)
		else {
			socket.write(bytes.subarray(0, request.cutAt))
			socket.end()
		}
	})
}
