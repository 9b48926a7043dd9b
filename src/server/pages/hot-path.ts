import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '#server/deps.ts'
import { chooseEncoding } from '#server/http/compress.ts'
import { hasEtag } from '#server/http/etag.ts'
import { readWallAddress } from './wall-address.ts'
import type { Coding, ReadyAnswer } from './wall-cache.ts'
import { wallPages } from './wall-pages.ts'

/**
 * Answers what is asked most, walls and embeds that are ready as bytes, before anything else runs: one look-up, one
 * write. Everything else, also a wall that is not ready, goes its ordinary way.
 * @returns false when it did not answer
 */
export async function createHotPath(
	deps: Deps,
): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
	const { cache, make } = await wallPages(deps)

	return (request, response) => {
		const { url = '', method } = request
		// The two letters that every address of ours begins with, so that other requests pay next to nothing.
		const second = url.charCodeAt(1)
		if ((second !== 119 && second !== 101) || (method !== 'GET' && method !== 'HEAD')) return false
		const address = readWallAddress(url)
		if (!address) return false
		const coding = codingFor(request.headers['accept-encoding'])
		const ready = cache.find(address.key, coding)
		if (ready) {
			write(request, response, ready)
			return true
		}
		if (!cache.page(address.key)) return false
		make(address, coding).then(
			(answer) => (answer ? write(request, response, answer) : response.destroy()),
			() => response.destroy(),
		)
		return true
	}
}

function write(request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer): void {
	if (hasEtag(request.headers['if-none-match'], answer.etag)) {
		response.writeHead(304, answer.notModified)
		response.end()
		return
	}
	response.writeHead(200, answer.headers)
	response.end(request.method === 'HEAD' ? undefined : answer.body)
}

const codings = new Map<string, Coding>()

/** Browsers send a handful of different headers, so each is understood once. */
export function codingFor(accept: string | undefined): Coding {
	if (accept === undefined) return 'identity'
	const known = codings.get(accept)
	if (known) return known
	const coding = chooseEncoding(accept) ?? 'identity'
	if (codings.size < 200) codings.set(accept, coding)
	return coding
}
