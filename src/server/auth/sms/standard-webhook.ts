import { createHmac } from 'node:crypto'

/**
 * The headers that sign a body as Standard Webhooks wants it.
 * @param secret `v1,whsec_` and the key in base64; the first part may be missing
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
	const seal = createHmac('sha256', key).update(`${id}.${now}.${body}`).digest('base64')
	return {
		'webhook-id': id,
		'webhook-timestamp': String(now),
		'webhook-signature': `v1,${seal}`,
	}
}
