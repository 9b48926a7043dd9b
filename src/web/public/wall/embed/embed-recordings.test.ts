import { describe, expect, it } from 'vitest'
import { defaultTheme, type PublicWall, type WallItem, type WallLayout, wallLayouts } from '#shared/wall/wall.ts'
import { arabicRecordingItems, recordingItems } from '#web/public/wall/sample-recordings.ts'
import { renderEmbed } from './wall-embed.tsx'

function wallOf(layout: WallLayout, items: readonly WallItem[] = recordingItems): PublicWall {
	return {
		wall: { id: 'w', slug: 'skerry', name: 'Wall', layout, theme: defaultTheme, version: 1 },
		space: { id: 's', name: 'Skerry', about: null, url: null, logo: null, color: null, locale: 'en', form: null },
		counts: { chosen: 9, published: 9, spread: [0, 0, 0, 0, 0] },
		items: [...items],
		offset: 0,
		next: null,
		previous: null,
	}
}

const render = (layout: WallLayout, items?: readonly WallItem[]) =>
	renderEmbed(wallOf(layout, items), 'https://p.example').replace(/<style>.*?<\/style>/s, '')
const links = (html: string) => html.match(/<a class="pl [^>]*>/g) ?? []
/** Texts with one space between them. */
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const withoutRecordings = ['badge', 'avatars', 'ratings', 'ticker', 'toast'] as const
const withCards = wallLayouts.filter((layout) => !withoutRecordings.some((one) => one === layout))

describe('recordings in an embed', () => {
	it.each(withCards)(
		'each recording of the layout %s is one link to the hosted wall, without a file that loads',
		(layout) => {
			const html = render(layout)
			const shown =
				layout === 'single' ? 1 : layout === 'grid' ? 6 : layout === 'list' ? 4 : layout === 'feature' ? 6 : 9
			const focusable = links(html).filter((link) => !link.includes('tabindex="-1"'))
			expect(focusable).toHaveLength(shown)
			expect(focusable[0]).toContain('href="https://p.example/w/skerry#t-dddddddd-0000-4000-8000-000000000000"')
			expect(textOf(html)).toContain('0:42 Captions Play the video of Ruth Abernethy')
			expect(html).not.toMatch(/<(video|audio|source|track)| style="| src="[^"]*\.(mp4|m4a|vtt)/)
		},
	)

	it.each(withoutRecordings)('the layout %s shows people, numbers or words, no recordings', (layout) => {
		expect(render(layout)).not.toMatch(/class="pl|data-player/)
	})

	it('a poster has its size and loads late, and one that was not made is left out', () => {
		const html = render('carousel')
		expect(html).toMatch(
			/<img src="https:\/\/p\.example\/media\/[^"]+\.webp" width="1280" height="720" alt="" loading="lazy"/,
		)
		expect(html.match(/<img /g)).toHaveLength(5)
	})

	it('a recording without words has no empty quotation, and a trimmed one the length of its shown part', () => {
		const html = render('carousel')
		expect(html).not.toMatch(/<p><\/p>/)
		expect(html.match(/<blockquote/g)).toHaveLength(5)
		expect(html).toContain('0:35')
	})

	it('the player gets addresses of this installation, captions by language, and the shown part', () => {
		const [first, , , , , , , trimmed] = links(render('carousel')).map((link) =>
			JSON.parse((/data-recording="([^"]*)"/.exec(link)?.[1] ?? '').replaceAll('&quot;', '"')),
		)
		expect(first).toMatchObject({
			kind: 'video',
			src: expect.stringMatching(/^https:\/\/p\.example\/media\/.*\.mp4$/),
			captions: [
				['de', expect.stringMatching(/\.de\.vtt$/)],
				['en', expect.stringMatching(/\.en\.vtt$/)],
			],
			trim: null,
			page: 'https://p.example/p/dddddddd-0000-4000-8000-000000000000',
		})
		expect(trimmed).toMatchObject({ trim: [3, 38], size: [720, 1280] })
	})

	it('a play button speaks the language of its testimonial', () => {
		expect(textOf(render('grid', arabicRecordingItems))).toContain('0:42 ترجمة نصية شغّل فيديو سلمى الحداد')
	})

	it('where an owner shows no photos, a video keeps its play button and has no poster', () => {
		const wall = wallOf('grid')
		const theme = { ...defaultTheme, photos: false }
		const html = renderEmbed({ ...wall, wall: { ...wall.wall, theme } }, 'https://p.example')
		expect(html).not.toContain('.webp')
		expect(links(html)).toHaveLength(6)
	})

	it('a wall without recordings has no sentences and no styles of a player', () => {
		const text = recordingItems.map((item) => ({ ...item, kind: 'text' as const, text: 'Words.', media: null }))
		expect(renderEmbed(wallOf('grid', text), 'https://p.example')).not.toMatch(/data-player|\.film/)
	})
})
