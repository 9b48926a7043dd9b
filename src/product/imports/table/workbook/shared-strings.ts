import { FileRefused } from '#product/imports/table/file-refused.ts'
import { localName } from '#product/imports/table/markup/parse-markup.ts'
import type { ZipParts } from '#product/imports/table/zip-parts.ts'
import { workbookLimits } from '#shared/parser-limits.ts'
import { cellText } from './cell-values.ts'
import { readPart } from './read-part.ts'

/** The texts that the cells of a workbook refer to, by number. */
export type SharedStrings = (index: number) => string

/** Reads the shared texts into bytes: as strings they would keep the pieces of the file that they were cut from. @throws FileRefused */
export async function readSharedStrings(zip: ZipParts, name: string | undefined): Promise<SharedStrings> {
	if (name === undefined) return () => ''
	let bytes = Buffer.allocUnsafe(64 * 1024)
	let ends = new Uint32Array(4096)
	let count = 0
	let size = 0
	let text = ''
	let phonetic = 0
	let isText = false
	const add = () => {
		const added = cellText(text)
		const needed = size + 3 * added.length
		if (size + added.length > workbookLimits.sharedBytes)
			throw new FileRefused(
				`The texts of this workbook are longer than ${workbookLimits.sharedBytes / 1024 / 1024} MB.`,
			)
		if (needed > bytes.length) bytes = Buffer.concat([bytes.subarray(0, size)], Math.max(needed, 2 * bytes.length))
		size += bytes.write(added, size)
		if (count === ends.length) {
			const longer = new Uint32Array(2 * count)
			longer.set(ends)
			ends = longer
		}
		ends[count++] = size
		text = ''
	}
	const handler = {
		open(tag: string) {
			const part = localName(tag)
			if (part === 'rPh') phonetic++
			isText = part === 't' && phonetic === 0
		},
		close(tag: string) {
			const part = localName(tag)
			isText = false
			if (part === 'rPh') phonetic--
			else if (part === 'si') add()
		},
		text(part: string) {
			if (!isText) return
			text += part
			if (text.length > workbookLimits.textLength) throw new FileRefused('A cell of this workbook is too long.')
		},
	}
	for await (const _ of readPart(zip, name, handler));
	return (index) =>
		index >= 0 && index < count ? bytes.toString('utf8', index > 0 ? ends[index - 1] : 0, ends[index]) : ''
}
