import pg from 'pg'
import type { Outcome } from './sql-session.ts'

/** Unnests any array to the texts of its elements. */
const readArray = (pg.types.getTypeParser as (type: number) => (text: string) => unknown)(1009)
const bool = 16
const json = new Set([114, 3802])
const numeric = new Set([20, 21, 23, 26, 700, 701, 1700])
/** Array types of the element types that are not strings in JSON, and of the commonest strings. */
const elements: Record<number, number> = {
	1000: bool,
	1016: 20,
	1005: 21,
	1007: 23,
	1028: 26,
	1021: 700,
	1022: 701,
	1231: 1700,
	199: 114,
	3807: 3802,
	1009: 25,
	1015: 25,
	2951: 25,
}

/** A result as one line of JSON. Numbers keep every digit; values without a JSON form are PostgreSQL's text. */
export function outcomeJson({ command, rowCount, columns, rows }: Outcome): string {
	const lines = rows.map((row) => {
		const fields = new Map(columns.map(({ name, type }, index) => [name, valueJson(type, row[index] ?? null)]))
		return `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
	})
	return `{"command":${JSON.stringify(command)},"rowCount":${rowCount},"rows":[${lines.join(',')}]}`
}

function valueJson(type: number, text: string | null): string {
	if (text === null) return 'null'
	if (type === bool) return text === 't' ? 'true' : 'false'
	// Excludes NaN and Infinity.
	if (numeric.has(type) && /^-?\d/.test(text)) return text
	// Line breaks are whitespace between JSON values.
	if (json.has(type)) return text.replace(/[\r\n]+/g, ' ')
	const element = elements[type]
	return element === undefined ? JSON.stringify(text) : arrayJson(element, text)
}

function arrayJson(element: number, text: string): string {
	const write = (part: unknown): string =>
		Array.isArray(part) ? `[${part.map(write).join(',')}]` : valueJson(element, part as string)
	// Array bounds other than from 1 come first: [0:1]={a,b}.
	return write(readArray(text.replace(/^\[.*?\]=/, '')))
}
