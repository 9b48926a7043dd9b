import { describe, expect, it } from 'vitest'
import type { ImportAnalysis, ImportTarget } from '#shared/import/import-api.ts'
import { columnKey, giveTargets, mergeChoice, parseChoices } from './import-choices.ts'

const analysisOf = (named: [string, ImportTarget][]) =>
	({
		columns: named.map(([heading]) => ({ heading })),
		mapping: { columns: named.map(([, target]) => target) },
	}) as Pick<ImportAnalysis, 'columns' | 'mapping'>

describe('mergeChoice', () => {
	it('a choice about rows keeps the columns that were named', () => {
		const before = { mapping: { columns: ['name'] as ImportTarget[], scale: 10 as const }, targets: {} }
		expect(mergeChoice(before, { half_stars: 'up' }).mapping).toEqual({ ...before.mapping, half_stars: 'up' })
	})

	it.each([
		{ encoding: 'Windows-1252' as const },
		{ delimiter: ';' as const },
		{ heading_row: 2 },
		{ sheet: 'Reviews' },
		{ source: 'loox' },
		{ format: 'html' as const },
	])('the choice %o drops what was chosen for the columns of before', (part) => {
		const before = {
			mapping: { columns: ['name'] as ImportTarget[], scale: 10 as const, date_order: 'dmy' as const, replies: false },
			targets: { '0 who': 'name' as const },
		}
		expect(mergeChoice(before, part)).toEqual({ mapping: { replies: false, ...part }, targets: before.targets })
	})
})

describe('giveTargets', () => {
	it('a column of the same heading and place keeps what it was named', () => {
		const analysis = analysisOf([
			['who', 'none'],
			['said', 'text'],
		])
		expect(giveTargets(analysis, { '0 who': 'name' })).toEqual(['name', 'text'])
	})

	it('a column of another heading is what the server says', () => {
		expect(giveTargets(analysisOf([['WhÃ¶', 'none']]), { '0 Whö': 'name' })).toBeNull()
	})

	it('two columns of one heading have keys of their own', () => {
		const analysis = analysisOf([
			['Text', 'text'],
			['Text', 'none'],
		])
		expect(columnKey(analysis, 0)).not.toBe(columnKey(analysis, 1))
		expect(giveTargets(analysis, { [columnKey(analysis, 1)]: 'tags' })).toEqual(['text', 'tags'])
	})
})

describe('parseChoices', () => {
	it('choices that were stored are read again', () => {
		const choices = { mapping: { scale: 10 as const }, targets: { '0 who': 'name' as const } }
		expect(parseChoices(JSON.stringify(choices))).toEqual(choices)
	})

	it.each([null, '', 'no', 'null', '[]', '{"mapping":[]}', '{"columns":["name"]}'])(
		'%j is no stored choice',
		(text) => {
			expect(parseChoices(text)).toBeNull()
		},
	)
})
