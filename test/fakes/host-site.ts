import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

export type HostSite = { url: string; close(): void }

/**
 * A third-party website on its own origin: `/` serves `html`, `/host.css` serves `css`.
 * `policy` is its content security policy; without `port` a free one is taken. `html` in pieces is sent as they come.
 */
export async function openHostSite(parts: {
	html: string | AsyncIterable<string>
	css?: string
	policy?: string
	port?: number
}): Promise<HostSite> {
	const server = createServer(({ url }, response) => {
		if (url === '/host.css') {
			response.writeHead(200, { 'content-type': 'text/css' })
			response.end(parts.css ?? '')
			return
		}
		if (url !== '/') {
			response.writeHead(204)
			response.end()
			return
		}
		response.writeHead(200, {
			'content-type': 'text/html; charset=utf-8',
			...(parts.policy ? { 'content-security-policy': parts.policy } : {}),
		})
		Readable.from(typeof parts.html === 'string' ? [parts.html] : parts.html).pipe(response)
	})
	await new Promise<void>((resolve) => server.listen(parts.port ?? 0, '127.0.0.1', resolve))
	const { port } = server.address() as AddressInfo
	return {
		url: `http://127.0.0.1:${port}`,
		close() {
			server.closeAllConnections()
			server.close()
		},
	}
}
