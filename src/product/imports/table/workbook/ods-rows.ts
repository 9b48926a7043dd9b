import { type FileLimits, FileRefused } from '#product/imports/table/file-refused.ts'
import type { RawBatches } from '#product/imports/table/table.ts'
import type { ZipParts } from '#product/imports/table/zip-parts.ts'
import { workbookLimits } from '#shared/parser-limits.ts'
import { numberText } from './cell-values.ts'
import { readPart } from './read-part.ts'
import { createRowCollector } from './sheet-row.ts'

type Attributes = Record<string, string>
/** Elements within a cell that are none of its text. */
const aside = new Set(['office:annotation', 'draw:frame', 'draw:custom-shape', 'text:ruby-text', 'text:note'])

/**
 * The filled rows of one sheet of content.xml (OpenDocument 1.3) as it is unpacked. Rows and cells that are said to be repeated are, but empty
 * ones only move the place of the next.
 * @param onSheet is called with the name of each sheet
 */
export async function* readOdsRows(
	zip: ZipParts,
	wanted: number | 'names',
	limits: FileLimits,
	onSheet: (name: string) => void = () => {},
): RawBatches {
	const rows = createRowCollector(limits)
	let sheet = -1
	let tables = 0
	let line = 0
	let at = 0
	let cells: { at: number; text: string; times: number }[] = []
	let rowTimes = 1
	let cell: { attributes: Attributes; text: string; paragraphs: number } | undefined
	let skipped = 0
	const isWanted = () => sheet === wanted && tables === 1
	const endRow = () => {
		const times = cells.length === 0 ? 1 : Math.min(rowTimes, limits.rows + 1)
		const count = cells.reduce((sum, { times: wide }) => sum + wide, 0)
		if (count * times > workbookLimits.repeatedCells)
			throw new FileRefused('This sheet repeats a row too many times. Delete the rows below the table.')
		for (let time = 0; time < times; time++) {
			rows.begin()
			for (const { at: first, text, times: wide } of cells)
				for (let more = 0; more < wide; more++) rows.add(first + more, text)
			rows.end(line + time + 1)
		}
		line += rowTimes
	}
	const handler = {
		open(name: string, attributes: Attributes) {
			if (aside.has(name)) skipped++
			else if (name === 'table:table') {
				if (++tables !== 1) return
				sheet++
				line = 0
				onSheet(attributes['table:name'] ?? '')
			} else if (!isWanted()) return
			else if (name === 'table:table-row') {
				rowTimes = repeats(attributes['table:number-rows-repeated'])
				at = 0
				cells = []
			} else if (name === 'table:table-cell' || name === 'table:covered-table-cell')
				cell = { attributes, text: '', paragraphs: 0 }
			else if (!cell || skipped > 0) return
			else if (name === 'text:p' || name === 'text:h') cell.text += cell.paragraphs++ > 0 ? '\n' : ''
			else if (name === 'text:line-break') cell.text += '\n'
			else if (name === 'text:tab') cell.text += ' '
			else if (name === 'text:s') cell.text += ' '.repeat(Math.min(100, repeats(attributes['text:c'])))
		},
		close(name: string) {
			if (aside.has(name)) skipped--
			else if (name === 'table:table') tables--
			else if (!isWanted()) return
			else if (name === 'table:table-row') endRow()
			else if (cell && (name === 'table:table-cell' || name === 'table:covered-table-cell')) {
				const times = repeats(cell.attributes['table:number-columns-repeated'])
				const text = textOfCell(cell)
				if (text.trim() !== '') cells.push({ at, text, times: Math.min(times, limits.columns + 1) })
				at += times
				cell = undefined
			}
		},
		text(part: string) {
			if (!cell || skipped > 0 || cell.paragraphs === 0) return
			cell.text += part
			if (cell.text.length > workbookLimits.textLength) throw new FileRefused('A cell of this workbook is too long.')
		},
	}
	for await (const _ of readPart(zip, 'content.xml', handler)) {
		if (rows.count() > 0) yield rows.take()
		if (wanted !== 'names' && sheet > wanted) return
	}
}

/** The sheets' own limit of 1,048,576 rows bounds every number that is said. */
function repeats(text: string | undefined): number {
	const count = Number(text ?? 1)
	return Number.isInteger(count) && count >= 1 ? Math.min(count, 1_048_576) : 1
}

function textOfCell({ attributes, text }: { attributes: Attributes; text: string }): string {
	const type = attributes['office:value-type'] ?? attributes['calcext:value-type']
	const value = attributes['office:value'] ?? ''
	if (attributes['calcext:value-type'] === 'error') return ''
	if (type === 'float' || type === 'currency') return numberText(value, 'number', false)
	if (type === 'percentage') return numberText(value, 'percent', false)
	if (type === 'boolean') return (attributes['office:boolean-value'] ?? '').toUpperCase()
	if (type === 'date') return dateText(attributes['office:date-value'] ?? text)
	if (type === 'time') return timeText(attributes['office:time-value'] ?? '') ?? text
	return text.replaceAll('\u00a0', ' ')
}

/** A date without the fraction of its seconds, and a midnight as a day. */
const dateText = (value: string) => value.replace(/\.\d+$/, '').replace(/T00:00:00$/, '')

function timeText(value: string): string | undefined {
	const [, hours = '', minutes = '', seconds = ''] = /^PT(\d+)H(\d+)M(\d+)/.exec(value) ?? []
	return hours === '' ? undefined : [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')
}
