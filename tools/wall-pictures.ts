import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { chromium as launchOptions } from '#test/support/browser/chromium.ts'
import { wallCases } from '#test/support/walls/wall-cases.ts'
import { wallLooks } from '#test/support/walls/wall-looks.ts'
import { readWallPages } from '#test/support/walls/wall-page.ts'
import { ContactSheets } from './wall-pictures/contact-sheets.ts'
import { drawWalls, type WallPicture } from './wall-pictures/draw-walls.ts'

/**
 * Draws every layout of an embed in every style of cards, case, width and colour scheme, after a build:
 * `node tools/wall-pictures.ts FOLDER`. The folder gets a picture of each, contact sheets without equal pictures in
 * `sheets/`, and index.html. Options limit what is drawn; their values are lists with commas: `--looks masonry,grid-bubble`.
 */
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		looks: { type: 'string', default: '' },
		cases: { type: 'string', default: '' },
		widths: { type: 'string', default: '320,768,1280' },
		schemes: { type: 'string', default: 'light,dark' },
		/** Further settings of the look, as JSON. */
		theme: { type: 'string', default: '{}' },
		/** Folder of an earlier run: the sheets hold what changed since. */
		since: { type: 'string', default: '' },
	},
})
const [folder = 'wall-pictures'] = positionals
const named = (list: string, name: string) => !list || list.split(',').includes(name)
const looks = wallLooks.filter(({ name }) => named(values.looks, name))
const cases = Object.keys(wallCases).filter((name) => named(values.cases, name))
const widths = values.widths.split(',').map(Number)
const schemes = (['light', 'dark'] as const).filter((scheme) => named(values.schemes, scheme))

const pages = await readWallPages()
const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, '--font-render-hinting=none'] })
const stage = { browser, pages, schemes }
await mkdir(join(folder, 'sheets'), { recursive: true })
const sheets = new ContactSheets(join(folder, 'sheets'), values.since)

let count = 0
for (const name of cases) {
	const walls = looks.map((look) => ({ ...look, html: pages.render(look, name, JSON.parse(values.theme)) }))
	for (const width of widths)
		for (const picture of await drawWalls(stage, walls, width)) {
			const file = fileOf(picture.name, name, width, picture.scheme)
			await mkdir(dirname(file), { recursive: true })
			await imageOf(picture).toFile(file)
			count++
		}
}
await browser.close()

let different = 0
for (const scheme of schemes)
	for (const width of widths)
		for (const { name: look } of looks)
			for (const name of cases) {
				const file = fileOf(look, name, width, scheme)
				if (await sheets.add({ file, label: `${look} ${name}`, width, scheme })) different++
			}
await sheets.finish()
const all = { looks: looks.map(({ name }) => name), cases, widths, schemes, sheets: sheets.names }
await writeFile(join(folder, 'index.html'), indexPage(all))
process.stdout.write(`${count} pictures, ${different} different ones on ${sheets.names.length} sheets\n`)

function fileOf(...names: Parameters<typeof picturePath>): string {
	return join(folder, picturePath(...names))
}

function imageOf({ pixels, width, height }: WallPicture) {
	return sharp(pixels, { raw: { width, height, channels: 3 } }).png({ compressionLevel: 4 })
}

/** Names of all that was drawn. */
type Drawn = {
	looks: readonly string[]
	cases: readonly string[]
	widths: readonly number[]
	schemes: readonly string[]
	sheets: readonly string[]
}

/** The path of a picture in the folder of a run. */
function picturePath(look: string, name: string, width: number, scheme: string): string {
	return `${look}/${name}-${width}-${scheme}.png`
}

/** A page of all pictures by look and case, and of the contact sheets. */
function indexPage({ looks, cases, widths, schemes, sheets }: Drawn): string {
	const figures = (look: string, name: string) =>
		widths.flatMap((width) =>
			schemes.map((scheme) => {
				const path = picturePath(look, name, width, scheme)
				return `<a href="${path}"><img src="${path}" alt="${look}, ${name}, ${width} px, ${scheme}" width="${Math.round(width / 3)}" loading="lazy"></a>`
			}),
		)
	const rows = (look: string) =>
		cases.map((name) => `<h3>${look}, ${name}</h3><div>${figures(look, name).join('')}</div>`)
	const list = (items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures of walls</title>
<style>body { font: 14px sans-serif } ul { columns: 6 } div { display: flex; flex-wrap: wrap; gap: 8px; align-items: start } img { block-size: auto; border: 1px solid #ccc }</style>
<h1>Pictures of walls</h1>
${list(looks.map((look) => `<a href="#${look}">${look}</a>`))}
<h2>Contact sheets</h2>
${list(sheets.map((sheet) => `<a href="sheets/${sheet}">${sheet}</a>`))}
${looks.map((look) => `<h2 id="${look}">${look}</h2>${rows(look).join('')}`).join('\n')}
</html>`
}
