import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { chromium as launchOptions } from '#test/support/browser/chromium.ts'
import { pageCases, readHostedPages } from '#test/support/walls/hosted-page.ts'
import { wallLooks } from '#test/support/walls/wall-looks.ts'
import { ContactSheets } from './wall-pictures/contact-sheets.ts'
import type { Scheme } from './wall-pictures/draw-walls.ts'

/**
 * Draws the hosted page of walls, /w/{slug}, as tools/wall-pictures.ts draws embeds, after a build:
 * `node tools/wall-page-pictures.ts FOLDER`. A page that is higher than a contact sheet is drawn in parts.
 */
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		/** Layouts without a choice of cards look like a list or a masonry. */
		looks: {
			type: 'string',
			default: 'masonry,masonry-card,masonry-bubble,masonry-bare,grid,grid-bubble,grid-bare,list',
		},
		cases: {
			type: 'string',
			default: ['1-photos', '3-photos', '4-mixed', '12-mixed', '12-arabic', ...pageCases].join(),
		},
		widths: { type: 'string', default: '320,768,1280' },
		schemes: { type: 'string', default: 'light,dark' },
		theme: { type: 'string', default: '{}' },
	},
})
const [folder = 'wall-page-pictures'] = positionals
const named = new Set(values.looks.split(','))
const looks = wallLooks.filter(({ name }) => named.has(name))
const schemes = (['light', 'dark'] as const).filter((scheme) => values.schemes.split(',').includes(scheme))

const pages = await readHostedPages()
const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, '--font-render-hinting=none'] })
await mkdir(join(folder, 'sheets'), { recursive: true })
const sheets = new ContactSheets(join(folder, 'sheets'), '')
for (const width of values.widths.split(',').map(Number))
	for (const colorScheme of schemes) {
		const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' })
		for (const look of looks)
			for (const of of values.cases.split(',')) {
				const page = await pages.open(context, pages.render(look, of, JSON.parse(values.theme)))
				const files = await draw(page, join(folder, `${look.name}-${of}`), width, colorScheme)
				for (const [at, file] of files.entries())
					await sheets.add({ file, label: `${look.name} ${of} ${at + 1}`, width, scheme: colorScheme })
				await page.close()
			}
		await context.close()
	}
await sheets.finish()
await browser.close()

/** @returns the files of the page's parts, each as high as a sheet shows in columns without making them small */
async function draw(page: Page, name: string, width: number, scheme: Scheme): Promise<string[]> {
	const picture = sharp(await page.screenshot({ fullPage: true })).removeAlpha()
	const { height = 1 } = await picture.metadata()
	const most = width < 500 ? 1_700 : width < 900 ? 1_600 : scheme === 'light' ? 1_200 : 1_750
	const files: string[] = []
	for (let top = 0; top < height; top += most) {
		const file = `${name}-${width}-${scheme}-${files.length + 1}.png`
		const area = { left: 0, top, width, height: Math.min(most, height - top) }
		await picture.clone().extract(area).png({ compressionLevel: 2 }).toFile(file)
		files.push(file)
	}
	return files
}
