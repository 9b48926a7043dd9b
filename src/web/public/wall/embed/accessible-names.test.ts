import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { defaultTheme, type PublicWall, type WallLayout, type WallTheme, wallLayouts } from '#shared/wall/wall.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'
import { recordingItems } from '#web/public/wall/sample-recordings.ts'
import { renderEmbed } from './wall-embed.tsx'

const locales = ['en', 'de', 'fr', 'es', 'ar'] as const
type Locale = (typeof locales)[number]

const photo = { ...recordingItems[0]?.media, kind: 'photo' as const, url: '/media/1', captions: [], peaks: null }
const media = { poster: null, width: 4, height: 3, seconds: null, trim: null, ...photo }

/** Long words in the language of the wall, so that each has a link to the rest. */
function wallOf(layout: WallLayout, locale: Locale, theme: Partial<WallTheme> = {}, name = 'Front page'): PublicWall {
	const words = (locale === 'ar' ? 'كلمات طويلة ' : 'Words and more words ').repeat(40)
	const source = { name: null, url: 'https://example.com/' }
	const written = plainItems.map((item, at) => ({
		...item,
		source,
		text: words,
		media: at === 1 ? media : null,
		locale,
	}))
	const recorded = recordingItems.map((item) => ({ ...item, locale }))
	return {
		wall: { id: 'w', slug: 'skerry', name, layout, theme: { ...defaultTheme, sources: true, ...theme }, version: 1 },
		space: { id: 's', name: 'Skerry', about: null, url: null, logo: null, color: null, locale, form: null },
		counts: { chosen: 28, published: 34, spread: [2, 0, 0, 4, 23] },
		items: layout === 'carousel' ? [...written, ...recorded] : written,
		offset: 0,
		next: null,
		previous: null,
	}
}

/**
 * Texts of links that name no target: those of Lighthouse's audit `link-text` in the languages of walls, and those
 * that Lighthouse does not list in French, Spanish and Arabic.
 */
const genericLinkTexts: readonly string[] = [
	...['click here', 'click this', 'go', 'here', 'information', 'learn more', 'more', 'more info', 'more information'],
	...['right here', 'read more', 'see more', 'start', 'this', 'source'],
	...['klicke hier', 'hier klicken', 'hier', 'mehr', 'siehe', 'dies', 'das', 'weiterlesen', 'quelle'],
	...['click aquí', 'click aqui', 'clicka aquí', 'clicka aqui', 'pincha aquí', 'pincha aqui', 'aquí', 'aqui', 'más'],
	...['mas', 'más información', 'más informacion', 'mas información', 'mas informacion', 'este', 'enlace'],
	...['este enlace', 'empezar', 'leer más', 'ver más', 'fuente'],
	...['ici', 'cliquez ici', 'plus', 'en savoir plus', 'lire plus', 'lire la suite', 'voir plus'],
	...['هنا', 'اضغط هنا', 'المزيد', 'اقرأ المزيد', 'المصدر'],
]

type Control = { tag: string; attributes: Record<string, string>; visible: string; text: string }

/** A wall as it is first seen: without its style sheet, and without the word that closes unfolded words again. */
const seenHtml = (wall: PublicWall) =>
	renderEmbed(wall, 'https://p.example')
		.replace(/<style>.*?<\/style>/s, '')
		.replace(/(<summary part="more"><span>.*?<\/span>)<span>.*?<\/span>/g, '$1')

/** The links, buttons and summaries of a wall, with the text that is seen and the text that is read. */
function controlsOf(wall: PublicWall): Control[] {
	const found: Control[] = []
	const open: { control?: Control; hidden: boolean; silent: boolean }[] = []
	const parser = new Parser({
		onopentag(tag, attributes) {
			const isControl = tag === 'a' || tag === 'button' || tag === 'summary'
			const isCopy = open.some(({ silent }) => silent)
			const control = isControl && !isCopy ? { tag, attributes, visible: '', text: '' } : undefined
			if (control) found.push(control)
			open.push({
				...(control ? { control } : {}),
				hidden: attributes.class === 'h',
				silent: attributes['aria-hidden'] === 'true',
			})
			const label = tag === 'svg' && attributes['aria-label']
			if (label) add(label, false)
		},
		ontext: (text) => add(text, true),
		onclosetag: () => void open.pop(),
	})
	function add(text: string, isSeen: boolean): void {
		const control = open.findLast((one) => one.control)?.control
		if (!control || open.some(({ silent }) => silent)) return
		control.text += text
		if (isSeen && !open.some(({ hidden }) => hidden)) control.visible += text
	}
	parser.end(seenHtml(wall))
	return found
}

const nameOf = ({ attributes, text }: Control) => attributes['aria-label'] ?? text.trim()
const cases = locales.flatMap((locale) => wallLayouts.map((layout) => [locale, layout] as const))
const regionOf = (wall: PublicWall) => / aria-label="([^"]*)" data-close/.exec(renderEmbed(wall, ''))?.[1]

describe('the accessible names of a wall', () => {
	it.each(cases)(
		'in %s every control of the layout %s is named by text that begins with the words that are seen',
		(locale, layout) => {
			for (const theme of [{}, { more: 'place' }] as const)
				for (const control of controlsOf(wallOf(layout, locale, theme))) {
					expect(nameOf(control), JSON.stringify(control)).not.toBe('')
					expect(nameOf(control).startsWith(control.visible.trim()), JSON.stringify(control)).toBe(true)
					if (control.visible) expect(control.attributes).not.toHaveProperty('aria-label')
				}
		},
	)

	it.each(cases)('in %s no link of the layout %s has a text that says nothing of its target', (locale, layout) => {
		for (const { tag, text } of controlsOf(wallOf(layout, locale)))
			if (tag === 'a') expect(genericLinkTexts).not.toContain(text.trim().toLowerCase())
	})

	it('a link to the rest of the words names their author, and so does a control that unfolds them', () => {
		const texts = (theme: Partial<WallTheme>) => controlsOf(wallOf('grid', 'en', theme)).map(nameOf)
		const [author] = plainItems.map((item) => item.author.name)
		expect(texts({})).toContain(`Read more from ${author}`)
		expect(texts({ more: 'place' })).toContain(`Read more from ${author}`)
	})

	it.each(wallLayouts)(
		'two walls of one space in the layout %s have regions and links of different names',
		(layout) => {
			const [one, other] = ['Front page', 'Prices'].map((name) => wallOf(layout, 'en', {}, name)) as [
				PublicWall,
				PublicWall,
			]
			expect(regionOf(one)).toBe('Testimonials about Skerry: Front page')
			expect(regionOf(other)).toBe('Testimonials about Skerry: Prices')
		},
	)
})
