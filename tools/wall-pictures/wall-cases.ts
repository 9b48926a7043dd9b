import type { PublicWall, WallItem, WallLayout, WallTheme } from '#shared/wall.ts'
import { arabicItems, longItems, plainItems } from '#web/public/wall/sample-items.ts'
import { recordingItems } from '#web/public/wall/sample-recordings.ts'

const sentences = [
	'Best two hours of my week.',
	'Forty bowls, two services a day, one year. One chip.',
	'They fired it twice, and it sings.',
	'Nobody hurried me.',
	'My mug has crossed to the islands nine hundred times.',
	'Good work, slow post.',
]

function repeated(items: readonly WallItem[], count: number): WallItem[] {
	return Array.from({ length: count }, (_, at) => ({
		...(items[at % items.length] as WallItem),
		id: `eeeeeeee-0000-4000-8000-${String(at).padStart(12, '0')}`,
	}))
}

function withWords(count: number, words: (at: number) => string): WallItem[] {
	return repeated(plainItems, count).map((item, at) => ({ ...item, text: words(at) }))
}

/** Photos of several shapes; the tool draws what their addresses name. */
function withPhotos(count: number): WallItem[] {
	const sizes = [
		[1200, 900],
		[800, 1200],
		[1600, 700],
		[900, 900],
	] as const
	return repeated(plainItems, count).map((item, at) => {
		const [width, height] = sizes[at % sizes.length] ?? sizes[0]
		if (at % 2 === 1) return item
		const url = `/media/${width}x${height}-${at}.svg`
		const media = { kind: 'photo' as const, url, width, height, poster: null, captions: [], seconds: null, trim: null }
		return { ...item, kind: 'photo', media: { ...media, peaks: null } }
	})
}

/** Portraits of their authors, which the tool draws, too. */
function withPortraits(items: readonly WallItem[]): WallItem[] {
	return items.map((item, at) => {
		const avatar = { url: `/media/480x600-${at + 2}.svg`, width: 480, height: 600 }
		return { ...item, author: { ...item.author, avatar } }
	})
}

const long = plainItems.map(({ text }) => text).join(' ')

/** What a wall may hold, by name. */
export const wallCases: Record<string, WallItem[]> = {
	'1-short': withWords(1, () => sentences[0] ?? ''),
	'1-mixed': repeated(plainItems, 1),
	'1-long': withWords(1, () => long.repeat(5).slice(0, 5_000)),
	'1-photo': withPhotos(1),
	'2-mixed': repeated(plainItems, 2),
	'3-short': withWords(3, (at) => sentences[at] ?? ''),
	'3-mixed': repeated(plainItems, 3),
	'3-photos': withPhotos(3),
	'3-portraits': withPortraits(repeated(plainItems, 3)),
	'1-portrait': withPortraits(repeated(plainItems.slice(1), 1)),
	'4-mixed': repeated(plainItems, 4),
	'12-short': withWords(12, (at) => sentences[at % sentences.length] ?? ''),
	'12-mixed': repeated(plainItems, 12),
	'12-long': repeated(longItems, 12),
	'12-photos': withPhotos(12),
	'12-arabic': repeated(arabicItems, 12),
	'12-recordings': repeated(recordingItems, 12),
	'50-mixed': repeated([...plainItems, ...longItems], 50),
}

/** A wall of a layout with these testimonials, all of them rated. */
export function wallOf(layout: WallLayout, items: WallItem[], theme: WallTheme, locale = 'en'): PublicWall {
	const spread: [number, number, number, number, number] = [0, 0, 0, 0, 0]
	for (const { rating } of items) if (rating) spread[rating - 1] = (spread[rating - 1] ?? 0) + 1
	return {
		wall: { id: 'w', slug: 'fernhill', name: 'Wall', layout, theme, version: 1 },
		space: { id: 's', name: 'Fernhill', about: null, url: null, logo: null, color: null, locale, form: null },
		counts: { chosen: items.length, published: items.length, spread },
		items,
		offset: 0,
		next: null,
		previous: null,
	}
}
