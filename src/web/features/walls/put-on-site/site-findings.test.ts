import { expect, it } from 'vitest'
import type { SiteCheck } from '#shared/instance/site-check.ts'
import { type WallLayout, wallLayouts } from '#shared/wall/wall.ts'
import { reservedHeights } from '#shared/wall/wall-layouts.ts'
import { findingsOf } from './site-findings.ts'

const layoutNames = Object.fromEntries(wallLayouts.map((layout) => [layout, layout])) as Record<WallLayout, string>
const seen = { host: 'fernhill.example', kind: 'script' as const, reserves: '', seen_at: '2026-03-01T10:00:00Z' }
const check: SiteCheck = {
	url: 'https://fernhill.example/',
	milliseconds: 120,
	bytes: 20_480,
	code: { kind: 'script', reserves: reservedHeights('grid') },
	obstacles: [],
}
const findings = (part: Partial<SiteCheck>, sites = [seen], isPublished = true) =>
	findingsOf({ ...check, ...part }, { layout: 'grid', isPublished }, sites, {
		origin: 'https://words.example',
		layoutNames,
	})
const problems = (...given: Parameters<typeof findings>) =>
	findings(...given)
		.filter(({ isGood }) => !isGood)
		.map(({ text }) => text)

it('a page with the present code, an allowing policy and a visit has nothing to do', () => {
	expect(problems({})).toEqual([])
	expect(findings({})[0]?.text).toBe('The page answered in 120 ms with 20 KB of HTML.')
})

it('the code of an earlier layout, a refused script and an unpublished wall are each named with what to do', () => {
	const old = { kind: 'frame' as const, reserves: reservedHeights('list') }
	expect(problems({ code: old, obstacles: ['frame'] }, [], false)).toEqual([
		'It reserves the height of list, so the page moves while the wall appears.',
		'The security policy of the page refuses the frame.',
		'The wall is not published.',
		'No browser was seen to load the wall there yet.',
	])
	expect(findings({ obstacles: ['script'] }).find(({ isGood }) => !isGood)?.advice).toBe(
		'Add https://words.example to script-src.',
	)
})

it('code that a script of the site adds is no problem where browsers load the wall', () => {
	expect(problems({ code: null })).toEqual([])
	expect(problems({ code: null }, [])[0]).toBe('The code of this wall is not in the HTML of the page.')
})
