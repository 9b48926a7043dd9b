import { expect, it } from 'vitest'
import type { DailyNumbers } from '#shared/instance/daily-numbers.ts'
import { shareOf } from './numbers.ts'
import { rankForms, rankWalls } from './rankings.ts'

const none = {
	form_id: null,
	wall_id: null,
	form_views: 0,
	starts: 0,
	sends: 0,
	approved: 0,
	wall_views: 0,
	embed_views: 0,
}
const day = '2026-11-25'
const source = (id: string) => ({ id, name: id.toUpperCase(), slug: id })

it('forms are ranked by sends per view, and those with fewer than 50 views or more sends than views follow without a share', () => {
	const rows: DailyNumbers[] = [
		{ ...none, day, form_id: 'a', form_views: 309, sends: 18 },
		{ ...none, day, form_id: 'b', form_views: 94, sends: 7 },
		{ ...none, day, form_id: 'c', form_views: 49, sends: 49 },
		{ ...none, day, form_id: 'd', form_views: 60, sends: 90 },
		{ ...none, day: '2026-11-24', form_id: 'a', form_views: 9000 },
	]
	const ranked = rankForms(rows, [day], ['a', 'b', 'c', 'd', 'unseen'].map(source))
	expect(ranked.map(({ id, share }) => [id, share === null ? null : Math.round(share * 1000)])).toEqual([
		['b', 74],
		['a', 58],
		['d', null],
		['c', null],
	])
})

it('walls are ranked by views on sites and their own page together', () => {
	const rows: DailyNumbers[] = [
		{ ...none, day, wall_id: 'a', wall_views: 94 },
		{ ...none, day, wall_id: 'b', wall_views: 22, embed_views: 1500 },
	]
	expect(rankWalls(rows, [day], ['a', 'b', 'unseen'].map(source))).toEqual([
		{ id: 'b', name: 'B', views: 1522, ownPage: 22 },
		{ id: 'a', name: 'A', views: 94, ownPage: 94 },
	])
})

it('a share needs a whole that is not smaller than its part', () => {
	expect([shareOf(25, 73), shareOf(0, 5), shareOf(5, 0), shareOf(6, 5)]).toEqual([25 / 73, 0, null, null])
})
