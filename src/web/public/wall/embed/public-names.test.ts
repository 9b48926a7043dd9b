import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultTheme, type PublicWall, type WallLayout, type WallMedia, wallLayouts } from '#shared/wall/wall.ts'
import { wallParts } from '#shared/wall/wall-parts.ts'
import { readSharing } from '#shared/wall/wall-settings.ts'
import { renderWallPage } from '#web/public/wall/page/wall-page.tsx'
import { plainItems } from '#web/public/wall/sample-items.ts'
import { recordingItems } from '#web/public/wall/sample-recordings.ts'
import { renderEmbed } from './wall-embed.tsx'

const photo = {
	kind: 'photo',
	url: '/storage/photo.webp',
	width: 40,
	height: 30,
	poster: null,
	captions: [],
	seconds: null,
	trim: null,
	peaks: null,
} satisfies WallMedia

const items = plainItems.map((item, at) => ({
	...item,
	title: 'A week of quiet',
	reward: at === 3 ? 'A map.' : null,
	reply: at === 0 ? { body: 'Thank you.' } : null,
	media: at === 1 ? photo : (recordingItems[at]?.media ?? null),
	source: { name: 'Example', url: 'https://example.com/' },
}))

function wallOf(layout: WallLayout, theme: Partial<PublicWall['wall']['theme']>): PublicWall {
	const look = { ...defaultTheme, days: true, sources: true, color: '#2050c0', ...theme }
	return {
		wall: { id: 'w', slug: 'skerry', name: 'Wall', layout, theme: look, version: 1 },
		space: {
			id: 's',
			name: 'Skerry',
			about: null,
			url: null,
			logo: null,
			color: null,
			locale: 'en',
			form: null,
		},
		counts: { chosen: 28, published: 34, spread: [2, 0, 0, 4, 23] },
		items,
		offset: 0,
		next: null,
		previous: null,
	}
}

const found = (text: string, pattern: RegExp) =>
	[...new Set([...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(' ')))].sort()
const looks = [{}, { more: 'place', type: 'sans', cards: 'bubble', density: 'airy', corners: 'round' }] as const
const embeds = wallLayouts.flatMap((layout) => looks.map((look) => renderEmbed(wallOf(layout, look), ''))).join('')

describe('the names of a wall', () => {
	it('every part of every layout has a documented name, and every documented name is of a part', async () => {
		const guide = await readFile(new URL('../../../../../docs/walls.md', import.meta.url), 'utf8')
		const documented = found(guide.slice(guide.indexOf('## Parts\n')), /^\| `([a-z]+)` \|/gm)
		expect(found(embeds, / part="([^"]*)"/g)).toEqual([...wallParts].sort())
		expect(documented).toEqual([...wallParts].sort())
	})

	it('every custom property of an owner is documented, and every documented one is used', async () => {
		const guide = await readFile(new URL('../../../../../docs/walls.md', import.meta.url), 'utf8')
		const names = (await readdir(import.meta.dirname, { recursive: true })).filter((name) => name.endsWith('.css'))
		const sheets = await Promise.all(names.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
		expect(found(embeds + sheets.join(''), /var\((--plaudit-[a-z-]+)/g)).toEqual(
			found(guide, /^\| `(--plaudit-[a-z-]+)` \|/gm),
		)
	})

	it('the parts of a testimonial have the same names on the hosted wall', () => {
		const { body } = renderWallPage(wallOf('grid', {}), {}, { sharing: readSharing({}), filtering: undefined })
		const names = found(body, / part="([^"]*)"/g)
		expect(names.filter((name) => !wallParts.some((part) => part === name))).toEqual([])
		for (const name of [
			'list',
			'card',
			'stars',
			'words',
			'author',
			'avatar',
			'name',
			'role',
			'origin',
			'mark',
			'reply',
		])
			expect(names).toContain(name)
	})
})
