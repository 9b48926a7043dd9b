import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { accentCss } from '#product/pages/accent-css.ts'
import { renderDocument } from '#product/pages/document.ts'
import { loadPublicAssets, type PublicAssets } from '#product/pages/public-assets.ts'
import type { PublicWall } from '#shared/wall/wall.ts'
import { noFilter, type PageFiltering } from '#shared/wall/wall-filter.ts'
import { readSharing, readTheme } from '#shared/wall/wall-settings.ts'
import { drawnPhoto } from './drawn-photo.ts'
import { wallCases, wallOf } from './wall-cases.ts'
import type { WallLook } from './wall-looks.ts'

const origin = 'http://walls.example'
const dist = join(import.meta.dirname, '../../../dist')

/** Cases of a wall's page besides those of all walls: after a search, and the last of several pages. */
export const pageCases = ['found', 'found-arabic', 'nothing', 'empty', 'later'] as const

/** Renders hosted pages of walls and opens them, without a server. */
export type HostedPages = {
	/** The document of a wall's page in a look, with what a case holds. */
	render: (look: WallLook, of: string, theme?: object) => string
	/** Opens a document; its pictures are loaded. */
	open: (context: BrowserContext, html: string) => Promise<Page>
}

/** Reads the built pages. */
export async function readHostedPages(): Promise<HostedPages> {
	const assets = await loadPublicAssets(dist)
	return {
		render: (look, of, theme = {}) => documentOf(assets, look, of, theme),
		open: async (context, html) => {
			const page = await context.newPage()
			await page.route(`${origin}/**`, async (route) => {
				const { pathname } = new URL(route.request().url())
				if (pathname === '/w/fernhill') return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
				const photo = drawnPhoto(pathname.replace('recording.webp', '1280x720-4'))
				if (photo) return route.fulfill({ contentType: 'image/svg+xml', body: photo })
				const file = await readFile(join(dist, 'public', pathname)).catch(() => null)
				return file ? route.fulfill({ contentType: 'text/javascript', body: file }) : route.fulfill({ status: 404 })
			})
			await page.goto(`${origin}/w/fernhill`)
			await page.evaluate(loadImages)
			return page
		},
	}
}

/** Runs in the page: loads pictures that are out of sight. */
async function loadImages(): Promise<void> {
	for (const image of document.images) image.loading = 'eager'
	// A picture that is missing is drawn as such.
	await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
}

function documentOf(assets: PublicAssets, look: WallLook, of: string, theme: object): string {
	const isArabic = of.endsWith('arabic')
	const wall = wallOn(look, of, theme, isArabic)
	const words = of === 'nothing' ? 'Donaudampfschifffahrtsgesellschaft' : isArabic ? 'خزف' : 'bowl'
	const isFiltered = of.startsWith('found') || of === 'nothing'
	const filter = isFiltered ? { ...noFilter, kind: 'photo' as const, words } : noFilter
	const filtering = { filter, offer: offerIn(isArabic), found: wall.items.length }
	// A grid has the owner's own title and text; the others those of the space.
	const own = look.layout === 'grid' && !isArabic
	const sharing = readSharing(own ? { page_title: 'What people say about our classes', page_intro: ownIntro } : {})
	const page = assets.pages.renderWallPage(wall, {}, { sharing, filtering })
	const styles = [assets.style('wall/page/wall-page.css'), accentCss(wall.wall.theme.color), page.css ?? '']
	return renderDocument({ page, styles, scripts: [assets.script('wall/page/recordings-client.ts')] }).html
}

const ownIntro = 'Two hours and a lump of clay.\n\nAll that visitors write is published.'

function wallOn(look: WallLook, of: string, theme: object, isArabic: boolean): PublicWall {
	const held = { found: '3-mixed', 'found-arabic': '3-arabic', later: '12-mixed' }[of] ?? of
	const items = wallCases[held] ?? []
	const wall = wallOf(look.layout, items, readTheme({ cards: look.cards, ...theme }), isArabic ? 'ar' : 'en')
	const chosen = of === held ? items.length : of === 'empty' ? 0 : 62
	const about = isArabic ? 'استوديو خزف صغير على الساحل.' : 'A small pottery on the coast. Classes, bowls and repairs.'
	const name = isArabic ? 'خزف فرنهيل' : 'Fernhill Pottery'
	const url = 'https://www.fernhill.example/'
	return {
		...wall,
		space: { ...wall.space, name, about, url, form: 'fernhill' },
		counts: { ...wall.counts, chosen, published: chosen && 80 },
		offset: of === 'later' ? 50 : 0,
		previous: of === 'later' ? 'before' : null,
		next: held === '12-mixed' && of !== 'later' ? 'after' : null,
	}
}

function offerIn(isArabic: boolean): PageFiltering['offer'] {
	const names = [isArabic ? 'دورات' : 'Classes', 'A long tag about repairs of bowls', 'Gifts']
	const kinds = ['text', 'photo', 'video', 'audio'] as const
	return {
		kinds: kinds.map((kind, at) => ({ kind, found: 40 - 9 * at })),
		tags: names.map((name, at) => ({ id: `${at}`, name, found: 12 - 5 * at })),
		hasSearch: true,
	}
}
