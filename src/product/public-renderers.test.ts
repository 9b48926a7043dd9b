import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'
import { createPublicAnswers, type PublicAnswers } from './public-answers/public-answers.ts'
import { publicRenderers } from './public-renderers.ts'
import { followSpaceChanges } from './spaces/follow-space-changes.ts'
import { createWallReader } from './walls/wall-reader.ts'

let opened: TestDeps
let parse: PublicAnswers['parse']
beforeAll(async () => {
	opened = await openTestDeps({})
	const { deps } = opened
	const changes = followSpaceChanges(deps.db)
	parse = createPublicAnswers(deps, changes, publicRenderers(deps, createWallReader(deps, changes))).parse
})
afterAll(() => opened.close())

const id = '11111111-1111-4111-8111-111111111111'
const upper = 'AAAAAAAA-1111-4111-8111-111111111111'

it.each([
	['/w/skerry?utm_source=mail', '/w/skerry'],
	['/w/skerry?x=1&cursor=aB-_9', '/w/skerry?cursor=aB-_9'],
	['/w/skerry/feed.json?x=1', '/w/skerry/feed.json'],
	['/w/skerry/card.png?shape=round', '/w/skerry/card.png'],
	['/collect/skerry/card.png?x=1&shape=square', '/collect/skerry/card.png?shape=square'],
	[`/embed/${id}.js?lang=DE-ch`, `/embed/${id}.js?lang=de`],
	[`/embed/${id}.js?lang=xx`, `/embed/${id}.js?lang=en`],
	[`/embed/${id}.js?lang=en-GB`, `/embed/${id}.js?lang=en`],
	[`/embed/${id}.js?theme=dark`, `/embed/${id}.js`],
	[`/embed/${id}?theme=dark&reserves=1&lang=de`, `/embed/${id}?lang=de&theme=dark`],
	[`/embed/${id}?theme=pink`, `/embed/${id}`],
	['/embed/player.js?x=1', '/embed/player.js'],
	[`/p/${upper}?x=1`, `/p/${upper.toLowerCase()}`],
	[`/p/${upper}/card.png?shape=square&x=1`, `/p/${upper.toLowerCase()}/card.png?shape=square`],
	[`/proof/${upper}`, `/proof/${upper.toLowerCase()}`],
])('%s is cached by the key %s', (url, key) => {
	expect(parse(url)?.key).toBe(key)
})

it('people get a page where nothing is published at the address of a page, and programs do not', () => {
	const isPage = (url: string) => parse(url)?.isPage ?? false
	expect(['/w/skerry', `/embed/${id}`, `/p/${id}`, `/proof/${id}`].map(isPage)).toEqual([true, true, true, true])
	const files = ['/embed.js', `/embed/${id}.js`, `/embed/${id}.html`, '/w/skerry/feed.atom', `/p/${id}/card.png`]
	expect(files.filter(isPage)).toEqual([])
})

it.each([
	'/w/',
	'/w/ab',
	'/w/UPPER',
	'/w/a/b',
	'/w/..%2fx',
	'/w/skerry/feed.rss',
	'/embed/x.js',
	`/embed/${id}.css`,
	'/embed',
	'//w/skerry',
	'',
])('%j is no public address', (url) => {
	expect(parse(url)).toBeNull()
})
