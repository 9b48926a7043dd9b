import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { AuthError } from '#server/auth/errors.ts'
import type { Config } from '#server/config.ts'
import { AddressRefused, guardedLookup, isPublicAddress } from './public-address.ts'

const maxBytes = 1024 * 1024
const milliseconds = 5000

/** Why metadata did not come, in words for the administrator. Nothing of what the other side said is in them. */
class FetchProblem extends Error {}

/**
 * Reads the metadata that an identity provider publishes. Only the public internet over https is asked, unless the
 * operator allows machines of his own network; redirects are not followed.
 * @throws AuthError 400 saml_metadata_fetch_failed
 */
export async function fetchMetadata(config: Config, address: string): Promise<string> {
	try {
		return await get(new URL(address), config.SAML_ALLOW_PRIVATE_METADATA)
	} catch (cause) {
		const message = `error fetching SAML Metadata from URL '${address}'`
		const fetchFailed = (text: string) =>
			new AuthError(400, 'saml_metadata_fetch_failed', text, { cause })
		if (cause instanceof StatusProblem) throw fetchFailed(`HTTP ${cause.status} ${message}`)
		throw fetchFailed(`${message}: ${reasonOf(cause)}`)
	}
}

class StatusProblem extends Error {
	readonly status: number
	constructor(status: number) {
		super(`answered ${status}`)
		this.status = status
	}
}

function reasonOf(cause: unknown): string {
	if (cause instanceof FetchProblem || cause instanceof AddressRefused) return cause.message
	if (cause instanceof Error && cause.name === 'TimeoutError') return 'no answer in time'
	return 'it cannot be reached'
}

function get(url: URL, allowPrivate: boolean): Promise<string> {
	const isSecure = url.protocol === 'https:'
	if (!isSecure && !(allowPrivate && url.protocol === 'http:'))
		throw new FetchProblem('it is not https')
	if (url.username || url.password) throw new FetchProblem('it carries credentials')
	// Plain http is for one's own network alone.
	const mayConnect = (address: string) => (isPublicAddress(address) ? isSecure : allowPrivate)
	const literal = url.hostname.replace(/^\[|\]$/g, '')
	// A socket that is given an address asks no name server, and so would not ask us.
	if (/^[\d.]+$|:/.test(literal) && !mayConnect(literal))
		throw new AddressRefused(`${literal} is not a public address`)
	const signal = AbortSignal.timeout(milliseconds)
	const options = {
		lookup: guardedLookup(mayConnect),
		signal,
		agent: false,
		headers: { accept: 'application/samlmetadata+xml, application/xml', 'user-agent': 'saml' },
	}
	return new Promise((resolve, reject) => {
		const request = (isSecure ? requestSecure : requestPlain)(url, options, async (response) => {
			try {
				if (response.statusCode !== 200) throw new StatusProblem(response.statusCode ?? 0)
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
