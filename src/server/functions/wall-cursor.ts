import type { Place } from './wall-queries.ts'

/**
 * Where a page of a wall begins. `offset` counts the items before it; `fixed` is a place in the hand-made order, and
 * otherwise the page continues after, or ends before, a testimonial in the order of publication.
 */
export type WallCursor = { offset: number } & (
	| { fixed: number }
	| { after: Place }
	| { before: Place }
)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/

/** Short enough for an address, opaque to everybody else. */
export function writeCursor(cursor: WallCursor): string {
	const place = 'after' in cursor ? cursor.after : 'before' in cursor ? cursor.before : null
	const parts = place
		? ['after' in cursor ? 'a' : 'b', cursor.offset, place.pinned ? 1 : 0, place.at, place.id]
		: ['f', cursor.offset, 'fixed' in cursor ? cursor.fixed : 0]
	return Buffer.from(parts.join('|')).toString('base64url')
}

/** @returns null for anything that `writeCursor` does not write */
export function readCursor(text: string): WallCursor | null {
	if (text.length > 200) return null
	const [kind, count, third, at = '', id = ''] = Buffer.from(text, 'base64url')
		.toString()
		.split('|')
	const offset = readCount(count)
	if (offset === null) return null
	if (kind === 'f') {
		const fixed = readCount(third)
		return fixed === null ? null : { offset, fixed }
	}
	if (!moment.test(at) || !uuid.test(id) || (third !== '0' && third !== '1')) return null
	const place = { pinned: third === '1', at, id }
	if (kind === 'a') return { offset, after: place }
	return kind === 'b' ? { offset, before: place } : null
}

function readCount(text: string | undefined): number | null {
	return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null
}
