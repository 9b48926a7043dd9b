import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import type { PublicWall } from '#shared/wall/wall.ts'
import { readTheme } from '#shared/wall/wall-settings.ts'
import { wallFontRules } from '#test/support/browser/wall-fonts.ts'
import { drawnPhoto } from './drawn-photo.ts'
import { wallCases, wallOf } from './wall-cases.ts'
import type { WallLook } from './wall-looks.ts'

const origin = 'http://walls.example'
const dist = join(import.meta.dirname, '../../../dist')
/** Room around a wall in px, as a page on a phone has. */
const padding = 16

/** Renders walls and opens pages with them, without a server. */
export type WallPages = {
	/** The element of a wall in a look, with what a case holds. */
	render: (look: WallLook, of: string, theme?: object) => string
	/** Opens a page whose pictures and fonts are loaded. */
	open: (context: BrowserContext, body: string) => Promise<Page>
}

/** Reads the built renderer and loader. */
export async function readWallPages(): Promise<WallPages> {
	const bundle: string = pathToFileURL(join(dist, 'ssr/pages.js')).href
	const { renderEmbed } = (await import(bundle)) as { renderEmbed: (wall: PublicWall, origin: string) => string }
	const loader = await readFile(join(dist, 'embed/embed.js'), 'utf8')
	const fonts = await wallFontRules()
	return {
		render: ({ layout, cards }, of, theme = {}) => {
			const locale = of.endsWith('arabic') ? 'ar' : 'en'
			const html = renderEmbed(wallOf(layout, wallCases[of] ?? [], readTheme({ cards, ...theme }), locale), origin)
			return `<plaudit-wall><template shadowrootmode="open">${html}</template></plaudit-wall>`
		},
		open: async (context, body) => {
			const page = await context.newPage()
			await page.route(`${origin}/**`, (route) => {
				const { pathname } = new URL(route.request().url())
				const photo = drawnPhoto(pathname)
				if (photo) return route.fulfill({ contentType: 'image/svg+xml', body: photo })
				if (pathname === '/embed.js') return route.fulfill({ contentType: 'text/javascript', body: loader })
				return route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageOf(fonts, body) })
			})
			await page.goto(`${origin}/`)
			await page.evaluate(loadAll)
			return page
		},
	}
}

/** Runs in the page: loads its fonts, and pictures that are out of sight. */
async function loadAll(): Promise<void> {
	const fonts = ['16px "Test Serif"', '16px "Test Sans"', '600 16px "Test Sans"']
	await Promise.all(fonts.map((font) => document.fonts.load(font)))
	const roots = [...document.querySelectorAll('plaudit-wall')].map(({ shadowRoot }) => shadowRoot)
	const images = roots.flatMap((root) => [...(root?.querySelectorAll('img') ?? [])])
	for (const image of images) image.loading = 'eager'
	// A picture that is missing is drawn as such.
	await Promise.all(images.map((image) => image.decode().catch(() => undefined)))
}

function pageOf(fonts: string, body: string): string {
	return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Walls</title><style>${fonts}
body { margin: 0; background: light-dark(#fbf9f4, #171512) }
.cell { display: flow-root; padding: ${padding}px }
hr { block-size: 60px; margin: ${padding}px; border: 0; background: light-dark(#f0ece2, #1f1c18) }</style>${body}<script src="/embed.js"></script></html>`
}
