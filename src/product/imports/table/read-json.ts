import { JSONParser } from '@streamparser/json'
import { FileRefused } from './file-refused.ts'
import { createJsonGuard } from './json-guard.ts'
import { type RawRow, tidyHeading } from './read-csv.ts'

/** Levels of objects in a row whose values become columns, such as `reviewer.displayName`. */
const maxLevels = 3
/** Bytes in which the parser collects a text: one object for each character would take a hundred times as much. */
const bufferSize = 65_536

/** The columns of a JSON file in the order in which its objects name them; a reader adds to them. */
export type JsonColumns = { headings: string[]; at: Map<string, number>; most: number }

export function createJsonColumns(most: number): JsonColumns {
	return { headings: [], at: new Map(), most }
}

/**
 * The objects of a JSON text as it arrives: of an array, or of the arrays in an object.
 * @throws FileRefused when it is not JSON, has too many columns, or exceeds another limit
 */
export async function* readJson(text: AsyncIterable<string>, columns: JsonColumns): AsyncGenerator<RawRow> {
	let found: unknown[] = []
	let parser: JSONParser | undefined
	let check = (_: string) => {}
	let isEnded = false
	const open = (first: string | undefined) => {
		if (first !== '[' && first !== '{') throw notJson()
		check = createJsonGuard(first)
		const paths = [first === '[' ? '$.*' : '$.*.*']
		const made = new JSONParser({ paths, keepStack: false, stringBufferSize: bufferSize })
		made.onValue = ({ value, key }) => {
			if (typeof key === 'number') found.push(value)
		}
		made.onEnd = () => {
			isEnded = true
		}
		return made
	}
	for await (const piece of text) {
		const start = parser ? '' : piece.trimStart()
		if (!parser && start === '') continue
		parser ??= open(start[0])
		if (isEnded) {
			if (piece.trim() === '') continue
			throw notJson()
		}
		check(piece)
		write(parser, piece)
		for (const value of found) yield toRow(value, columns)
		found = []
	}
	if (!isEnded) throw notJson()
}

function write(parser: JSONParser, piece: string): void {
	try {
		parser.write(piece)
	} catch (cause) {
		throw notJson(cause)
	}
}

function notJson(cause?: unknown): FileRefused {
	const at = /at position "?(\d+)/.exec((cause as Error | undefined)?.message ?? '')?.[1]
	const where = at ? `, from character ${Number(at) + 1} on` : ''
	return new FileRefused(
		`This is not valid JSON${where}. A file has a list of objects, or an object with such a list.`,
		{
			cause,
		},
	)
}

function toRow(value: unknown, columns: JsonColumns): RawRow {
	if (!isObject(value)) return { line: null, cells: [], problem: 'not_an_object' }
	const cells: string[] = []
	addCells(value, '', 1, columns, cells)
	return { line: null, cells }
}

function addCells(object: Record<string, unknown>, path: string, level: number, columns: JsonColumns, cells: string[]) {
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
		cells[at] = Array.isArray(value) ? value.filter(isPlain).join(', ') : isPlain(value) ? String(value) : ''
	}
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}
