import { localName, type MarkupHandler } from '#product/imports/table/markup/parse-markup.ts'
import type { ZipParts } from '#product/imports/table/zip-parts.ts'
import { kindOfFormat, type NumberKind } from './cell-values.ts'
import { readPart } from './read-part.ts'
import { readSharedStrings, type SharedStrings } from './shared-strings.ts'

/** A workbook with all that the cells of its sheets need. */
export type XlsxBook = {
	sheets: { name: string; part: string }[]
	is1904: boolean
	/** Kinds of numbers by the style of a cell. */
	kinds: readonly NumberKind[]
	strings: SharedStrings
}

export async function readXlsxBook(zip: ZipParts): Promise<XlsxBook> {
	const main = zip.names.find((name) => /(^|\/)xl\/workbook\.xml$/i.test(name)) ?? 'xl/workbook.xml'
	const folder = main.slice(0, main.lastIndexOf('/') + 1)
	const targets = await readRelations(zip, `${folder}_rels/${main.slice(folder.length)}.rels`, folder)
	const sheets: { name: string; part: string; isHidden: boolean }[] = []
	let is1904 = false
	await readAll(zip, main, (tag, attributes) => {
		if (tag === 'workbookPr') is1904 = /^(?:1|true|on)$/i.test(attributes.date1904 ?? '')
		if (tag !== 'sheet') return
		const id = Object.entries(attributes).find(([name]) => name !== 'sheetId' && localName(name) === 'id')?.[1]
		const target = targets.get(id ?? '')
		if (target?.type === 'worksheet' && zip.names.includes(target.part))
			sheets.push({
				name: attributes.name ?? '',
				part: target.part,
				isHidden: (attributes.state ?? 'visible') !== 'visible',
			})
	})
	const partOf = (type: string) =>
		[...targets.values()].find((target) => target.type === type && zip.names.includes(target.part))?.part
	const styles = partOf('styles')
	return {
		// A hidden sheet is rather the list of a menu than the table.
		sheets: [...sheets.filter(({ isHidden }) => !isHidden), ...sheets.filter(({ isHidden }) => isHidden)],
		is1904,
		kinds: styles ? await readKinds(zip, styles) : [],
		strings: await readSharedStrings(zip, partOf('sharedStrings')),
	}
}

/** The parts that a workbook refers to, by the id of the relation. */
async function readRelations(zip: ZipParts, name: string, folder: string) {
	const targets = new Map<string, { type: string; part: string }>()
	if (!zip.names.includes(name)) return targets
	await readAll(zip, name, (tag, { Id = '', Type = '', Target = '' }) => {
		if (tag !== 'Relationship') return
		const part = Target.startsWith('/') ? Target.slice(1) : folder + Target.replace(/^\.\//, '')
		targets.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part })
	})
	return targets
}

async function readKinds(zip: ZipParts, name: string): Promise<NumberKind[]> {
	const codes = new Map<number, string>()
	const kinds: NumberKind[] = []
	let isCell = false
	await readAll(
		zip,
		name,
		(tag, attributes) => {
			if (tag === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
			if (tag === 'cellXfs') isCell = true
			if (tag !== 'xf' || !isCell) return
			const id = Number(attributes.numFmtId ?? 0)
			kinds.push(kindOfFormat(id, codes.get(id)))
		},
		(tag) => {
			if (tag === 'cellXfs') isCell = false
		},
	)
	return kinds
}

async function readAll(
	zip: ZipParts,
	part: string,
	open: MarkupHandler['open'],
	close: MarkupHandler['close'] = () => {},
): Promise<void> {
	const handler = {
		open: (tag: string, attributes: Record<string, string>) => open(localName(tag), attributes),
		close: (tag: string) => close(localName(tag)),
		text() {},
	}
	for await (const _ of readPart(zip, part, handler));
}
