import { describe, expect, it } from 'vitest'
import { cellsOf, readTable } from '#test/support/tables/read-table.ts'

const tableOf = async (lines: string[], ...more: [Parameters<typeof readTable>[1]?]) => {
	const { headings, heading_row, rows } = await readTable(lines.join('\n'), ...more)
	return { headings, heading_row, cells: rows.map(({ cells }) => cells) }
}

describe('separated text as programs write it', () => {
	it.each([
		['a title and a day', ['Reviews export,,,', 'Generated: 2024-03-05,,,', ',,,'], 4],
		['a title alone', ['All reviews'], 2],
		['many facts', ['Shop,Blue Bowl', 'From,2024-01-01', 'To,2024-02-01', 'Reviews,2', '', ''], 7],
	])('headings below %s are found, and what is above them is no row', async (_, above, row) => {
		const table = await tableOf([
			...above,
			'Name,Rating,Review,Date',
			'Ida,5,"Great, work",2024-02-01',
			'Bo,4,Tidy,2024-02-02',
		])
		expect(table).toEqual({
			headings: ['Name', 'Rating', 'Review', 'Date'],
			heading_row: row,
			cells: [
				['Ida', '5', 'Great, work', '2024-02-01'],
				['Bo', '4', 'Tidy', '2024-02-02'],
			],
		})
	})

	it('headings are found above a single row of data, below many rows of facts, and above a total', async () => {
		const facts = Array.from({ length: 9 }, (_, at) => `Fact ${at},x`)
		const table = await tableOf([...facts, 'Name,Rating,Review,Date', 'Ida,5,Great,2024-02-01', 'Total,1'])
		expect(table).toMatchObject({ heading_row: 10, headings: ['Name', 'Rating', 'Review', 'Date'] })
		expect(table.cells).toHaveLength(2)
	})

	it('headings of which some are missing are not passed over for a row of words', async () => {
		const { heading_row } = await tableOf([
			'Name,Text,,',
			'Ann,Good,yes,no',
			'Bo,Fine,no,no',
			'Cy,Nice,no,no',
			'Di,Nice,no,no',
		])
		expect(heading_row).toBe(1)
	})

	it('a member says which row holds the headings, or that none does', async () => {
		const lines = ['Ann,Good', 'Bo,Fine', 'Name,Text', 'Cy,Nice']
		expect(await tableOf(lines, { heading_row: 3 })).toEqual({
			headings: ['Name', 'Text'],
			heading_row: 3,
			cells: [['Cy', 'Nice']],
		})
		const none = await tableOf(lines, { heading_row: 0 })
		expect(none).toMatchObject({ headings: ['Column 1', 'Column 2'], heading_row: 0 })
		expect(none.cells).toHaveLength(4)
	})

	it('the headings of two rows are joined: answers to one question, and the parts of another', async () => {
		const table = await tableOf([
			'Respondent ID,Start Date,How would you rate us?,What did you like?,About you,,',
			',,Response,Open-Ended Response,Name,Company,Shoe size',
			'118,2024-03-05,5,Everything,Ann,Ann Ltd,38',
			'119,2024-03-06,4,The tea,Bo,,41',
		])
		expect(table.headings).toEqual([
			'Respondent ID',
			'Start Date',
			'How would you rate us?',
			'What did you like?',
			'Name',
			'Company',
			'Shoe size',
		])
		expect(table.cells.map(([id]) => id)).toEqual(['118', '119'])
	})

	it('of the three rows of headings that Qualtrics writes the questions are taken', async () => {
		const table = await tableOf([
			'StartDate,Q1,Q2',
			'Start Date,What is your name?,How was it?',
			'"{""ImportId"":""startDate""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2""}"',
			'2024-03-05 10:00:00,Ann,Good',
		])
		expect(table.headings).toEqual(['Start Date', 'What is your name?', 'How was it?'])
		expect(table.cells).toEqual([['2024-03-05 10:00:00', 'Ann', 'Good']])
	})

	it('a first row of data is not taken for a second row of headings', async () => {
		const table = await tableOf(['Nr,Name,Text', ',Ann,Good', '2,Bo,Fine', '3,Cy,Nice'])
		expect(table.cells).toHaveLength(3)
	})

	it('columns behind the last heading have names of their own, and stay readable', async () => {
		expect(await tableOf(['Name,Text,Rating,,,', 'Nell,Short,5,,,', 'Olaf,Fine work,4,,,call back'])).toEqual({
			headings: ['Name', 'Text', 'Rating', 'Column 4', 'Column 5', 'Column 6'],
			heading_row: 1,
			cells: [
				['Nell', 'Short', '5', '', '', ''],
				['Olaf', 'Fine work', '4', '', '', 'call back'],
			],
		})
		const wide = await tableOf([`Name,Text${','.repeat(16_000)}`, `Ann,Good${','.repeat(9000)}`])
		expect(wide.headings).toEqual(['Name', 'Text'])
	})

	it('a comma within words that are not quoted makes no column of its own', async () => {
		const { headings } = await tableOf([
			'Name,Text,Rating',
			'Una,Fine cups, thank you,5',
			'Vik,"All good",4,,',
			'Bo,Good,5',
		])
		expect(headings).toEqual(['Name', 'Text', 'Rating'])
	})

	it.each([
		['sep=;\n', ';'],
		['"sep=;"\n', ';'],
		['sep=^\n', '^'],
		['SEP=|\r\n', '|'],
	])('the line %j names the separator', async (first, separator) => {
		expect(await cellsOf(`${first}Name${separator}Text\nAnn${separator}a, b; c`.replaceAll('; c', ''))).toEqual([
			['Ann', 'a, b'],
		])
	})

	it('a separator that a member chooses is taken', async () => {
		expect(await cellsOf('Name;a,Text;b\nAnn;1,Good;2\n', { delimiter: ',' })).toEqual([['Ann;1', 'Good;2']])
		expect((await readTable('Name|Text\nAnn|Good', { delimiter: ';' })).headings).toEqual(['Name|Text'])
	})

	it('words full of commas do not hide that semicolons separate the cells', async () => {
		const lines = ['Name;Text', 'Ann;Good, fast, kind', 'Bo;Fine', 'Cy;Nice, really, yes, so', 'Di;Yes, I do']
		expect((await tableOf(lines)).headings).toEqual(['Name', 'Text'])
	})

	it('quotation marks behind a backslash stand within their cell, wherever the first of them is', async () => {
		const plain = '"7","Nora","Plain","5"'
		const lines = [
			'"id","name","text","rating"',
			...Array(3000).fill(plain),
			String.raw`"1","Nora","She said \"wow\", and so did I.","5"`,
			String.raw`"2","Omar","Two lines:\nwith C:\\","4"`,
			String.raw`"3","Pia","\"Quoted\"",\N`,
			'"4","Quinn","one\\',
			'two","5"',
		]
		const { cells } = await tableOf(lines)
		expect(cells.slice(3000)).toEqual([
			['1', 'Nora', 'She said "wow", and so did I.', '5'],
			['2', 'Omar', String.raw`Two lines:\nwith C:\\`, '4'],
			['3', 'Pia', '"Quoted"', String.raw`\N`],
			['4', 'Quinn', String.raw`one\ntwo`, '5'],
		])
	})

	it('a backslash at the end of a cell does not make a file escape by it', async () => {
		expect(await cellsOf('Name,Text\n"Ann","C:\\"\n"Bo","a ""b"" \\"')).toEqual([
			['Ann', 'C:\\'],
			['Bo', 'a "b" \\'],
		])
	})

	it('spaces before a quotation mark do not split its cell', async () => {
		expect(
			await cellsOf('Name, Text, Rating\n"Ann", "Good, really", 5\n"Bo", "She said, ""yes""", 4\n"Cy", "", 3\n'),
		).toEqual([
			['Ann', 'Good, really', ' 5'],
			['Bo', 'She said, "yes"', ' 4'],
			['Cy', '', ' 3'],
		])
	})

	it('separators, spaces and quotation marks within a cell are no spaced cells', async () => {
		expect(await cellsOf('Name,Text,Company\nx,", ",""";"\n')).toEqual([['x', ', ', '";']])
		expect(await cellsOf('Name,Text\nAnn,"one, ""two"", three"\nBo,"a; ""b"""\n')).toEqual([
			['Ann', 'one, "two", three'],
			['Bo', 'a; "b"'],
		])
	})

	it('of 200 columns one is the words, and all are read', async () => {
		const headings = Array.from({ length: 200 }, (_, at) => (at === 150 ? 'Review' : `Field ${at}`))
		const cells = headings.map((_, at) => (at === 150 ? 'Good' : ''))
		const table = await tableOf([headings.join(','), cells.join(',')])
		expect(table.headings).toEqual(headings)
		expect(table.cells).toEqual([cells])
	})
})
