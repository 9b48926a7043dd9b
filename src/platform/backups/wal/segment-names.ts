import { encryptedEnding } from '#platform/backups/encryption.ts'

/** Folder of the write-ahead log in a target. */
export const walFolder = 'wal'

/** A segment in a target: all transactions of before `archivedAt` are in it or in an earlier one. */
export type ArchivedSegment = { name: string; stream: string; segment: string; archivedAt: number }

const pattern = /^wal\/([0-9a-f]{16})-([0-9A-F]{24})-(\d+)\.gz(\.age)?$/

/** Name of a segment in the target. */
export function nameSegment(stream: string, segment: string, key: string | undefined): string {
	return `${walFolder}/${stream}-${segment}-${Date.now()}.gz${key ? encryptedEnding : ''}`
}

/** @returns nothing for other files */
export function parseSegmentName(name: string): ArchivedSegment | undefined {
	const [, stream, segment, at] = pattern.exec(name) ?? []
	return stream && segment ? { name, stream, segment, archivedAt: Number(at) } : undefined
}

/** Name that PostgreSQL gives to the segment with a number. */
export function segmentFile(timeline: string, number: bigint, size: bigint): string {
	const perLog = 0x1_0000_0000n / size
	const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
	return `${timeline}${hex(number / perLog)}${hex(number % perLog)}`
}
