import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import type { WallPages } from '#test/support/walls/wall-page.ts'

/** A wall's HTML in a look. */
export type DrawnWall = { name: string; html: string; floats: boolean; isOpen: boolean }
/** One drawn wall as pixels of three channels. */
export type WallPicture = { name: string; scheme: Scheme; pixels: Buffer; width: number; height: number }
export type Scheme = 'light' | 'dark'

/** Chromium draws at most 16,384 px of a page at once. */
const mostHeight = 12_000
const windowHeight = 640

/** The parts that all pages of one run share. */
export type Stage = { browser: Browser; pages: WallPages; schemes: readonly Scheme[] }

/** Draws walls on a page that is so wide: those that float on a page of their own each. */
export async function drawWalls(stage: Stage, walls: readonly DrawnWall[], width: number): Promise<WallPicture[]> {
	const context = await stage.browser.newContext({ viewport: { width, height: windowHeight } })
	try {
		const pictures = await drawBelowEachOther(
			stage,
			context,
			walls.filter(({ floats }) => !floats),
			width,
		)
		for (const wall of walls.filter(({ floats }) => floats)) pictures.push(...(await drawAlone(stage, context, wall)))
		return pictures
	} finally {
		await context.close()
	}
}

async function drawBelowEachOther(stage: Stage, context: BrowserContext, walls: readonly DrawnWall[], width: number) {
	const pictures: WallPicture[] = []
	if (walls.length === 0) return pictures
	const page = await stage.pages.open(context, walls.map(({ html }) => `<div class="cell">${html}</div>`).join(''))
	for (const scheme of stage.schemes) {
		await page.emulateMedia({ colorScheme: scheme })
		await stopMotion(page)
		const boxes = await page.locator('.cell').evaluateAll((cells) =>
			cells.map((cell) => {
				const { top, bottom } = cell.getBoundingClientRect()
				return { top: Math.round(top), height: Math.floor(bottom) - Math.round(top) }
			}),
		)
		for (let start = 0; start < boxes.length; ) {
			const top = boxes[start]?.top ?? 0
			let end = start + 1
			while (end < boxes.length && bottomOf(boxes[end]) - top <= mostHeight) end++
			const clip = { x: 0, y: top, width, height: bottomOf(boxes[end - 1]) - top }
			const sheet = await pixelsOf(await page.screenshot({ fullPage: true, clip }))
			for (; start < end; start++) {
				const box = boxes[start] ?? { top, height: 1 }
				const area = { left: 0, top: box.top - top, width, height: box.height }
				const pixels = await sharp(sheet.data, { raw: sheet.info }).extract(area).raw().toBuffer()
				pictures.push({ name: walls[start]?.name ?? '', scheme, pixels, width, height: box.height })
			}
		}
	}
	await page.close()
	return pictures
}

/** A floating layout stands over the words of a page. */
async function drawAlone(stage: Stage, context: BrowserContext, wall: DrawnWall): Promise<WallPicture[]> {
	const pictures: WallPicture[] = []
	const page = await stage.pages.open(context, `<div class="cell">${wall.html}</div>${'<hr>'.repeat(9)}`)
	if (wall.isOpen) await page.locator('plaudit-wall .tab').click()
	for (const scheme of stage.schemes) {
		await page.emulateMedia({ colorScheme: scheme })
		await stopMotion(page)
		const { data, info } = await pixelsOf(await page.screenshot())
		pictures.push({ name: wall.name, scheme, pixels: data, width: info.width, height: info.height })
	}
	await page.close()
	return pictures
}

/** Stops what moves at its beginning, and a toast when its first testimonial is seen. */
async function stopMotion(page: Page): Promise<void> {
	await page.evaluate(async () => {
		for (const { shadowRoot } of document.querySelectorAll('plaudit-wall'))
			for (const animation of shadowRoot?.getAnimations() ?? []) {
				if (!(animation.timeline instanceof DocumentTimeline)) continue
				if (animation instanceof CSSTransition) animation.finish()
				else {
					animation.pause()
					animation.currentTime = (animation as CSSAnimation).animationName === 'turn' ? 2_000 : 0
				}
			}
		await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
	})
}

const bottomOf = (box: { top: number; height: number } | undefined) => (box?.top ?? 0) + (box?.height ?? 0)

const pixelsOf = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
