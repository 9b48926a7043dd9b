import { makeZip } from '#test/support/make-zip.ts'

type XlsxParts = {
	/** The rows of each sheet by its name, in XML. */
	sheets: Record<string, string>
	/** Shared texts, in XML. */
	strings?: string
	/** Codes of number formats, of which the cells of style 1, 2, … have one each. */
	formats?: string[]
	is1904?: boolean
	hidden?: string[]
	more?: Record<string, string | Buffer>
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A workbook of Excel with the parts that ECMA-376 asks for. */
export function makeXlsx({ sheets, strings, formats = [], is1904, hidden = [], more = {} }: XlsxParts): Buffer {
	const names = Object.keys(sheets)
	const sheetTags = names.map((name, at) => {
		const state = hidden.includes(name) ? ' state="hidden"' : ''
		return `<sheet name="${escape(name)}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`
	})
	const targets = names.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`))
	const codes = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escape(code)}"/>`)
	const styles = ['', ...formats].map((_, at) => `<xf numFmtId="${at === 0 ? 0 : 163 + at}"/>`)
	return makeZip({
		'[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
		'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${
			is1904 ? ' date1904="1"' : ''
		}/><sheets>${sheetTags.join('')}</sheets></workbook>`,
		'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}${relation(98, 'styles', 'styles.xml')}${
			strings === undefined ? '' : relation(99, 'sharedStrings', '/xl/sharedStrings.xml')
		}</Relationships>`,
		'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
		...(strings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings}</sst>` }),
		...Object.fromEntries(
			names.map((name, at) => [
				`xl/worksheets/sheet${at + 1}.xml`,
				`<worksheet xmlns="${main}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
			]),
		),
		...more,
	})
}

const relation = (id: number, type: string, target: string) =>
	`<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`

/** A row of texts that stand in their cells. */
export const textRow = (...cells: string[]) =>
	`<row>${cells.map((text) => `<c t="inlineStr"><is><t>${escape(text)}</t></is></c>`).join('')}</row>`

/** A workbook of OpenDocument. */
export function makeOds(tables: string, more: Record<string, string> = {}): Buffer {
	const namespaces = ['office', 'table', 'text', 'calcext', 'draw']
		.map((name) => `xmlns:${name}="urn:${name}"`)
		.join(' ')
	return makeZip({
		mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
		'content.xml': `<?xml version="1.0"?><office:document-content ${namespaces}><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
		...more,
	})
}

/** A sheet of OpenDocument. */
export const odsSheet = (name: string, rows: string) =>
	`<table:table table:name="${escape(name)}">${rows}</table:table>`

/** A row of texts. */
export const odsRow = (...cells: string[]) =>
	`<table:table-row>${cells
		.map((text) => `<table:table-cell office:value-type="string"><text:p>${escape(text)}</text:p></table:table-cell>`)
		.join('')}</table:table-row>`
