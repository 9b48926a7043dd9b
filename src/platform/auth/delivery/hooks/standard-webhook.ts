import { createHmac } from 'node:crypto'

/**
 * Headers that sign a body as in Standard Webhooks (https://www.standardwebhooks.com).
 * @param secret `v1,whsec_` and the key in base64; the prefix may be missing
 * @param id the same for every attempt to deliver one message
 * @param now unix seconds
 */
export function signWebhook(
	body: string,
	secret: string,
	id: string,
	now = Math.floor(Date.now() / 1000),
): Record<string, string> {
	const key = Buffer.from(secret.replace(/^(v1,)?whsec_/, ''), 'base64')
	const signature = createHmac('sha256', key).update(`${id}.${now}.${body}`).digest('base64')
	return {
		'webhook-id': id,
		'webhook-timestamp': String(now),
		'webhook-signature': `v1,${signature}`,
	}
}

/** One set of headers with a signature for each secret; receivers accept any that they know. */
export function signWithAll(body: string, secrets: readonly string[], id: string): Record<string, string> {
	const now = Math.floor(Date.now() / 1000)
	const signed = secrets.map((secret) => signWebhook(body, secret, id, now))
	const signatures = signed.map((headers) => headers['webhook-signature'])
	return { ...signed[0], 'webhook-signature': signatures.join(' ') }
}
