import type { IncomingMessage } from 'node:http'
import { AuthError } from '#platform/auth/errors.ts'
import { FetchProblem, guardedRequest, readAll } from '#platform/auth/providers/guarded-fetch.ts'
import type { Config } from '#platform/config/config.ts'
import { BlockedAddress } from '#platform/http/public-address.ts'

const milliseconds = 5000
const headers = { accept: 'application/samlmetadata+xml, application/xml', 'user-agent': 'saml' }

/**
 * Fetches the metadata of an identity provider: from public addresses over https only, unless
 * SAML_ALLOW_PRIVATE_METADATA is set, and without redirects.
 * @throws AuthError 400 saml_metadata_fetch_failed
 */
export async function fetchMetadata(config: Config, address: string): Promise<string> {
	try {
		const signal = AbortSignal.timeout(milliseconds)
		return await guardedRequest(new URL(address), config.SAML_ALLOW_PRIVATE_METADATA, { headers, signal }, readText)
	} catch (cause) {
		const message = `error fetching SAML Metadata from URL '${address}'`
		const text =
			cause instanceof UnexpectedStatus ? `HTTP ${cause.message} ${message}` : `${message}: ${reasonOf(cause)}`
		throw new AuthError(400, 'saml_metadata_fetch_failed', text, { cause })
	}
}

/** Its message is the status. */
class UnexpectedStatus extends Error {}

function reasonOf(cause: unknown): string {
	if (cause instanceof FetchProblem || cause instanceof BlockedAddress) return cause.message
	if (cause instanceof Error && cause.name === 'TimeoutError') return 'no answer in time'
	return 'it cannot be reached'
}

async function readText(response: IncomingMessage): Promise<string> {
	if (response.statusCode !== 200) throw new UnexpectedStatus(`${response.statusCode}`)
	const bytes = await readAll(response)
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		throw new FetchProblem('it is not UTF-8')
	}
}
