import { FileRefused } from '#product/imports/table/file-refused.ts'
import { jsonLimits, jsonTableLimits, tableLimits } from '#shared/parser-limits.ts'

/**
 * Checks JSON with rows before it is parsed, piece by piece: how deep it is nested, how long and wide a row is, and how many members the
 * object around the lists has. It counts brackets and commas outside of texts; whether they are in order is the parser's matter.
 * @param first the character that the file begins with
 * @returns the check of the next piece, which throws FileRefused
 */
export function createJsonGuard(first: string): (piece: string) => void {
	const rowDepth = first === '[' ? 1 : 2
	let depth = 0
	let isText = false
	let isEscaped = false
	let values = 0
	let members = 0
	let before = 0
	let rowStart = 0

	function noteValue(at: number): void {
		if (depth > rowDepth) {
			if (++values > jsonTableLimits.valuesOfRow) throw tooLarge('A row', jsonTableLimits.valuesOfRow, 'values')
			return
		}
		values = 0
		rowStart = before + at
		if (depth < rowDepth && ++members > jsonTableLimits.members)
			throw tooLarge('The file', jsonTableLimits.members, 'members around its lists')
	}

	return (piece) => {
		for (let at = 0; at < piece.length; at++) {
			const code = piece.charCodeAt(at)
			if (isText) {
				if (isEscaped) isEscaped = false
				else if (code === 0x5c) isEscaped = true
				else if (code === 0x22) isText = false
			} else if (code === 0x22) isText = true
			// [ and {
			else if (code === 0x5b || code === 0x7b) {
				if (++depth > jsonLimits.depth) throw tooDeep()
				if (depth > rowDepth + 1) noteValue(at)
			}
			// ] and }
			else if (code === 0x5d || code === 0x7d) depth--
			else if (code === 0x2c) noteValue(at)
		}
		before += piece.length
		if (before - rowStart > tableLimits.rowLength) throw tooLarge('A row', tableLimits.rowLength, 'characters')
	}
}

const tooDeep = () => new FileRefused(`This JSON is nested deeper than ${jsonLimits.depth} levels.`)

function tooLarge(what: string, most: number, parts: string): FileRefused {
	return new FileRefused(`${what} has more than ${most.toLocaleString('en')} ${parts}.`)
}
