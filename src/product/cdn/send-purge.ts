import type { Config } from '#platform/config/config.ts'
import { requestGuarded } from '#platform/http/guarded-request.ts'

const milliseconds = 5000

/**
 * Sends keys to CDN_PURGE_URL. The operator chose the address, so that it may be private; a redirect is a failure.
 * @throws when the answer is not 2xx, or none comes
 */
export async function sendPurge(config: Config, keys: readonly string[], signal: AbortSignal): Promise<void> {
	const { CDN_PURGE_URL, CDN_PURGE_TOKEN: token, CDN_PURGE_FORMAT: format } = config
	const names = { keys: 'keys', cloudflare: 'tags', fastly: 'surrogate_keys' }
	const credentials = format === 'fastly' ? { 'fastly-key': token } : { authorization: `Bearer ${token}` }
	const request = {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'user-agent': 'Plaudit (+purge)',
			...(token ? credentials : {}),
		},
		body: JSON.stringify({ [names[format]]: keys }),
		mayConnect: () => true,
		signal: AbortSignal.any([AbortSignal.timeout(milliseconds), signal]),
	}
	await requestGuarded(new URL(CDN_PURGE_URL ?? ''), request, async ({ statusCode = 0 }) => {
		if (statusCode < 200 || statusCode > 299) throw new Error(`CDN_PURGE_URL answered ${statusCode}.`)
	})
}
