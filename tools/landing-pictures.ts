import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { chromium as launchOptions } from '#test/support/browser/chromium.ts'
import { plaudit, startServer } from '#test/support/server-process.ts'

/**
 * Takes the pictures of the landing page from the running product with its demo space, after a build: `node tools/landing-pictures.ts`.
 * The picture for shared links shows the page itself, so a second build and run has the new pictures in it.
 */
const folder = fileURLToPath(new URL('../src/web/public/landing/pictures', import.meta.url))
/** Sizes in CSS pixels; the pictures have `scale` times as many. */
const views = {
	inbox: { width: 1280, height: 800, scale: 1.5 },
	'inbox-phone': { width: 430, height: 400, scale: 2 },
	form: { width: 360, height: 700, scale: 1.5 },
} as const
const card = { width: 1200, height: 630 }

const server = await startServer({ RATE_LIMITS: 'off', LANDING_PAGE: 'plaudit' })
const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, '--font-render-hinting=none'] })
try {
	const seeded = JSON.parse(await plaudit(server, ['seed', '--json'])) as Seeded
	await mkdir(folder, { recursive: true })
	for (const scheme of ['light', 'dark'] as const)
		for (const name of Object.keys(views) as (keyof typeof views)[]) {
			const page = await openPage(browser, views[name], scheme)
			await (name === 'form' ? openForm(page, seeded) : openInbox(page, seeded))
			await sharp(await page.screenshot())
				.webp({ quality: 72, effort: 6 })
				.toFile(join(folder, `${name}-${scheme}.webp`))
			await page.context().close()
		}
	const page = await openPage(browser, { ...card, scale: 1 }, 'light')
	await page.goto(server.url, { waitUntil: 'networkidle' })
	await sharp(await page.screenshot())
		.jpeg({ quality: 80, mozjpeg: true })
		.toFile(join(folder, 'card.jpg'))
} finally {
	await browser.close()
	await server.stop()
}

type Seeded = { email: string; password: string; formSlug: string }

async function openPage(from: Browser, { width, height, scale }: View, colorScheme: 'light' | 'dark'): Promise<Page> {
	const options = { viewport: { width, height }, deviceScaleFactor: scale, colorScheme, reducedMotion: 'reduce' }
	const context = await from.newContext(options as Parameters<Browser['newContext']>[0])
	return context.newPage()
}
type View = { width: number; height: number; scale: number }

async function openForm(page: Page, { formSlug }: Seeded): Promise<void> {
	await page.goto(`${server.url}/collect/${formSlug}`, { waitUntil: 'networkidle' })
	await page.getByRole('radio', { name: '5 stars, excellent' }).check({ force: true })
	await page.evaluate(() => scrollTo(0, 0))
}

/** The inbox with the newest of the pending testimonials, as far as there is room beside the list. */
async function openInbox(page: Page, { email, password }: Seeded): Promise<void> {
	await page.goto(`${server.url}/auth`)
	await page.getByLabel('E-mail').fill(email)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await page.waitForURL('**/dashboard/**')
	await page.goto(`${server.url}/dashboard/inbox`)
	await page.locator('h1').first().waitFor()
	await page.waitForLoadState('networkidle')
}
