import { type FileLimits, FileRefused } from '#product/imports/table/file-refused.ts'
import { localName } from '#product/imports/table/markup/parse-markup.ts'
import type { RawBatches } from '#product/imports/table/table.ts'
import type { ZipParts } from '#product/imports/table/zip-parts.ts'
import { workbookLimits } from '#shared/parser-limits.ts'
import { cellText, numberText } from './cell-values.ts'
import { readPart } from './read-part.ts'
import { createRowCollector } from './sheet-row.ts'
import type { XlsxBook } from './xlsx-book.ts'

/** The filled rows of a sheet as it is unpacked. Formulas have the value that was last shown, and errors are empty. @throws FileRefused */
export async function* readXlsxSheet(zip: ZipParts, book: XlsxBook, part: string, limits: FileLimits): RawBatches {
	const rows = createRowCollector(limits)
	let line = 0
	let at = -1
	let type = ''
	let style = 0
	let text = ''
	let phonetic = 0
	let isText = false
	const handler = {
		open(tag: string, attributes: Record<string, string>) {
			const name = localName(tag)
			if (name === 'row') {
				line = Number(attributes.r) || line + 1
				at = -1
				rows.begin()
			} else if (name === 'c') {
				at = attributes.r ? columnOf(attributes.r) : at + 1
				type = attributes.t ?? 'n'
				style = Number(attributes.s ?? 0)
				text = ''
			} else if (name === 'rPh') phonetic++
			isText = name === 'v' || (name === 't' && phonetic === 0)
		},
		close(tag: string) {
			const name = localName(tag)
			isText = false
			if (name === 'c') rows.add(at, textOfCell(text, type, style, book))
			else if (name === 'row') rows.end(line)
			else if (name === 'rPh') phonetic--
		},
		text(piece: string) {
			if (!isText) return
			text += piece
			if (text.length > workbookLimits.textLength) throw new FileRefused('A cell of this workbook is too long.')
		},
	}
	for await (const _ of readPart(zip, part, handler)) if (rows.count() > 0) yield rows.take()
}

function textOfCell(text: string, type: string, style: number, { kinds, is1904, strings }: XlsxBook): string {
	if (text === '') return ''
	if (type === 's') return strings(Number(text))
	if (type === 'b') return text.trim() === '1' ? 'TRUE' : 'FALSE'
	if (type === 'e') return ''
	if (type === 'n') return numberText(text, kinds[style] ?? 'number', is1904)
	return cellText(text)
}

/** The place of a cell, from 0, by its reference such as `AB12`. */
function columnOf(reference: string): number {
	let column = 0
	for (let at = 0; at < 4; at++) {
		const letter = reference.charCodeAt(at) & ~0x20
		if (letter < 0x41 || letter > 0x5a) break
		column = column * 26 + letter - 0x40
	}
	return column - 1
}
