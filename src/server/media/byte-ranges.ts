/** Bytes of a file, both ends included. */
export type ByteRange = { from: number; to: number }

/** More pieces than any player or download manager asks for at once. */
const mostRanges = 16

/**
 * Reads a Range header (RFC 9110 §14.2). Other units, nonsense, too many ranges, and ranges that together ask for more than
 * there is, are ignored, as the standard allows: nothing then means the whole.
 * @param size bytes of the whole
 */
export function parseRanges(
	header: string | undefined,
	size: number,
): ByteRange[] | 'unsatisfiable' | undefined {
	const list = /^bytes=([\d\s,-]+)$/i.exec(header ?? '')?.[1]?.split(',') ?? []
	const parsed = list.map((one) => parseRange(one.trim(), size))
	if (parsed.length === 0 || parsed.length > mostRanges || parsed.includes(undefined))
		return undefined
	const ranges = parsed.filter((one) => one !== 'unsatisfiable' && one !== undefined)
	if (ranges.length === 0) return 'unsatisfiable'
	const asked = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
	return ranges.length > 1 && asked > size ? undefined : ranges
}

function parseRange(text: string, size: number): ByteRange | 'unsatisfiable' | undefined {
	const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(text) ?? []
	if (first === '' && last === '') return undefined
	if (first === '') {
		const length = Math.min(Number(last), size)
		return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 }
	}
	const from = Number(first)
	if (last !== '' && Number(last) < from) return undefined
	if (from >= size) return 'unsatisfiable'
	return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
