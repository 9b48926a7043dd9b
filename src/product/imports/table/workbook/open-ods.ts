import { type FileLimits, FileRefused } from '#product/imports/table/file-refused.ts'
import type { ChosenReading, Table } from '#product/imports/table/table.ts'
import type { ZipParts } from '#product/imports/table/zip-parts.ts'
import { readOdsRows } from './ods-rows.ts'
import { openWorkbook } from './open-workbook.ts'
import { readPart } from './read-part.ts'

/** Opens a workbook of OpenDocument, as LibreOffice writes it. @throws FileRefused */
export async function openOds(zip: ZipParts, limits: FileLimits, choices: ChosenReading): Promise<Table> {
	if (await hasPassword(zip))
		throw new FileRefused('This workbook has a password. Save it without one, or as .xlsx or CSV.')
	const sheets: string[] = []
	for await (const _ of readOdsRows(zip, 'names', limits, (name) => sheets.push(name)));
	return openWorkbook({ format: 'ods', sheets, read: (at) => readOdsRows(zip, at, limits) }, limits, choices)
}

async function hasPassword(zip: ZipParts): Promise<boolean> {
	const manifest = 'META-INF/manifest.xml'
	let isFound = zip.names.includes('encrypted-package')
	if (isFound || !zip.names.includes(manifest)) return isFound
	const handler = {
		open(name: string) {
			if (name.endsWith(':encryption-data')) isFound = true
		},
		close() {},
		text() {},
	}
	for await (const _ of readPart(zip, manifest, handler)) if (isFound) return true
	return isFound
}
