import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

const timeout = 10_000
/** An answer of another program is not read to its end. */
const longestAnswer = 65_536

export type Received = { status: number; headers: IncomingHttpHeaders; text: string }

/**
 * Sends one request and follows no redirect. An answer counts although the body was not read to its end, as proxies refuse one by its
 * length.
 * @returns the answer; the status of an upgraded connection is 101
 * @throws Error when none comes
 */
export function sendRequest(
	url: string,
	{ method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Received> {
	return new Promise((resolve, reject) => {
		const start = url.startsWith('https:') ? requestHttps : requestHttp
		const signal = AbortSignal.timeout(timeout)
		const sizes = body ? { 'content-length': String(body.length) } : {}
		const request = start(url, { method, agent: false, signal, headers: { ...headers, ...sizes } })
		request.once('response', (response) => {
			let text = ''
			const finish = () => {
				resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
				request.destroy()
			}
			response.setEncoding('utf8')
			response.on('data', (chunk: string) => {
				text += chunk
				if (text.length > longestAnswer) finish()
			})
			response.once('end', finish)
			response.once('error', finish)
		})
		request.once('upgrade', ({ headers: given }, socket) => {
			resolve({ status: 101, headers: given, text: '' })
			socket.destroy()
		})
		// Later ones belong to a connection that was closed after its answer.
		request.on('error', reject)
		request.end(body)
	})
}
