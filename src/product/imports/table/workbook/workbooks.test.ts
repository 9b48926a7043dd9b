import { describe, expect, it } from 'vitest'
import { makeOds, makeXlsx, odsRow, odsSheet, textRow } from '#test/support/tables/make-workbook.ts'
import { cellsOf, readTable } from '#test/support/tables/read-table.ts'

const cell = (content: string, attributes = '') => `<c ${attributes}>${content}</c>`
const value = (text: string | number, attributes = '') => cell(`<v>${text}</v>`, attributes)
const xlsx = (rows: string, more: Partial<Parameters<typeof makeXlsx>[0]> = {}) =>
	makeXlsx({ sheets: { Reviews: textRow('Name', 'Text', 'Date', 'Rating') + rows }, ...more })

describe('workbooks of Excel', () => {
	it('the first sheet with rows is read, or the chosen one, and all are named', async () => {
		const book = makeXlsx({
			sheets: {
				Lists: textRow('Yes', 'No'),
				Empty: '<row r="7"/>',
				'Müller & Co': textRow('Name', 'Text') + textRow('Ann', 'Good'),
				Old: textRow('Name', 'Text') + textRow('Bo', 'Fine'),
			},
			hidden: ['Lists'],
		})
		const table = await readTable(book)
		expect(table).toMatchObject({
			format: 'xlsx',
			encoding: null,
			delimiter: null,
			heading_row: 1,
			sheet: 'Müller & Co',
			sheets: ['Empty', 'Müller & Co', 'Old', 'Lists'],
			headings: ['Name', 'Text'],
		})
		expect(await cellsOf(book, { sheet: 'Old' })).toEqual([['Bo', 'Fine']])
		await expect(readTable(book, { sheet: 'None' })).rejects.toThrow('This workbook has no sheet "None".')
	})

	it('numbers, booleans, errors, formulas and texts of several parts become the text that is shown', async () => {
		const strings =
			'<si><t>Plain</t></si><si><r><t>In </t></r><r><rPr><b/></rPr><t xml:space="preserve">two parts</t></r></si>' +
			'<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>One_x000D_&#10;two</t></si>'
		const row = `<row r="3">${[
			value(0, 't="s"'),
			value(1, 't="s"'),
			value(2, 't="s"'),
			value(3, 't="s"'),
			value('4.1000000000000005'),
			value('4.0'),
			value('9038857732326123456'),
			value(1, 't="b"'),
			value('#N/A', 't="e"'),
			cell('<f>A1&amp;"b"</f><v>shown</v>', 't="str"'),
			cell('<f>1+1</f><v>2</v>'),
			value('0.8500000001', 's="1"'),
			value('1.7E+3'),
		].join('')}</row>`
		const [cells] = await cellsOf(xlsx(row, { strings, formats: ['0.0%'] }))
		expect(cells).toEqual([
			...['Plain', 'In two parts', '東京', 'One\ntwo', '4.1', '4', '9038857732326123456', 'TRUE', ''],
			...['shown', '2', '85.00000001%', '1700'],
		])
	})

	it.each([
		['yyyy-mm-dd', 45356, '2024-03-05'],
		['dd.mm.yyyy hh:mm', 45356.5868, '2024-03-05T14:05:00'],
		['[$-407]d. mmm yy', 45356, '2024-03-05'],
		['m/d/yy h:mm AM/PM', 45356.999988, '2024-03-05T23:59:59'],
		['dd"/"mm"/"yyyy;@', 60, '1900-02-28'],
		['dd.mm.yyyy', 1, '1900-01-01'],
		['hh:mm:ss', 0.5, '12:00:00'],
		['[h]:mm', 0.25, '06:00:00'],
		['"day" 0', 45356, '45356'],
		['0.00" \\d"', 4.5, '4.5'],
		['#,##0.00 [$€-407]', 12.5, '12.5'],
		['yyyy', -3, '-3'],
		['yyyy', 1e9, '1000000000'],
	])('a number with the format %s is a date only where the format says so', async (format, number, text) => {
		const row = `<row>${value('x')}${value('y')}${value(number, 's="1"')}</row>`
		const shown = (await cellsOf(xlsx(row, { formats: [format] })))[0]?.[2]
		expect(shown).toBe(format === 'dd"/"mm"/"yyyy;@' ? '1900-02-28' : text)
	})

	it('days are counted from 1904 where the workbook says so', async () => {
		const row = `<row>${value(43894.5, 's="1"')}</row>`
		expect(await cellsOf(xlsx(row, { formats: ['yyyy'], is1904: true }))).toEqual([['2024-03-05T12:00:00']])
	})

	it('cells stand in their columns, empty ones between them too, and lines are those of the sheet', async () => {
		const table = await readTable(
			xlsx(
				`<row r="5"><c r="B5" t="inlineStr"><is><t>b</t></is></c><c r="D5"><v>4</v></c></row><row r="9"><c r="F9"><v>6</v></c></row>`,
			),
		)
		expect(table.rows).toEqual([
			{ row: 1, line: 5, cells: ['', 'b', '', '4'] },
			{ row: 2, line: 9, cells: ['', '', '', '', '', '6'] },
		])
		expect(table.headings).toEqual(['Name', 'Text', 'Date', 'Rating', 'Column 5', 'Column 6'])
	})

	it('headings below a title are found, and names with a prefix are read', async () => {
		const sheet = textRow('Reviews of March') + textRow('Name', 'Text') + textRow('Ann', 'Good') + textRow('Bo', 'Fine')
		const prefixed = sheet.replace(/<(\/?)(row|c|is|t)\b/g, '<$1x:$2')
		const table = await readTable(makeXlsx({ sheets: { A: prefixed } }))
		expect(table).toMatchObject({ heading_row: 2, headings: ['Name', 'Text'] })
		expect(table.rows).toHaveLength(2)
	})

	it.each([
		['no worksheet at all', makeXlsx({ sheets: {} }), 'The workbook is empty.'],
		['an empty sheet', makeXlsx({ sheets: { A: '' } }), 'The workbook is empty.'],
		[
			'a cell in the last column',
			xlsx('<row><c r="XFD2"><v>1</v></c></row>'),
			'The file has 16384 columns. The limit is 500.',
		],
		[
			'a document type',
			makeXlsx({ sheets: { A: '<!DOCTYPE a [<!ENTITY b "c">]><row><c t="str"><v>&b;</v></c></row>' } }),
			'DOCTYPE',
		],
		['a text of two megabytes', xlsx(`<row>${cell(`<v>${'x'.repeat(2 << 20)}</v>`, 't="str"')}</row>`), 'too long'],
		['elements in elements', makeXlsx({ sheets: { A: '<a>'.repeat(100_000) } }), 'nested deeper'],
	])('a workbook with %s is refused', async (_, book, message) => {
		await expect(readTable(book)).rejects.toThrow(message)
	})

	it('a workbook without a table of texts, styles or a text that it refers to is read as far as it goes', async () => {
		const book = xlsx(`<row>${value(7, 't="s"')}${value('Good', 't="str"')}${value(45356, 's="99"')}</row>`)
		expect(await cellsOf(book)).toEqual([['', 'Good', '45356']])
	})
})

