import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import type { WallPosition } from './queries.ts'

/**
 * Where a page of a wall begins. `offset` counts the items before it, `size` is the page size. `fixed` is an index in the manual
 * order; otherwise the page continues after, or ends before, an item in the order of publication.
 */
export type WallCursor = { offset: number; size: number } & (
	| { fixed: number }
	| { after: WallPosition }
	| { before: WallPosition }
)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const timestampPattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/

const macBytes = 12

export type CursorCodec = ReturnType<typeof createCursorCodec>

/**
 * Signs cursors for one wall. With forged cursors, anybody could fill the cache with pages. A cursor contains the page size that
 * it was made for.
 * @param secret the installation's
 */
export function createCursorCodec(secret: Buffer) {
	const mac = (wall: string, text: string) =>
		keyedHash(secret).update(`wall cursor\n${wall}\n${text}`).digest().subarray(0, macBytes)
	return {
		write(wall: string, cursor: WallCursor): string {
			const text = writeParts(cursor)
			return Buffer.concat([mac(wall, text), Buffer.from(text)]).toString('base64url')
		},
		/** @returns null for a cursor that was not made for this wall */
		read(wall: string, text: string): WallCursor | null {
			const parts = openCursor(text)
			const isOurs = parts && timingSafeEqual(parts.mac, mac(wall, parts.text))
			return isOurs ? readParts(parts.text) : null
		},
	}
}

/** True for a text that has the form of a cursor. Its signature needs the id of the wall. */
export function isCursor(text: string): boolean {
	const parts = openCursor(text)
	return parts !== null && readParts(parts.text) !== null
}

function openCursor(text: string): { mac: Buffer; text: string } | null {
	if (text.length > 200) return null
	const bytes = Buffer.from(text, 'base64url')
	// Only the canonical base64url: its last character may carry unused bits.
	if (bytes.length <= macBytes || bytes.toString('base64url') !== text) return null
	return { mac: bytes.subarray(0, macBytes), text: bytes.subarray(macBytes).toString() }
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
	if (!timestampPattern.test(at) || !uuid.test(id) || (third !== '0' && third !== '1')) return null
	const place = { pinned: third === '1', at, id }
	if (kind === 'a') return { offset, size, after: place }
	return kind === 'b' ? { offset, size, before: place } : null
}

function readCount(text: string | undefined): number | null {
	return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null
}
