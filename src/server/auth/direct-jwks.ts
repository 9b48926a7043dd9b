import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '#server/deps.ts'
import { corsHeaders } from '#server/http/cors.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { publicCaching } from './discovery.ts'

const path = '/auth/v1/.well-known/jwks.json'

/**
 * Answers GET and HEAD of the public key set from ready bytes. They are rendered again only after a key came or went, which
 * makes another set (key-ring.ts).
 * @returns a function that is false when the request asks for something else
 */
export function directJwks({ config, keys, log }: Pick<Deps, 'config' | 'keys' | 'log'>) {
	let rendered: Deps['keys']['publicJwks'] | undefined
	let body = Buffer.alloc(0)
	let head: string[] = []

	function render(): void {
		rendered = keys.publicJwks
		body = Buffer.from(JSON.stringify(rendered))
		head = Object.entries({
			...corsHeaders,
			...securityHeaders('api', config),
			...publicCaching,
			'content-type': 'application/json',
			'content-length': String(body.length),
		}).flat()
	}

	return (request: IncomingMessage, response: ServerResponse): boolean => {
		const { url, method } = request
		if (url !== path || (method !== 'GET' && method !== 'HEAD')) return false
		const started = performance.now()
		if (rendered !== keys.publicJwks) render()
		const requestId = randomUUID()
		response.writeHead(200, [...head, 'sb-request-id', requestId])
		response.end(method === 'GET' ? body : undefined)
		const ms = Math.round(performance.now() - started)
		log.debug({ requestId, method, path, status: 200, ms }, 'request')
		return true
	}
}
