import { expect, it } from 'vitest'
import { surveyedTable } from '#test/support/import/plan-of.ts'
import { dateOrderOf, surveyColumns } from './survey-columns.ts'

it('a survey has three different samples, the filled cells, and few values with their rows', async () => {
	const many = Array.from({ length: 13 }, (_, at) => `w${at}`)
	const rows = many.map((word, at) => `${word},${at % 3 === 0 ? 'yes' : 'no'},${at < 2 ? '' : ' '}`)
	const { rows: count, columns } = await surveyColumns(surveyedTable(['a,b,c', ...rows].join('\n')))
	expect(count).toBe(13)
	expect(columns).toMatchObject([
		{ samples: ['w0', 'w1', 'w2'], filled: 13, values: null },
		{
			samples: ['yes', 'no'],
			filled: 13,
			values: [
				{ value: 'no', rows: 8 },
				{ value: 'yes', rows: 5 },
			],
		},
		{ samples: [], filled: 0, values: [] },
	])
})

it('values are counted over all rows, and those of late rows too', async () => {
	const table = (words: string[]) => surveyedTable(['a', ...words].join('\n'))
	const late = await surveyColumns(table([...Array(5000).fill('same'), 'other']))
	expect(late.columns[0]?.values).toEqual([
		{ value: 'same', rows: 5000 },
		{ value: 'other', rows: 1 },
	])
	const long = await surveyColumns(table(['x'.repeat(300)]))
	expect(long.columns[0]).toMatchObject({ values: null, samples: [`${'x'.repeat(199)}…`] })
})

it('rows with bad bytes are counted, and the first five are named', async () => {
	const table = {
		headings: () => ['a'],
		async *batches() {
			for (let row = 1; row <= 10; row++) yield [{ row, line: row, cells: ['x'], hasBadBytes: row > 2 }]
		},
	}
	expect((await surveyColumns(table)).badRows).toEqual({ count: 8, first: [3, 4, 5, 6, 7] })
})

it('rows that cannot be read, or have more cells than headings, do not count for a column', async () => {
	const table = {
		headings: () => ['a', 'b'],
		async *batches() {
			yield [
				{ row: 1, line: 1, cells: ['x', 'y'] },
				{ row: 2, line: 2, cells: ['lost'], problem: 'unclosed_quote' as const },
				{ row: 3, line: 3, cells: ['shifted', 'one', 'more'] },
				{ row: 4, line: 4, cells: ['z', 'y', '', ' '] },
			]
		},
	}
	const { rows, columns } = await surveyColumns(table)
	expect(rows).toBe(4)
	expect(columns.map(({ filled }) => filled)).toEqual([2, 2])
})

it('the order of day and month is found in the last row of many', async () => {
	const days = [...Array(3000).fill('03/04/2025'), '03/14/2025']
	const survey = await surveyColumns(surveyedTable(['Date', ...days].join('\n')))
	expect(dateOrderOf(survey, ['submitted_at'], false)).toEqual({ order: 'mdy', isCertain: true })
	expect(dateOrderOf(survey, ['none'], false)).toEqual({ order: 'dmy', isCertain: true })
})
