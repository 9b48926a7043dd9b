import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import type { PublicAssets } from '#product/pages/public-assets.ts'
import { wallLayouts } from '#shared/wall.ts'
import { readTheme } from '#shared/wall-settings.ts'
import { chromium as launchOptions } from '#test/support/browser/chromium.ts'
import { wallFontRules } from '#test/support/browser/wall-fonts.ts'
import { wallCases, wallOf } from './wall-pictures/wall-cases.ts'

/**
 * Draws every layout of an embed in every case, width and colour scheme, after a build:
 * `node tools/wall-pictures.ts FOLDER [cases] [widths] [layouts] [theme]`, the theme as JSON and the others a list with commas. One picture per case, width and
 * scheme holds the layouts below each other.
 */
const [folder = 'wall-pictures', cases = '', sizes = '320,768,1280', names = '', theme = '{}'] = process.argv.slice(2)
const origin = 'http://walls.example'
const bundle = pathToFileURL(join(import.meta.dirname, '../dist/ssr/pages.js')).href
const { renderEmbed } = (await import(bundle)) as PublicAssets['pages']
const fonts = await wallFontRules()
await mkdir(folder, { recursive: true })

const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, '--font-render-hinting=none'] })
for (const [name, items] of Object.entries(wallCases)) {
	if (cases && !cases.split(',').includes(name)) continue
	const locale = name.endsWith('arabic') ? 'ar' : 'en'
	const walls = wallLayouts
		.filter((layout) => !names || names.split(',').includes(layout))
		.map((layout) => {
			const html = renderEmbed(wallOf(layout, items, readTheme(JSON.parse(theme)), locale), origin)
			return `<p>${layout}</p><plaudit-wall><template shadowrootmode="open">${html}</template></plaudit-wall>`
		})
	for (const width of sizes.split(',').map(Number))
		for (const scheme of ['light', 'dark'] as const) {
			const context = await browser.newContext({
				viewport: { width, height: 800 },
				colorScheme: scheme,
				reducedMotion: 'reduce',
			})
			const page = await context.newPage()
			await page.route(`${origin}/**`, (route) => {
				const size = /media\/(\d+)x(\d+)-(\d+)/.exec(route.request().url())
				return size
					? route.fulfill({
							contentType: 'image/svg+xml',
							body: photo(Number(size[1]), Number(size[2]), Number(size[3])),
						})
					: route.fulfill({ contentType: 'text/html; charset=utf-8', body: pageOf(walls.join('')) })
			})
			await page.goto(`${origin}/`)
			await page.evaluate('document.fonts.ready')
			await writeFile(join(folder, `${name}-${width}-${scheme}.png`), await page.screenshot({ fullPage: true }))
			await context.close()
		}
}
await browser.close()

function pageOf(body: string): string {
	return `<!doctype html><meta name="color-scheme" content="light dark"><style>${fonts}
body { margin: 0; padding: 16px; background: light-dark(#fbf9f4, #171512) } p { font: 12px sans-serif; color: gray; margin: 32px 0 8px }</style>${body}`
}

/** A drawn photo with a frame at its edge, so that a cut one is seen. */
function photo(width: number, height: number, hue: number): string {
	const least = Math.min(width, height)
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue * 47} 30% 72%)"/><rect y="70%" width="100%" height="30%" fill="hsl(${hue * 47} 35% 55%)"/><circle cx="50%" cy="55%" r="${least / 4}" fill="hsl(${hue * 47 + 150} 35% 45%)"/><rect x="1%" y="1%" width="98%" height="98%" fill="none" stroke="#fff" stroke-width="8"/></svg>`
}
