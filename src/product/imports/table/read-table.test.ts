import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileRefused } from './file-refused.ts'
import type { ChosenReading, Table } from './table.ts'
import { withTable } from './with-table.ts'

let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-tables-'))
})
afterAll(() => rm(folder, { recursive: true }))

const limits = { bytes: 64 * 1024 * 1024, rows: 100_000, columns: 500 }

async function read(content: string | Uint8Array, more: Partial<typeof limits> = {}, choices: ChosenReading = {}) {
	const path = join(folder, 'file')
	await writeFile(path, content)
	return withTable(path, { ...limits, ...more }, choices, async (table: Table) => {
		const rows = []
		for await (const batch of table.batches()) rows.push(...batch)
		return { ...table.file, headings: [...table.headings()], rows }
	})
}
const cellsOf = async (content: string | Uint8Array) => (await read(content)).rows.map(({ cells }) => cells)
const utf16 = (text: string, isBig: boolean, mark = true) => {
	const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le')
	return isBig ? bytes.swap16() : bytes
}

describe('Tables of imports', () => {
	const text = 'Name,Text\r\nZoë,"Schön, und – gut"\r\nÁine,Très bien\r\n'
	const cells = [
		['Zoë', 'Schön, und – gut'],
		['Áine', 'Très bien'],
	]
	it.each([
		['UTF-8', Buffer.from(text)],
		['UTF-8', Buffer.from(`\ufeff${text}`)],
		['UTF-16LE', utf16(text, false)],
		['UTF-16BE', utf16(text, true)],
		['UTF-16LE', utf16(text, false, false)],
		['UTF-16BE', utf16(text, true, false)],
		['Windows-1252', Buffer.from(text.replace('–', '\x96'), 'latin1')],
	])('a table is read in its encoding, %s', async (encoding, bytes) => {
		const table = await read(bytes)
		expect(table).toMatchObject({ encoding, delimiter: ',', headings: ['Name', 'Text'] })
		expect(table.rows.map((row) => row.cells)).toEqual(cells)
	})

	it.each([',', ';', '\t', '|'])('a table is split at %j, whatever its line ends', async (delimiter) => {
		for (const end of ['\n', '\r\n', '\r'])
			expect(await cellsOf(['Name,Text', 'Ann,"a,b"', 'Bo,c', ''].join(end).replaceAll(',', delimiter))).toEqual([
				['Ann', `a${delimiter}b`],
				['Bo', 'c'],
			])
		expect(await cellsOf(`sep=${delimiter}\nName${delimiter}Text\nAnn${delimiter}x`)).toEqual([['Ann', 'x']])
	})

	it('a table without headings gets numbered ones, and loses no row', async () => {
		const { headings, rows } = await read('Ann,ann@example.org,5\nBo,bo@example.org,4')
		expect(headings).toEqual(['Column 1', 'Column 2', 'Column 3'])
		expect(rows).toHaveLength(2)
	})

	it('a quotation mark that is never closed costs its own line, which is named, and the rows around it are read', async () => {
		const { rows } = await read('Name,Text\nAnn,"good\nday"\nBo,"never closed\nCy,fine\nDi,"also ""fine"""\n')
		expect(rows.map(({ row, line, cells: own, problem }) => [row, line, problem ?? own])).toEqual([
			[1, 2, ['Ann', 'good\nday']],
			[2, 4, 'unclosed_quote'],
			[3, 5, ['Cy', 'fine']],
			[4, 6, ['Di', 'also "fine"']],
		])
		const last = await read('Name,Text\nAnn,good\nBo,"to the end')
		expect(last.rows.map(({ line, problem }) => [line, problem])).toEqual([
			[2, undefined],
			[3, 'unclosed_quote'],
		])
	})

	it('a cell of five megabytes is read, and a row that is nothing but quotation marks costs neither memory nor time', async () => {
		const large = await read(`Name,Text\nAnn,"${'x'.repeat(5_000_000)}"\nBo,fine`)
		expect(large.rows.map(({ line, cells: own }) => [line, own[1]?.length])).toEqual([
			[2, 5_000_000],
			[3, 4],
		])
		const tangled = await read(`Name,Text\nAnn,"${'x"'.repeat(4_000_000)}\nBo,fine`)
		expect(tangled.rows.map(({ line, problem, cells: own }) => [line, problem ?? own])).toEqual([
			[2, 'unclosed_quote'],
			[3, ['Bo', 'fine']],
		])
		expect(process.resourceUsage().maxRSS / 1024).toBeLessThan(1500)
	})

	it('what a program writes as CSV is read back as it was, in any cut of the stream', async () => {
		const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', ' ', '٣', '👍'), maxLength: 12 })
		const row = fc.tuple(fc.constant('x'), cell, cell)
		await fc.assert(
			fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
				const written = papa.unparse([['Name', 'Text', 'Company'], ...rows], { newline: '\n' })
				expect(await cellsOf(written)).toEqual(rows)
			}),
			{ numRuns: 60 },
		)
	})

	it('a file that is larger than the pieces in which it is read keeps its rows and lines', async () => {
		const rows = Array.from({ length: 20_000 }, (_, at) => [`Name ${at}`, `Line one of ${at}\nand "two"`])
		const table = await read(papa.unparse([['Name', 'Text'], ...rows], { newline: '\n' }))
		expect(table.rows.map((row) => row.cells)).toEqual(rows)
		expect(table.rows.at(-1)).toMatchObject({ row: 20_000, line: 40_000 })
	})

	it('JSON is a list of objects, or an object with lists, whose nested values become columns', async () => {
		const reviews = [
			{ reviewer: { displayName: 'Ann' }, starRating: 'FIVE', tags: ['a', 'b'] },
			{ starRating: 'FOUR', comment: 'Good' },
			'no object',
		]
		for (const value of [reviews, { averageRating: 4.5, reviews }, { a: reviews.slice(0, 1), b: reviews.slice(1) }]) {
			const table = await read(JSON.stringify(value))
			expect(table.headings).toEqual(['reviewer.displayName', 'starRating', 'tags', 'comment'])
			expect(table.rows.map(({ cells: own, problem }) => problem ?? own)).toEqual([
				['Ann', 'FIVE', 'a, b'],
				['', 'FOUR', '', 'Good'],
				'not_an_object',
			])
		}
	})

	it('JSON that is nested too deep, cut or followed by more is refused', async () => {
		const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000)
		for (const part of [deep('[', ']'), `{"a":${deep('{"a":', '}').replace(':}', ':1}')}}`])
			await expect(read(`[{"text":"ok"},${part}]`)).rejects.toThrow('This JSON is nested deeper than 100 levels.')
		for (const broken of ['['.repeat(200_000), '[{"text":"x"}', '[{"text":}]', '{"a":[]} x', '[1,]'])
			await expect(read(broken)).rejects.toThrow(FileRefused)
	})

	it.each([
		['more than 3 rows', 'Name\na\nb\nc\nd', { rows: 3 }],
		['612 columns. The limit is 500', Array(612).fill('Name').join(','), {}],
		['more than 2 columns', '[{"a":1,"b":2,"c":3}]', { columns: 2 }],
		['The file is empty', ' \n', {}],
		['This is a picture (PNG), not a table.', Buffer.from(`\x89PNG\r\n${'\0\x01\x02'.repeat(200)}`, 'latin1'), {}],
		['ZIP cannot be read', Buffer.from('PK\x03\x04 and no more'), {}],
	])('a file is refused as a whole: %s', async (message, content, more) => {
		await expect(read(content, more)).rejects.toThrow(message)
	})
})
