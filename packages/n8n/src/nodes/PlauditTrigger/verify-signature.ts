import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds by which the clocks of both servers may differ. */
const tolerance = 300

/** True for a body that was signed with the secret within the last five minutes (https://www.standardwebhooks.com). */
export function hasValidSignature(
	secret: string,
	headers: Record<string, string | string[] | undefined>,
	body: Buffer,
	now = Date.now(),
): boolean {
	const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`])
	if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false
	if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > tolerance) return false
	const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
	if (key.length < 24) return false
	const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
	return signatures
		.split(' ', 10)
		.filter((signature) => signature.startsWith('v1,'))
		.some((signature) => {
			const given = Buffer.from(signature.slice(3), 'base64')
			return given.length === expected.length && timingSafeEqual(given, expected)
		})
}
