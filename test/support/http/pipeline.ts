import { connect } from 'node:net'

export type PipelinedResponse = { status: number; body: string }

/** Pipelines requests on one socket, and reads the responses in order. */
export function pipeline(url: URL, requests: readonly string[]): Promise<PipelinedResponse[]> {
	return new Promise((resolve, reject) => {
		const socket = connect(Number(url.port), url.hostname)
		let received = Buffer.alloc(0)
		const answers: PipelinedResponse[] = []
		socket.on('error', reject)
		socket.on('data', (chunk) => {
			received = Buffer.concat([received, chunk])
			for (let read = readAnswer(received); read; read = readAnswer(received)) {
				answers.push(read.answer)
				received = received.subarray(read.length)
			}
			if (answers.length < requests.length) return
			socket.destroy()
			resolve(answers)
		})
		socket.write(requests.join(''))
	})
}

/** Pipelines requests on one socket and resets it before they are answered. */
export function sendAndReset(url: URL, requests: readonly string[], milliseconds: number): Promise<void> {
	return new Promise((resolve) => {
		const socket = connect(Number(url.port), url.hostname)
		socket.on('error', () => {})
		socket.on('close', () => resolve())
		socket.write(requests.join(''))
		setTimeout(() => socket.resetAndDestroy(), milliseconds)
	})
}

/** Serializes one request. */
export function requestText(method: string, path: string, headers: Record<string, string>, body = ''): string {
	const sent = {
		host: 'x',
		...headers,
		...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
	}
	const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
	return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

function readAnswer(bytes: Buffer): { answer: PipelinedResponse; length: number } | undefined {
	const end = bytes.indexOf('\r\n\r\n')
	if (end < 0) return undefined
	const head = bytes.subarray(0, end).toString('latin1')
	const status = Number(head.split(' ')[1])
	const declared = /^content-length: (\d+)/im.exec(head)?.[1]
	if (declared === undefined && status !== 204) throw new Error(`an answer without a length: ${head}`)
	const length = Number(declared ?? 0)
	if (bytes.length < end + 4 + length) return undefined
	const body = bytes.subarray(end + 4, end + 4 + length).toString()
	return { answer: { status, body }, length: end + 4 + length }
}
