import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#server/keyed-hash.ts'
import type { Place } from './wall-queries.ts'

/**
 * Where a page of a wall begins. `offset` counts the items before it, `size` those that a page has; `fixed` is a place in the hand-made order, and
 * otherwise the page continues after, or ends before, a testimonial in the order of publication.
 */
export type WallCursor = { offset: number; size: number } & (
	| { fixed: number }
	| { after: Place }
	| { before: Place }
)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/

/**
 * Cursors of walls. Each is sealed for its wall: otherwise everybody could make as many as they like, and each would be another
 * page to keep. It says for pages of which size it was written.
 */
export type Cursors = {
	write(wall: string, cursor: WallCursor): string
	/** @returns null for any that was not written for this wall */
	read(wall: string, text: string): WallCursor | null
}

const sealBytes = 12

/** @param secret the installation's own */
export function createCursors(secret: Buffer): Cursors {
	const seal = (wall: string, text: string) =>
		keyedHash(secret).update(`wall cursor\n${wall}\n${text}`).digest().subarray(0, sealBytes)
	return {
		write(wall, cursor) {
			const text = writeParts(cursor)
			return Buffer.concat([seal(wall, text), Buffer.from(text)]).toString('base64url')
		},
		read(wall, text) {
			const parts = openCursor(text)
			const isOurs = parts && timingSafeEqual(parts.seal, seal(wall, parts.text))
			return isOurs ? readParts(parts.text) : null
		},
	}
}

/** Whether a text could be a cursor of some wall; which ones are ours, only their wall tells. */
export function isCursor(text: string): boolean {
	const parts = openCursor(text)
	return parts !== null && readParts(parts.text) !== null
}

function openCursor(text: string): { seal: Buffer; text: string } | null {
	if (text.length > 200) return null
	const bytes = Buffer.from(text, 'base64url')
	// One text for each cursor: the last letter may hold bits that mean nothing.
	if (bytes.length <= sealBytes || bytes.toString('base64url') !== text) return null
	return { seal: bytes.subarray(0, sealBytes), text: bytes.subarray(sealBytes).toString() }
}

function writeParts(cursor: WallCursor): string {
	const place = 'after' in cursor ? cursor.after : 'before' in cursor ? cursor.before : null
	const { offset, size } = cursor
	const parts = place
		? ['after' in cursor ? 'a' : 'b', offset, size, place.pinned ? 1 : 0, place.at, place.id]
		: ['f', offset, size, 'fixed' in cursor ? cursor.fixed : 0]
	return parts.join('|')
}

function readParts(text: string): WallCursor | null {
	const [kind, count, of, third, at = '', id = ''] = text.split('|')
	const offset = readCount(count)
	const size = readCount(of)
	if (offset === null || size === null) return null
	if (kind === 'f') {
		const fixed = readCount(third)
		return fixed === null ? null : { offset, size, fixed }
	}
	if (!moment.test(at) || !uuid.test(id) || (third !== '0' && third !== '1')) return null
	const place = { pinned: third === '1', at, id }
	if (kind === 'a') return { offset, size, after: place }
	return kind === 'b' ? { offset, size, before: place } : null
}

function readCount(text: string | undefined): number | null {
	return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null
}
