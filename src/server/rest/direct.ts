import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '#server/deps.ts'
import { chooseEncoding, encode, isCompressible } from '#server/http/compress.ts'
import { corsHeaders } from '#server/http/cors.ts'
import { headerText, openDirect } from '#server/http/direct.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import type { RestAnswer, RestService } from './exchange.ts'

/** Plain names and a query without surprises. Whatever reads differently takes the ordinary way. */
const plainAddress = /^\/rest\/v1(\/(?:rpc\/)?\w+)((?:\?[!"$-~]*)?)$/

/**
 * Node's own door to the reads of rest/v1: the answer is the one that the app would give, without the objects of Fetch
 * and the layers of the app, which cost as much processor time as the transaction itself.
 * @returns a function that is false when it leaves the request to the app
 */
export function directReads(deps: Deps, service: RestService) {
	const fixed = { ...corsHeaders, ...securityHeaders('api', deps.config) }

	return (request: IncomingMessage, response: ServerResponse): boolean => {
		const { method = '', url = '', headers } = request
		if (method !== 'GET' && method !== 'HEAD') return false
		const [, path, search = ''] = plainAddress.exec(url) ?? []
		if (path === undefined) return false
		const exchange = openDirect(deps, request, response)
		service({
			method,
			path,
			search,
			headers: { get: (name) => headerText(headers[name]) ?? null },
			plainHeaders: headers,
			body: null,
			requestId: exchange.requestId,
			// Nobody asks: there is no body.
			ip: '',
		})
			.then((answer) => compress(answer, headers['accept-encoding']))
			.then(({ status, headers: own, body }) => exchange.send(status, { ...fixed, ...own }, body))
			.catch(exchange.fail)
		return true
	}
}

async function compress(answer: RestAnswer, accept: string | undefined): Promise<RestAnswer> {
	const { body, headers } = answer
	if (body === null || !isCompressible(String(headers['content-type'] ?? ''))) return answer
	headers.vary = headers.vary === undefined ? 'accept-encoding' : `${headers.vary}, accept-encoding`
	const encoding = accept === undefined ? undefined : chooseEncoding(accept)
	if (!encoding || /no-transform/.test(String(headers['cache-control'] ?? ''))) return answer
	const encoded = await encode(body, encoding)
	if (!encoded) return answer
	headers['content-encoding'] = encoding
	return { ...answer, body: encoded }
}
