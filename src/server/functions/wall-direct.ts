import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '#server/deps.ts'
import { chooseEncoding, encode } from '#server/http/compress.ts'
import { corsHeaders } from '#server/http/cors.ts'
import { openDirect } from '#server/http/direct.ts'
import { hasEtag } from '#server/http/etag.ts'
import { logFailure, wordError } from '#server/http/render-error.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import type { WallRequest } from './load-wall.ts'
import { etagOf } from './public-json.ts'
import { noWall, type WallService, wallCacheControl } from './wall.ts'
import { isCursor } from './wall-cursor.ts'

const byName = /^\/functions\/v1\/wall\?slug=([a-z0-9-]{3,63})(?:&cursor=([\w-]{1,200}))?$/
const byId =
	/^\/functions\/v1\/wall\?id=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:&cursor=([\w-]{1,200}))?$/

/**
 * Node's own door to walls as JSON, for a wall that is known and a caller who shows no key: the answer is the one that
 * the app would give, at half the processor time.
 * @returns a function that is false when it leaves the request to the app
 */
export function directWall(deps: Deps, walls: WallService) {
	const fixed = {
		...corsHeaders,
		...securityHeaders('api', deps.config),
		vary: 'accept-encoding',
	}
	const json = { 'content-type': 'application/json' }

	return (request: IncomingMessage, response: ServerResponse): boolean => {
		const { method, url = '', headers } = request
		if (method !== 'GET' || !url.startsWith('/functions/v1/wall?')) return false
		// Whether a key is good is the app's question.
		if (headers.apikey !== undefined || headers.authorization !== undefined) return false
		const asked = readAddress(url)
		if (!asked || !walls.isKnown(asked)) return false
		const exchange = openDirect(deps, request, response)
		const answer = async () => {
			const body = await walls.read(asked)
			if (!body) throw noWall()
			const etag = etagOf(body)
			const own = { ...fixed, 'cache-control': wallCacheControl, etag }
			if (hasEtag(headers['if-none-match'], etag)) return exchange.send(304, own, null)
			const coding = chooseEncoding(headers['accept-encoding'])
			const coded = coding && (await encode(body, coding))
			const whole = coded ? { ...own, ...json, 'content-encoding': coding } : { ...own, ...json }
			exchange.send(200, whole, coded || body)
		}
		answer()
			.catch((error: unknown) => {
				logFailure(deps.log, error, exchange.requestId)
				const { status, headers: own, body } = wordError(error)
				exchange.send(status, { ...fixed, ...json, ...own }, JSON.stringify(body))
			})
			.catch(exchange.fail)
		return true
	}
}

function readAddress(url: string): WallRequest | null {
	const [, slug, cursor] = byName.exec(url) ?? []
	if (cursor !== undefined && !isCursor(cursor)) return null
	if (slug !== undefined) return { slug, cursor }
	const [, id, after] = byId.exec(url) ?? []
	if (id === undefined || (after !== undefined && !isCursor(after))) return null
	return { id, cursor: after }
}
