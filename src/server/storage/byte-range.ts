/** Bytes of a file, both ends included. */
export type ByteRange = { from: number; to: number }

/**
 * Reads a Range header (RFC 9110 §14.2). Several ranges, other units and nonsense are ignored, as the standard allows.
 * @param size bytes of the whole
 */
export function parseRange(
	header: string | undefined,
	size: number,
): ByteRange | 'unsatisfiable' | undefined {
	const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replaceAll(' ', '') ?? '')
	if (!match) return undefined
	const [, first = '', last = ''] = match
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
