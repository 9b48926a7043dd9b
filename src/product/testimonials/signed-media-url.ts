import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import { publicFileUrl } from '#shared/public-file-url.ts'

const lifetimeSeconds = 3600

/** A URL of a file that works for an hour, even while the testimonial is not public. */
export function signMediaUrl(secret: Buffer, path: string, now = Date.now()): string {
	// Rounded to quarters of an hour, so that browsers can cache the file across pages.
	const until = Math.ceil(now / 900_000) * 900 + lifetimeSeconds
	return `${publicFileUrl('photos', path)}?until=${until}&key=${sign(secret, path, until)}`
}

/** True when the query of a URL is a valid signature for this file. */
export function isMediaUrlValid(
	secret: Buffer,
	path: string,
	{ until = '', key = '' }: { until?: string; key?: string },
	now = Date.now(),
): boolean {
	if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 < now) return false
	const expected = Buffer.from(sign(secret, path, Number(until)))
	const actual = Buffer.from(key)
	return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function sign(secret: Buffer, path: string, until: number): string {
	return keyedHash(secret).update(`media\n${path}\n${until}`).digest('base64url')
}
