import { expect, it } from 'vitest'
import { createSampleItem } from '#web/features/inbox/data/sample-item.ts'
import { shownPartText } from './shown-part-text.ts'

const all = { shown: 23, all: 23 }
const consent = (scope: 'public' | 'anonymous' | 'private') => [
	{ scope, given_at: '2026-11-01T00:00:00Z', revoked_at: null },
]
const text = (fields: Parameters<typeof createSampleItem>[2], words = all) =>
	shownPartText(createSampleItem('1', 10, { consents: consent('public'), ...fields }), words)

it('only an approved testimonial that may be public is said to be shown', () => {
	expect(text({ status: 'approved' })).toBe('Shown on walls: all 23 words')
	expect(text({ status: 'approved' }, { shown: 12, all: 23 })).toBe('Shown on walls: 12 of 23 words, in one piece')
	expect(text({ status: 'approved' }, { shown: 1, all: 1 })).toBe('Shown on walls: its one word')
	expect(text({ status: 'approved', consents: consent('anonymous') })).toBe('Shown on walls: all 23 words')
})

it('a title is counted among what is shown, unless it is left out', () => {
	const titled = { status: 'approved', title: 'Lovely glaze' } as const
	expect(text(titled)).toBe('Shown on walls: the title and all 23 words')
	expect(text({ ...titled, shows_title: false })).toBe('Shown on walls: all 23 words')
})

it('every other state says where the words stand', () => {
	expect(text({ status: 'approved', consents: consent('private') })).toBe(
		'Shown nowhere: its author did not agree to publishing',
	)
	expect(text({ status: 'approved', consents: [] })).toMatch(/^Shown nowhere/)
	expect(text({ status: 'pending', source: 'manual', consents: consent('private') })).toBe(
		'Shown nowhere: it was added without a permission to publish',
	)
	expect(text({ status: 'approved', withdrawn_at: '2026-11-02T00:00:00Z' })).toBe(
		'Shown nowhere: its author withdrew it',
	)
	expect(text({ status: 'pending' })).toBe('Not shown yet. If you approve it, walls show all 23 words')
	expect(text({ status: 'pending', approved_version: 1 })).toMatch(/^Walls show the version that you approved before/)
	expect(text({ status: 'rejected' })).toBe('Shown nowhere: it is rejected')
	expect(text({ status: 'archived' })).toMatch(/^Shown nowhere while it is archived/)
	expect(text({ status: 'approved', spam_state: 'suspect' })).toBe('Shown nowhere: it is marked as spam')
	const file = {
		id: '1',
		kind: 'photo',
		path: 'p',
		mime: 'image/webp',
		width: 1,
		height: 1,
		seconds: null,
		state: 'failed',
	}
	expect(text({ status: 'approved', media: [file] as never })).toBe('Shown nowhere: its file is not ready')
})
