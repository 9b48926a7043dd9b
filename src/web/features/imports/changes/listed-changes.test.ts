import { expect, it } from 'vitest'
import {
	type ImportAnalysis,
	type ImportChange,
	type ImportMapping,
	importChangeKinds,
} from '#shared/import/import-api.ts'
import { changeWords } from './change-words.ts'
import { listChanges } from './listed-changes.ts'

const change = (kind: ImportChange['kind']): ImportChange => ({
	kind,
	rows: 3,
	row: 1,
	heading: null,
	before: 'a',
	after: 'b',
})
const standard = {
	columns: ['name', 'text', 'rating'],
	plain_text: true,
	replies: true,
	half_stars: 'down',
	scale: 5,
	unwanted: 'leave_out',
	stars_without_words: 'leave_out',
	stand_in_name: null,
	stand_in_date: null,
	base_url: null,
} as ImportMapping
const kindsOf = (
	changes: ImportChange[],
	mapping: Partial<ImportMapping> = {},
	problems: Parameters<typeof listChanges>[0]['problems'] = [],
) => listChanges({ changes, problems }, { ...standard, ...mapping }).map(({ kind, rows }) => [kind, rows])

it('changes are listed in the order of the server', () => {
	expect(kindsOf([change('html'), change('erased')])).toEqual([
		['html', 3],
		['erased', 3],
	])
})

it.each<[Partial<ImportMapping>, string]>([
	[{ plain_text: false }, 'html'],
	[{ replies: false }, 'reply'],
	[{ half_stars: 'up' }, 'half_stars'],
	[{ scale: 10 }, 'scale'],
	[{ unwanted: 'archive' }, 'unwanted'],
	[{ stars_without_words: 'take' }, 'stars_alone'],
	[{ stand_in_name: 'A guest' }, 'stand_in_name'],
	[{ stand_in_date: '2026-01-01' }, 'stand_in_date'],
	[{ base_url: 'https://shop.example/' }, 'relative_address'],
])('the choice %o keeps its control when the server finds its change no more', (mapping, kind) => {
	expect(kindsOf([], mapping)).toEqual([[kind, null]])
})

it('a choice whose change is still found has one line', () => {
	expect(kindsOf([change('half_stars')], { half_stars: 'up' })).toEqual([['half_stars', 3]])
	expect(kindsOf([change('escapes')], { plain_text: false })).toEqual([['escapes', 3]])
})

it('rows without a name have one field, before and after it was typed', () => {
	expect(kindsOf([change('no_name'), change('stand_in_name')], { stand_in_name: 'A guest' })).toEqual([
		['stand_in_name', 3],
	])
})

it('a date that cannot be read is asked for', () => {
	const problem = { problem: 'bad_date', rows: 4, row: 7, reason: '“soon” is not a date.' } as const
	expect(kindsOf([], {}, [problem])).toEqual([['no_date', 4]])
	expect(kindsOf([change('no_date')], {}, [problem])).toEqual([['no_date', 3]])
})

it.each<[ImportAnalysis['problems'][number]['problem'], string]>([
	['no_name', 'no_name'],
	['no_words', 'stars_alone'],
	['unwanted', 'unwanted'],
	['here', 'duplicate'],
	['twice', 'duplicate'],
	['erased', 'erased'],
	['future_date', 'no_date'],
])('rows that stay out for %s have the control that can take them in', (problem, kind) => {
	expect(kindsOf([], {}, [{ problem, rows: 4, row: 7, reason: 'Because.' }])).toEqual([[kind, 4]])
})

it('words cannot be replaced by stars in a file without stars', () => {
	const problem = { problem: 'no_words', rows: 4, row: 7, reason: 'There are no words.' } as const
	expect(kindsOf([], { columns: ['name', 'text'] }, [problem])).toEqual([])
})

it('duplicates in the file and in the space are one line', () => {
	const found = [
		{ problem: 'here', rows: 4, row: 7, reason: 'It is here.' },
		{ problem: 'twice', rows: 2, row: 9, reason: 'It is twice.' },
	] as const
	expect(kindsOf([], {}, [...found])).toEqual([['duplicate', 6]])
})

it('every kind of change has a name and a sentence', () => {
	for (const kind of importChangeKinds) {
		const { title, about } = changeWords[kind]
		expect(title).not.toBe('')
		const mapping = { ...standard, time_zone: 'Europe/London' }
		expect(about({ mapping, sourceName: 'Judge.me', encoding: 'UTF-8', badRows: [12] })).toMatch(/\.$/)
	}
})
