import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A captcha provider's verification endpoint, in the form that Turnstile and hCaptcha share. */
export type CaptchaVerifier = {
	url: string
	secret: string
	/** Form fields of every request. */
	asked: Record<string, string>[]
	/** Issues a token that is valid once. */
	solve(): string
	/** Behaviour of the following responses. */
	mode: 'judges' | 'hangs up' | 'talks nonsense'
	close(): Promise<void>
}

export async function startCaptchaVerifier(): Promise<CaptchaVerifier> {
	const good = new Set<string>()
	const used = new Set<string>()
	let solved = 0
	const server = createServer((request, response) => {
		answer(request, response).catch(() => response.destroy())
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const verifier: CaptchaVerifier = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
		secret: 'a secret of the widget',
		asked: [],
		mode: 'judges',
		solve() {
			const token = `solved-${++solved}`
			good.add(token)
			return token
		},
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections()
				server.close(() => resolve())
			}),
	}

	function judge(form: URLSearchParams): string[] {
		const token = form.get('response') ?? ''
		if (form.get('secret') !== verifier.secret) return ['invalid-input-secret']
		if (used.has(token)) return ['timeout-or-duplicate']
		if (!good.delete(token)) return ['invalid-input-response']
		used.add(token)
		return []
	}

	async function answer(request: IncomingMessage, response: ServerResponse) {
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk)
		const form = new URLSearchParams(Buffer.concat(chunks).toString())
		verifier.asked.push(Object.fromEntries(form))
		if (verifier.mode === 'hangs up') return response.destroy()
		if (verifier.mode === 'talks nonsense') return response.end('<html>')
		const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
		const errors = request.method === 'POST' && isForm ? judge(form) : ['bad-request']
		response.setHeader('content-type', 'application/json')
		response.end(JSON.stringify({ success: errors.length === 0, 'error-codes': errors }))
	}
	return verifier
}
