import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#server/keyed-hash.ts'
import { publicFile } from '#shared/public-file.ts'

const lifeSeconds = 3600

/** An address of a medium that works for an hour, also while nobody else may see it. */
export function mediaLink(secret: Buffer, path: string, now = Date.now()): string {
	// Whole quarters of an hour, so that the browser's cache is of use from one page to the next.
	const until = Math.ceil(now / 900_000) * 900 + lifeSeconds
	return `${publicFile('photos', path)}?until=${until}&key=${sign(secret, path, until)}`
}

/** Whether the query of an address opens this medium now. */
export function opensMedia(
	secret: Buffer,
	path: string,
	{ until = '', key = '' }: { until?: string; key?: string },
	now = Date.now(),
): boolean {
	if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 < now) return false
	const expected = Buffer.from(sign(secret, path, Number(until)))
	const given = Buffer.from(key)
	return given.length === expected.length && timingSafeEqual(given, expected)
}

function sign(secret: Buffer, path: string, until: number): string {
	return keyedHash(secret).update(`media\n${path}\n${until}`).digest('base64url')
}
