import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { productVersion } from '#platform/product-version.ts'
import { decodedBody } from './decoded-body.ts'
import { requestGuarded } from './guarded-request.ts'
import { BlockedAddress, isPublicAddress } from './public-address.ts'

/** Why an address was not fetched, in words for the person who gave it. It contains nothing of the answer. */
export class FetchRefused extends Error {
	/** The status that was answered, if that is the reason, and the seconds that the server asks to wait. */
	readonly status: number | undefined
	readonly retryAfter: number | undefined
	constructor(reason: string, { status, retryAfter }: { status?: number; retryAfter?: number | undefined } = {}) {
		super(reason)
		this.status = status
		this.retryAfter = retryAfter
	}
}

/** Limits of a fetch from an address that a user entered. */
export type FetchRules = {
	maxBytes: number
	/** For everything together, redirects too. */
	milliseconds: number
	accept: string
	/** True when private networks and other ports are allowed: the operator's choice. */
	allowPrivate: boolean
	/** Addresses that are allowed beside public ones, on any port: for tests. */
	mayConnect?: (ip: string) => boolean
	/** True when what follows the largest size is left out; otherwise a larger answer is refused. */
	isCut?: boolean
	/** The address of this server, which the one that is asked may want to know. */
	site?: string
	signal?: AbortSignal
}
export type Fetched = { url: URL; type: string; headers: IncomingHttpHeaders; bytes: Buffer }

const maxRedirects = 5
const version = productVersion()
/** Statuses after which the same request may succeed later. */
const passingStatuses = [408, 425, 429, 502, 503, 504]
const passingCodes = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']

/**
 * Fetches what is at an address that a person gave: http and https on their own ports, from public addresses only, which each redirect
 * is checked for again.
 * @throws FetchRefused, BlockedAddress, connection errors, and a TimeoutError
 */
export async function fetchGuarded(address: string, rules: FetchRules): Promise<Fetched> {
	const timeout = AbortSignal.timeout(rules.milliseconds)
	const signal = rules.signal ? AbortSignal.any([timeout, rules.signal]) : timeout
	let url = parse(address, rules)
	for (let redirects = 0; ; redirects++) {
		const mayConnect = (ip: string) => rules.allowPrivate || isPublicAddress(ip) || rules.mayConnect?.(ip) === true
		const headers = { accept: rules.accept, 'accept-encoding': 'identity', 'user-agent': userAgent(rules.site) }
		const found = await requestGuarded(url, { mayConnect, headers, signal }, (answer) => readAnswer(answer, rules))
		if ('bytes' in found) return { url, ...found }
		if (redirects === maxRedirects)
			throw new FetchRefused(`It leads from address to address, more than ${maxRedirects} times.`)
		url = parse(found.location, rules, url)
	}
}

/** Servers of pictures refuse clients that do not look like a browser. */
const userAgent = (site: string | undefined) =>
	`Mozilla/5.0 (compatible; Plaudit/${version}${site ? `; +${site}` : ''})`

function parse(address: string, { allowPrivate, mayConnect }: FetchRules, base?: URL): URL {
	const url = URL.parse(address, base)
	if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
		throw new FetchRefused('This is not a web address.')
	if (url.username || url.password) throw new FetchRefused('The address carries a name or password.')
	// The standard port of a protocol is left out of a URL.
	if (url.port !== '' && !allowPrivate && !mayConnect) throw new FetchRefused('The address names a port of its own.')
	return url
}

async function readAnswer(
	answer: IncomingMessage,
	{ maxBytes, isCut = false }: FetchRules,
): Promise<{ location: string } | Omit<Fetched, 'url'>> {
	const { statusCode = 0, headers } = answer
	if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) return { location: headers.location }
	if (statusCode !== 200) {
		const retryAfter = secondsToWait(headers['retry-after'])
		throw new FetchRefused(`The server answered ${statusCode}.`, { status: statusCode, retryAfter })
	}
	if (!isCut && Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
	const body = decodedBody(answer)
	if (!body) throw new FetchRefused('It is packed in a way that is not read here.')
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of body as AsyncIterable<Buffer>) {
		size += chunk.length
		if (size > maxBytes && !isCut) throw tooLarge(maxBytes)
		chunks.push(chunk)
		if (isCut && size >= maxBytes) break
	}
	return { type: headers['content-type'] ?? '', headers, bytes: Buffer.concat(chunks).subarray(0, maxBytes) }
}

function tooLarge(maxBytes: number): FetchRefused {
	return new FetchRefused(`It is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`)
}

/** Reads `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3). */
function secondsToWait(header: string | undefined): number | undefined {
	if (header === undefined) return undefined
	const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
	return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

/** True when the same fetch may succeed later: the server is busy, or did not answer to the end. */
export function isPassingFailure(error: unknown): boolean {
	if (error instanceof FetchRefused) return error.status !== undefined && passingStatuses.includes(error.status)
	const { name, code } = error as { name?: string; code?: string }
	return name === 'TimeoutError' || passingCodes.includes(code ?? '')
}

/** The seconds that the server asked to wait before the next attempt; 0 when it named none. */
export function retryAfterOf(error: unknown): number {
	return (error instanceof FetchRefused && error.retryAfter) || 0
}

/** Why a fetch failed, in words. */
export function fetchFailure(error: unknown): string {
	if (error instanceof FetchRefused) return error.message
	if (error instanceof BlockedAddress) return 'It leads to a private network.'
	if (/^(Z_|ERR_BROTLI|ERR__|ZSTD_)/.test((error as { code?: string }).code ?? '')) return 'It is packed, and damaged.'
	return (error as Error).name === 'TimeoutError' ? 'It did not answer in time.' : 'It could not be reached.'
}
