import { printable } from './printable-text.ts'
import type { Outcome } from './sql-session.ts'

/** Right-aligned types: integers, fractions, money, object ids. */
const numeric = new Set([20, 21, 23, 26, 700, 701, 790, 1700])
const wide =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u
const graphemes = new Intl.Segmenter()

/** Formats a result like psql: an aligned table, or the command tag. */
export function outcomeText({ command, columns, rows }: Outcome): string {
	if (columns.length === 0 && !/^select/i.test(command)) return command
	const table = rows.map((row) => row.map((value) => cellLines(value ?? '')))
	const heads = columns.map(({ name }) => cellLines(name).join(' '))
	const widths = heads.map((head, index) => Math.max(widthOf(head), ...longest(table.map((row) => row[index] ?? []))))
	const isRight = columns.map(({ type }) => numeric.has(type))
	return [
		heads.map((head, index) => ` ${center(head, widths[index] ?? 0)} `).join('|'),
		widths.map((width) => '-'.repeat(width + 2)).join('+'),
		...table.flatMap((row) => rowLines(row, widths, isRight)),
		`(${rows.length} row${rows.length === 1 ? '' : 's'})`,
	]
		.map((line) => line.trimEnd())
		.join('\n')
}

/** Spreading all rows would exceed the number of arguments of a call. */
function longest(cells: string[][]): number[] {
	return [cells.reduce((most, lines) => lines.reduce((m, line) => Math.max(m, widthOf(line)), most), 0)]
}

/** A value of several lines continues below, marked by a plus sign. */
function rowLines(row: string[][], widths: number[], isRight: boolean[]): string[] {
	const height = Math.max(1, ...row.map((lines) => lines.length))
	return Array.from({ length: height }, (_, at) =>
		row
			.map((lines, index) => {
				const text = lines[at] ?? ''
				const gap = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)))
				const mark = at < lines.length - 1 ? '+' : ' '
				return isRight[index] ? ` ${gap}${text}${mark}` : ` ${text}${gap}${mark}`
			})
			.join('|'),
	)
}

/** Control characters are escaped: a value must not control the terminal. */
function cellLines(value: string): string[] {
	return value.split(/\r?\n/).map(printable)
}

/** Terminal columns of a text. */
export function widthOf(text: string): number {
	if (/^[\x20-\x7e]*$/.test(text)) return text.length
	let width = 0
	for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
	return width
}

function center(text: string, width: number): string {
	const gap = Math.max(0, width - widthOf(text))
	return `${' '.repeat(Math.floor(gap / 2))}${text}${' '.repeat(Math.ceil(gap / 2))}`
}