describe('workbooks of OpenDocument', () => {
	const dated = (type: string, attributes: string) =>
		`<table:table-cell office:value-type="${type}" ${attributes}><text:p>05.03.24</text:p></table:table-cell>`

	it('values are read, not their pictures, and the first sheet with rows is taken', async () => {
		const row = `<table:table-row>${[
			'<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>One<text:s text:c="2"/>line</text:p><text:p>two<text:line-break/>three</text:p></table:table-cell>',
			dated('date', 'office:date-value="2024-03-05T14:05:07.000000000"'),
			dated('date', 'office:date-value="2024-03-05"'),
			dated('time', 'office:time-value="PT14H05M07S"'),
			dated('float', 'office:value="4.5"'),
			dated('percentage', 'office:value="0.8"'),
			dated('boolean', 'office:boolean-value="true"'),
			dated('currency', 'office:value="12.1"'),
			dated('string', 'calcext:value-type="error"'),
			'<table:table-cell table:number-columns-repeated="2"/>',
			dated('float', 'office:value="7" table:number-columns-repeated="2"'),
		].join('')}</table:table-row>`
		const book = makeOds(
			odsSheet('Leer', '<table:table-row><table:table-cell/></table:table-row>') +
				odsSheet('Stimmen', odsRow('Name', 'Text') + row),
		)
		const table = await readTable(book)
		expect(table).toMatchObject({ format: 'ods', sheet: 'Stimmen', sheets: ['Leer', 'Stimmen'], heading_row: 1 })
		expect(table.rows.map(({ cells }) => cells)).toEqual([
			[
				...['One  line\ntwo\nthree', '2024-03-05T14:05:07', '2024-03-05', '14:05:07', '4.5', '80%', 'TRUE', '12.1', ''],
				...['', '', '7', '7'],
			],
		])
	})

	it('rows and cells that are repeated a million times cost nothing when empty, and are refused when filled', async () => {
		const empty =
			'<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
		const table = await readTable(
			makeOds(odsSheet('A', odsRow('Name', 'Text') + empty + odsRow('Ann', 'Good') + empty)),
		)
		expect(table.rows).toEqual([{ row: 1, line: 1_048_578, cells: ['Ann', 'Good'] }])
		const filled = empty.replace('/></table:table-row>', '><text:p>x</text:p></table:table-cell></table:table-row>')
		await expect(readTable(makeOds(odsSheet('A', odsRow('Name', 'Text') + filled)))).rejects.toThrow('columns')
		const long = filled.replace('16384', '2')
		await expect(readTable(makeOds(odsSheet('A', odsRow('Name', 'Text') + long)))).rejects.toThrow(
			'more than 100,000 rows',
		)
	})

	it('a workbook with a password, and a text of OpenDocument, are named', async () => {
		const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>'
		await expect(readTable(makeOds('', { 'META-INF/manifest.xml': manifest }))).rejects.toThrow('has a password')
		const text = makeOds('', { mimetype: 'application/vnd.oasis.opendocument.text' })
		await expect(readTable(text)).rejects.toThrow('no spreadsheet')
	})
})
