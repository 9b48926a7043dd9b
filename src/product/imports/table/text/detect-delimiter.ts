import papa from 'papaparse'
import { type ImportDelimiter, importDelimiters } from '#shared/import/import-api.ts'

const sampledRows = 50

/** The line `sep=` that Excel writes and reads, with the character that it names. */
const namedSeparator = /^"?sep=(.)"?\n/i

/** The character between the cells, and the characters before the first row. */
export type Separator = { delimiter: string; skip: number }

/** The character between the cells: that of a line `sep=`, else the one that makes most rows alike. */
export function detectDelimiter(sample: string, chosen?: ImportDelimiter | null): Separator {
	const named = namedSeparator.exec(sample)
	const skip = named?.[0].length ?? 0
	if (chosen) return { delimiter: chosen, skip }
	if (named?.[1]) return { delimiter: named[1], skip }
	let best = { delimiter: ',', share: 0, width: 1 }
	for (const delimiter of importDelimiters) {
		const { share, width } = usualWidth(sample, delimiter)
		if (width < 2) continue
		const isBetter = share > best.share + 0.1 || (share > best.share - 0.1 && width > best.width)
		if (isBetter) best = { delimiter, share, width }
	}
	return { delimiter: best.delimiter, skip: 0 }
}

/** The most frequent number of cells, and the share of the rows that have it. */
function usualWidth(sample: string, delimiter: string): { share: number; width: number } {
	const { data } = papa.parse<string[]>(sample, {
		delimiter,
		newline: '\n',
		preview: sampledRows,
		skipEmptyLines: 'greedy',
	})
	const counts = new Map<number, number>()
	for (const { length } of data) counts.set(length, (counts.get(length) ?? 0) + 1)
	const [width, rows] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [1, 0])
	return { share: rows / Math.max(1, data.length), width }
}
