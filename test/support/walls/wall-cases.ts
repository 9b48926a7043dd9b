import type { PublicWall, WallItem, WallLayout, WallTheme } from '#shared/wall/wall.ts'
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

/** Titles of authors: short, none, of 200 characters, of another script than the words, of pictures, of one word. */
const titles = [
	'Four bowls instead of an ashtray',
	null,
	`${'They turned us back at the headland, and that is what I was paying for, since nobody argued. '.repeat(2)}Worth it.`,
	'أهدأ أسبوع في حياتي',
	'🏺🎉👩‍👩‍👧‍👦 Dragon!',
	'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
	'案内の方が毎朝、海図を開いて「今日はここまで行けます」と言ってくれました',
]

function withTitles(items: readonly WallItem[]): WallItem[] {
	return items.map((item, at) => ({ ...item, title: titles[at % titles.length] ?? null }))
}

const long = plainItems.map(({ text }) => text).join(' ')
/** Lengths in characters of long words; the first is the longest that a form takes. */
const longLengths = [5_000, 700, 420, 1_200, 520, 2_000]

const contents: Record<string, (count: number) => WallItem[]> = {
	short: (count) => withWords(count, (at) => sentences[at % sentences.length] ?? ''),
	long: (count) => withWords(count, (at) => passage(at, longLengths[at % longLengths.length] ?? 700)),
	mixed: (count) => repeated(plainItems, count),
	photos: withPhotos,
	arabic: (count) => repeated(arabicItems, count),
}
const counts = [1, 3, 12, 50]

/** Whole words, as many as are not longer than `most`, beginning at another place for each testimonial. */
function passage(at: number, most: number): string {
	const words = long
		.repeat(5)
		.split(' ')
		.slice(at * 17)
	const text = words.join(' ').slice(0, most)
	return `${text.slice(0, text.lastIndexOf(' '))}.`
}

/** The contents of a wall, by name. */
export const wallCases: Record<string, WallItem[]> = {
	...Object.fromEntries(
		counts.flatMap((count) =>
			Object.entries(contents).map(([content, items]) => [`${count}-${content}`, items(count)]),
		),
	),
	// Values at the limits, and numbers and parts between the usual ones.
	'2-mixed': repeated(plainItems, 2),
	'4-mixed': repeated(plainItems, 4),
	'1-portrait': withPortraits(repeated(plainItems.slice(1), 1)),
	'3-portraits': withPortraits(repeated(plainItems, 3)),
	'12-limits': repeated(longItems, 12),
	'12-recordings': repeated(recordingItems, 12),
	'1-titles': withTitles(repeated(plainItems, 1)),
	'12-titles': withTitles(repeated(plainItems, 12)),
	'12-titled-photos': withTitles(withPhotos(12)),
	'12-titled-recordings': withTitles(repeated(recordingItems, 12)),
	'3-titled-arabic': withTitles(repeated(arabicItems, 3)).reverse(),
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
