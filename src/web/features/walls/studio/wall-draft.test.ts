import { describe, expect, it } from 'vitest'
import { frameSnippet, scriptSnippet } from '#web/features/walls/put-on-site/embed-snippets.ts'
import type { StoredWall } from '#web/features/walls/use-walls.ts'
import { draftOfVersion, toDraft, toWallChange } from './wall-draft.ts'
import { describeChanges, fromFields, toFields } from './wall-fields.ts'

const wall: StoredWall = {
	id: '11111111-1111-4111-8111-111111111111',
	space_id: 's',
	slug: 'skerry',
	name: 'Home',
	layout: 'grid',
	theme: {},
	selection: { limit: 12 },
	is_published: true,
	version: 3,
	created_at: '2026-01-01T00:00:00Z',
	updated_at: '2026-01-01T00:00:00Z',
	page_title: '',
	page_description: '',
	noindex: false,
	structured_data: false,
	page_filters: ['kind', 'search'],
	page_foot: true,
	page_intro: '',
	page_summary: true,
	fixed: ['a', 'b'],
	draft: null,
}

describe('wall draft', () => {
	it('a new draft of a wall has no changes and writes no order', () => {
		const draft = toDraft(wall)
		expect(describeChanges(toDraft(wall), draft)).toEqual([])
		expect(fromFields(toFields(draft))).toEqual(draft)
		expect(toWallChange(draft, wall).fixed).toBeUndefined()
		const shared = { ...draft, sharing: { ...draft.sharing, page_title: '  Loud praise ', noindex: true } }
		expect(describeChanges(draft, shared)).toEqual([
			'Title of its page: none → Loud praise',
			'Hidden from search engines: off → on',
		])
		expect(toWallChange(shared, wall).change).toMatchObject({ page_title: 'Loud praise', noindex: true })
		expect(toWallChange(draft, wall).change.selection).toEqual({ limit: 12 })
	})
	it('each changed setting of a wall is named, with few words of long values', () => {
		const draft = toDraft(wall)
		const changed = {
			...draft,
			layout: 'list' as const,
			theme: { ...draft.theme, stars: false },
			fixed: draft.fixed.toReversed(),
		}
		expect(describeChanges(draft, changed)).toEqual(['Layout: Grid → List', 'Order by hand', 'Stars: on → off'])
		expect(describeChanges(draft, { ...draft, theme: { ...draft.theme, css: 'a{}' } })).toEqual(['Own CSS'])
		expect(toWallChange(changed, wall).fixed).toEqual(['b', 'a'])
	})
})

describe('history of a wall', () => {
	const row = { space_id: 's', wall_id: wall.id, version: 3, published_by: null, published_at: wall.updated_at }
	it('a version of the history is read as a draft, with its page and its order', () => {
		const { fixed, draft: _, layout, theme, selection, ...columns } = wall
		const parts = { layout, theme, selection, fixed: ['b'], ...columns, page_intro: 'Hello' }
		const draft = draftOfVersion({ ...row, parts })
		expect(draft).toMatchObject({ layout: 'grid', fixed: ['b'], sharing: { page_intro: 'Hello' } })
	})
	it('a version of a layout that is no more is not shown', () => {
		expect(draftOfVersion({ ...row, parts: { layout: 'spiral', fixed: [] } })).toBeNull()
	})
})

describe('embed code', () => {
	const about = 'What people say about <Skerry> & "Sons"'
	const snippet = { id: wall.id, slug: wall.slug, layout: wall.layout, about }
	it('the embed code is one line, and only a height that follows the width has a formula', () => {
		const codeOf = (layout: StoredWall['layout']) => scriptSnippet('https://p.example', { ...snippet, layout })
		expect(codeOf('badge')).not.toMatch(/calc|container-type|\n/)
		expect(codeOf('badge')).toContain('min-height:72px')
		expect(codeOf('grid')).toContain('min-height:calc(836px - clamp(0px,1e6cqw - 8799e3px,268px))')
	})
	it('the embed code escapes the name of the space', () => {
		expect(scriptSnippet('https://p.example', snippet)).toContain('&#60;Skerry&#62; &#38; &#34;Sons&#34;')
		expect(frameSnippet('https://p.example', snippet)).not.toContain('"Sons"')
	})
})
