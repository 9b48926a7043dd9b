import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { AuthError } from '#platform/auth/errors.ts'
import type { Config } from '#platform/config/config.ts'
import { BlockedAddress, createGuardedLookup, isPublicAddress } from '#platform/http/public-address.ts'

const maxBytes = 1024 * 1024
const milliseconds = 5000

/** Why metadata could not be fetched, for the administrator. It contains nothing of the response. */
class FetchProblem extends Error {}

/**
 * Fetches the metadata of an identity provider: from public addresses over https only, unless
 * SAML_ALLOW_PRIVATE_METADATA is set, and without redirects.
 * @throws AuthError 400 saml_metadata_fetch_failed
 */
export async function fetchMetadata(config: Config, address: string): Promise<string> {
	try {
		return await fetchText(new URL(address), config.SAML_ALLOW_PRIVATE_METADATA)
	} catch (cause) {
		const message = `error fetching SAML Metadata from URL '${address}'`
		const fetchFailed = (text: string) => new AuthError(400, 'saml_metadata_fetch_failed', text, { cause })
		if (cause instanceof UnexpectedStatus) throw fetchFailed(`HTTP ${cause.status} ${message}`)
		throw fetchFailed(`${message}: ${reasonOf(cause)}`)
	}
}

class UnexpectedStatus extends Error {
	readonly status: number
	constructor(status: number) {
		super(`answered ${status}`)
		this.status = status
	}
}

function reasonOf(cause: unknown): string {
	if (cause instanceof FetchProblem || cause instanceof BlockedAddress) return cause.message
	if (cause instanceof Error && cause.name === 'TimeoutError') return 'no answer in time'
	return 'it cannot be reached'
}

function fetchText(url: URL, allowPrivate: boolean): Promise<string> {
	const isSecure = url.protocol === 'https:'
	if (!isSecure && !(allowPrivate && url.protocol === 'http:')) throw new FetchProblem('it is not https')
	if (url.username || url.password) throw new FetchProblem('it carries credentials')
	// http is allowed for private networks only.
	const mayConnect = (address: string) => (isPublicAddress(address) ? isSecure : allowPrivate)
	const literal = url.hostname.replace(/^\[|\]$/g, '')
	// A literal address is not resolved, so `lookup` would not check it.
	if (/^[\d.]+$|:/.test(literal) && !mayConnect(literal)) throw new BlockedAddress(`${literal} is not a public address`)
	const signal = AbortSignal.timeout(milliseconds)
	const options = {
		lookup: createGuardedLookup(mayConnect),
		signal,
		agent: false,
		headers: { accept: 'application/samlmetadata+xml, application/xml', 'user-agent': 'saml' },
	}
	return new Promise((resolve, reject) => {
		const request = (isSecure ? requestSecure : requestPlain)(url, options, async (response) => {
			try {
				if (response.statusCode !== 200) throw new UnexpectedStatus(response.statusCode ?? 0)
				resolve(await readText(response))
			} catch (error) {
				reject(signal.aborted ? signal.reason : error)
			} finally {
				request.destroy()
			}
		})
		request.on('error', (error) => reject(signal.aborted ? signal.reason : error))
		request.end()
	})
}

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of stream) {
		size += chunk.length
		if (size > maxBytes) throw new FetchProblem('it is larger than 1 MiB')
		chunks.push(chunk)
	}
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
	} catch {
		throw new FetchProblem('it is not UTF-8')
	}
}
