import { FileRefused } from '#product/imports/table/file-refused.ts'
import { markupLimits, tableLimits } from '#shared/parser-limits.ts'
import { parseMarkup } from './parse-markup.ts'

/** An element with its text and the elements in it. */
export type XmlRecord = { name: string; attributes: Record<string, string>; text: string; children: XmlRecord[] }

/**
 * The elements of some names, each with everything in it; what is around them is passed over.
 * @param names with their prefixes; an element within another of them belongs to that one
 * @throws FileRefused
 */
export async function* readXmlRecords(
	text: AsyncIterable<string>,
	names: ReadonlySet<string>,
): AsyncGenerator<XmlRecord> {
	const open: XmlRecord[] = []
	let found: XmlRecord[] = []
	let size = 0
	let count = 0
	const handler = {
		open(name: string, attributes: Record<string, string>) {
			const parent = open.at(-1)
			if (!parent && !names.has(name)) return
			if (!parent) size = count = 0
			if (++count > markupLimits.elementsOfRow) throw tooLarge('elements')
			const record = { name, attributes, text: '', children: [] }
			parent?.children.push(record)
			open.push(record)
		},
		close(name: string) {
			if (open.at(-1)?.name !== name) return
			const record = open.pop()
			if (record && open.length === 0) found.push(record)
		},
		text(part: string) {
			const record = open.at(-1)
			if (!record) return
			size += part.length
			if (size > tableLimits.rowLength) throw tooLarge('characters')
			record.text += part
		},
	}
	for await (const _ of parseMarkup(text, 'xml', handler)) {
		yield* found
		found = []
	}
}

const tooLarge = (parts: string) => new FileRefused(`A part of this XML has too many ${parts}.`)

/** The text of the first element of a name; undefined when there is none. */
export function textOf(record: XmlRecord | undefined, name: string): string | undefined {
	return record?.children.find((child) => child.name === name)?.text.trim()
}

export function childOf(record: XmlRecord, name: string): XmlRecord | undefined {
	return record.children.find((child) => child.name === name)
}
