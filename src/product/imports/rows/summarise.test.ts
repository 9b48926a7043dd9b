import { expect, it } from 'vitest'
import type { SortedRow } from '#product/imports/sort-rows.ts'
import { createNotes } from './row-notes.ts'
import type { ImportedRow } from './row-types.ts'
import { createSummary } from './summarise.ts'

function rowWith(row: number, heading: string, value: string): SortedRow {
	const notes = createNotes(row)
	notes.add('zone', 'Date', '2024-03-05 12:00', '2024-03-05T12:00:00.000Z')
	notes.add('zone', 'Replied', '2024-03-06 12:00', '2024-03-06T12:00:00.000Z')
	notes.leaveOut(heading, value, 'It does not fit.')
	return { ...notes.found, cells: [], outcome: 'new', imported: { row, reply: null } as ImportedRow }
}

it('a change counts once in a row, with the first row as its example', () => {
	const summary = createSummary()
	for (let row = 1; row <= 3; row++) summary.add(rowWith(row, 'Website', 'none'))
	expect(summary.end().changes).toEqual([
		{ kind: 'zone', rows: 3, row: 1, heading: 'Date', before: '2024-03-05 12:00', after: '2024-03-05T12:00:00.000Z' },
		{ kind: 'cell_left_out', rows: 3, row: 1, heading: 'Website', before: 'none', after: '' },
	])
})

it('a summary keeps a hundred cells, and fewer where they would need more room than its column has', () => {
	const [plain, hostile] = [createSummary(), createSummary()]
	for (let row = 1; row <= 300; row++) {
		plain.add(rowWith(row, 'Website', 'none'))
		hostile.add(rowWith(row, '\u0001'.repeat(5000), '\ud800\u0000\u0002'.repeat(5000)))
	}
	expect(plain.end().left_out_cells).toHaveLength(100)
	const facts = hostile.end()
	expect(facts.left_out_cells.length).toBeGreaterThan(10)
	expect(JSON.stringify(facts).length).toBeLessThan(131_072)
	expect(JSON.stringify(facts)).not.toMatch(/\\u0000|\\ud800/)
})
