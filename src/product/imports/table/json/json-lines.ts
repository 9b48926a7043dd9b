import { FileRefused } from '#product/imports/table/file-refused.ts'
import { tableLimits } from '#shared/parser-limits.ts'

/** True for text of which each line is an object, as NDJSON has them. */
export function isJsonLines(sample: string): boolean {
	const [first = '', second = ''] = sample.split('\n', 8).filter((line) => line.trim() !== '')
	return isWholeObject(first) && second.trimStart().startsWith('{')
}

function isWholeObject(line: string): boolean {
	if (!line.trimStart().startsWith('{')) return false
	try {
		JSON.parse(line)
		return true
	} catch {
		return false
	}
}

/** The lines as one list, so that one parser with one set of limits reads both. */
export async function* listOfLines(text: AsyncIterable<string>): AsyncGenerator<string> {
	yield '['
	let isFirst = true
	let held = ''
	for await (const piece of text) {
		const lines = (held + piece).split('\n')
		held = lines.pop() ?? ''
		if (held.length > tableLimits.rowLength) throw new FileRefused('A line of this file is too long.')
		yield* listed(lines)
	}
	yield* listed([held])
	yield ']'

	function* listed(lines: readonly string[]): Generator<string> {
		const filled = lines.filter((line) => line.trim() !== '')
		if (filled.length === 0) return
		yield (isFirst ? '' : ',') + filled.join(',')
		isFirst = false
	}
}
