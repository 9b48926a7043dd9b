import { type FileLimits, FileRefused } from './file-refused.ts'
import { tidyHeading } from './tidy-heading.ts'

/** Levels of objects in a row whose values become columns, such as `reviewer.displayName`. */
const maxLevels = 3
/** The fields of an object in a list that hold its address, as media have them. */
const addressFields = ['url', 'src', 'href', 'original']

/** The columns of a file without a row of headings, in the order in which its rows name them; reading adds to them. */
export type NamedColumns = { headings: string[]; at: Map<string, number>; most: number }

export function createNamedColumns({ columns }: FileLimits): NamedColumns {
	return { headings: [], at: new Map(), most: columns }
}

/**
 * The cells of a row that names its values. A list of values is joined by commas, one of objects by their addresses.
 * @throws FileRefused when there are too many columns
 */
export function namedCells(row: Record<string, unknown>, columns: NamedColumns): string[] {
	const cells: string[] = []
	addCells(row, '', 1, columns, cells)
	return cells
}

function addCells(
	object: Record<string, unknown>,
	path: string,
	level: number,
	columns: NamedColumns,
	cells: string[],
): void {
	for (const [key, value] of Object.entries(object)) {
		const heading = tidyHeading(path + key)
		if (isObject(value)) {
			if (level < maxLevels) addCells(value, `${heading}.`, level + 1, columns, cells)
			continue
		}
		let at = columns.at.get(heading)
		if (at === undefined) {
			at = columns.headings.length
			if (at >= columns.most) throw new FileRefused(`The file has more than ${columns.most} columns.`)
			columns.headings.push(heading)
			columns.at.set(heading, at)
		}
		while (cells.length < at) cells.push('')
		cells[at] = cellOf(value)
	}
}

/** A value as the text of a cell; an object has none. */
export function cellOf(value: unknown): string {
	if (isPlain(value)) return String(value)
	if (!Array.isArray(value)) return ''
	return value
		.map((item) => (isObject(item) ? addressFields.map((field) => item[field]).find(isAddress) : item))
		.filter(isPlain)
		.join(', ')
}

const isAddress = (value: unknown) => typeof value === 'string' && value !== ''

const isPlain = (value: unknown) => ['string', 'number', 'bigint', 'boolean'].includes(typeof value)

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
