import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { type HostSite, openHostSite } from '#test/fakes/host-site.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

type Ask = { form: string; who?: string; after?: string | number; again?: string }

/** The strictest policy of a page on which the card is shown. */
const strictPolicy = (url: string) =>
	`default-src 'none'; style-src 'self'; script-src ${url}; connect-src ${url}; img-src ${url}; require-trusted-types-for 'script'; trusted-types 'none'`

const hostPage = (url: string, root: string) => `<!doctype html><html ${root}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/host.css"><title>Host</title></head>
<body><header><b>Fernhill</b></header><main><h1>Good evening</h1><div data-plaudit-prompt></div><p>Owl, tall bowl, two mugs</p></main>
<footer>Mill Lane 4</footer><dialog aria-label="Change your day"><button>Keep it</button></dialog>
<script async src="${url}/embed/prompt.js"></script></body></html>`

const openHost = (url: string, { root = 'lang="en"', css = '' } = {}): Promise<HostSite> =>
	openHostSite({ policy: strictPolicy(url), html: hostPage(url, root), css })

/** Calls as a website does that does not wait for the script. */
const queue = (page: Page, ...asked: Ask[]) =>
	page.addInitScript((options: Ask[]) => {
		type Plaudit = ((...call: unknown[]) => void) & { q?: unknown[] }
		const site = window as unknown as { plaudit: Plaudit }
		site.plaudit ||= (...call) => {
			site.plaudit.q ??= []
			site.plaudit.q.push(call)
		}
		for (const one of options) site.plaudit('ask', one)
	}, asked)

/** Rules that sites have for all of their own elements, and properties by the names of the card's. */
const styleForAll = `body * { color: crimson; font-size: 40px; padding: 1px; transform: translate(0) }
:not(:defined) { display: none; visibility: hidden }
:root { --brand: 28 26 23; --on-brand: crimson }`

const cardOf = (page: Page) => page.locator('plaudit-prompt').getByRole('complementary')

async function setForm(space: TestSpace, values: Record<string, unknown>): Promise<void> {
	await space.client.from('forms').update(values).eq('id', space.formId).throwOnError()
}

test('a card asks once in the corner of a strict page, takes no focus, and stores only a hash', {
	tag: '@each',
}, async ({ page, server, space }) => {
	await setForm(space, { title: 'How was your evening at the wheel?' })
	const host = await openHost(server.url, { css: styleForAll })
	const problems: string[] = []
	page.on('pageerror', (error) => problems.push(error.message))
	page.on('console', (entry) => ['error', 'warning'].includes(entry.type()) && problems.push(entry.text()))
	const asked: string[] = []
	page.on('request', (request) => request.url().includes('/prompt.json') && asked.push(request.url()))
	await page.setViewportSize({ width: 1280, height: 800 })
	await queue(page, { form: space.slug, who: 'user-7@example.test' })
	try {
		await page.goto(host.url)
		const card = cardOf(page)
		await expect(card.getByText('How was your evening at the wheel?')).toBeVisible()
		await expect(card).toHaveAccessibleName(/^Asked once by /)
		expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
		const box = await card.boundingBox()
		expect(box && [Math.round(box.x + box.width), Math.round(box.y + box.height), box.width]).toEqual([1256, 776, 316])
		await expect(card.getByRole('radio')).toHaveCount(0)
		const link = card.getByRole('link', { name: 'Say a few words' })
		expect(await link.getAttribute('href')).toBe(`${server.url}/collect/${space.slug}?lang=en&prompt`)
		await expect(link).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
		await expect(link).toHaveCSS('color', 'rgb(255, 255, 255)')
		await expectAccessibleInBothSchemes(page, 'card in a corner')

		// Escape belongs to the page until the focus is inside.
		await page.keyboard.press('Escape')
		await expect(card).toBeVisible()
		await card.getByRole('button', { name: 'Not now' }).focus()
		await page.keyboard.press('Escape')
		await expect(card).toHaveCount(0)
		const stored = await page.evaluate(() => JSON.stringify(localStorage))
		expect(stored).toMatch(/^\{"plaudit (\d+,){31}\d+":"\d+ \d+"\}$/)
		expect(await page.context().cookies()).toEqual([])

		await page.reload({ waitUntil: 'networkidle' })
		await expect(card).toHaveCount(0)
		expect(asked).toHaveLength(1)
		await queue(page, { form: space.slug, who: 'user-8' })
		await page.reload()
		await card.getByRole('button', { name: 'Close' }).click()
		await expect(card).toHaveCount(0)
		expect(asked).toHaveLength(2)
		expect(problems).toEqual([])
	} finally {
		host.close()
	}
})

test('the keyboard walks through a card, leaves it, and presses its buttons', async ({ page, server, space }) => {
	const host = await openHost(server.url)
	await page.setViewportSize({ width: 1280, height: 800 })
	await queue(page, { form: space.slug })
	try {
		await page.goto(host.url)
		const card = cardOf(page)
		await card.getByRole('button', { name: 'Close' }).focus()
		await page.keyboard.press('Tab')
		await expect(card.getByRole('link', { name: 'Say a few words' })).toBeFocused()
		await page.keyboard.press('Tab')
		await expect(card.getByRole('button', { name: 'Not now' })).toBeFocused()
		await page.keyboard.press('Tab')
		await expect(page.locator('plaudit-prompt:focus-within')).toHaveCount(0)
		await page.keyboard.press('Shift+Tab')
		await page.keyboard.press('Enter')
		await expect(card).toHaveCount(0)
	} finally {
		host.close()
	}
})

test('a card that waits in another window does not come once the person was asked', async ({
	page,
	context,
	server,
	space,
}) => {
	const host = await openHost(server.url)
	const other = await context.newPage()
	await context.clock.install({ time: new Date('2026-03-01T10:00:00Z') })
	await queue(page, { form: space.slug, after: '1 minute' })
	await queue(other, { form: space.slug, after: '2 minutes' })
	const windows = [page, other]
	try {
		for (const one of windows) {
			await one.goto(host.url, { waitUntil: 'networkidle' })
			await expect.poll(() => one.evaluate(() => localStorage.length)).toBe(1)
		}
		await context.clock.runFor('01:05')
		await cardOf(page).getByRole('button', { name: 'Not now' }).click()
		await context.clock.runFor('01:05')
		await other.waitForLoadState('networkidle')
		await expect(cardOf(other)).toHaveCount(0)
	} finally {
		host.close()
	}
})

test('a card follows the scheme, direction and language of its page', async ({ page, server, space }) => {
	await setForm(space, { title: 'كيف كانت أمسيتك؟', consent_texts: { ar: 'يمكنكم نشر هذا.' } })
	const host = await openHost(server.url, { root: 'lang="ar" dir="rtl"', css: ':root { color-scheme: dark }' })
	await page.setViewportSize({ width: 1280, height: 800 })
	await queue(page, { form: space.slug })
	try {
		await page.goto(host.url)
		const card = cardOf(page)
		await expect(card.getByRole('button', { name: 'ليس الآن' })).toBeVisible()
		expect((await card.boundingBox())?.x).toBe(24)
		await expect(card).toHaveCSS('background-color', 'rgb(30, 27, 23)')
		const leftOf = async (name: string) => (await card.getByRole('button', { name }).boundingBox())?.x ?? 0
		expect(await leftOf('إغلاق')).toBeLessThan(40)
		expect(await leftOf('ليس الآن')).toBeLessThan((await card.getByRole('link').boundingBox())?.x ?? 0)
	} finally {
		host.close()
	}
})

test('on a phone the card stands in the page, where the site has put its place', async ({ phone, server, space }) => {
	const host = await openHost(server.url)
	await queue(phone, { form: space.slug })
	try {
		await phone.goto(host.url)
		await expect(cardOf(phone)).toBeVisible()
		const [card, after] = [await cardOf(phone).boundingBox(), await phone.getByText('Owl, tall bowl').boundingBox()]
		expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(after?.y ?? 0)
		await expect(cardOf(phone)).toHaveCSS('position', 'relative')
		expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
	} finally {
		host.close()
	}
})

test('a card waits until a dialog is closed, and makes room for the next one', async ({ page, server, space }) => {
	const host = await openHost(server.url)
	const dialog = page.locator('dialog')
	await page.addInitScript(() =>
		document.addEventListener('DOMContentLoaded', () => document.querySelector('dialog')?.showModal()),
	)
	await queue(page, { form: space.slug })
	try {
		await page.goto(host.url)
		await expect(page.locator('plaudit-prompt')).toBeAttached()
		await expect(cardOf(page)).toBeHidden()
		await dialog.evaluate((element: HTMLDialogElement) => element.close())
		await expect(cardOf(page)).toBeVisible()
		await dialog.evaluate((element: HTMLDialogElement) => element.show())
		await expect(cardOf(page)).toBeHidden()
		await dialog.evaluate((element: HTMLDialogElement) => element.close())
		await expect(cardOf(page)).toBeVisible()
	} finally {
		host.close()
	}
})

test('of two forms one card is shown at a time, and an answer counts as asked', async ({ page, server, space }) => {
	const second = `${space.slug}-two`
	const { data: form } = await space.client.from('forms').select('*').eq('id', space.formId).single().throwOnError()
	const { space_id, accepts } = form
	await space.client
		.from('forms')
		.insert({ space_id, accepts, slug: second, name: 'Glazing', title: 'How was glazing day?' })
		.throwOnError()
	await setForm(space, { title: 'How was the wheel?' })
	const host = await openHost(server.url)
	await queue(page, { form: space.slug, who: 'u' }, { form: second, who: 'u' }, { form: 'no-such-form', who: 'u' })
	try {
		await page.goto(host.url, { waitUntil: 'networkidle' })
		await expect(cardOf(page)).toHaveCount(1)
		const question = await cardOf(page)
			.getByText(/^How was/)
			.textContent()
		const [opened] = await Promise.all([
			page.waitForEvent('popup'),
			cardOf(page).getByRole('link', { name: 'Say a few words' }).click(),
		])
		await expect(opened.getByRole('heading', { level: 1 })).toHaveText(question ?? '')
		await expect(cardOf(page)).toHaveCount(0)
		await page.reload()
		await expect(
			cardOf(page).getByText(question === 'How was the wheel?' ? 'How was glazing day?' : 'How was the wheel?'),
		).toBeVisible()
	} finally {
		host.close()
	}
})

test('a card comes after the time that the site gives, and again after its period', async ({ page, server, space }) => {
	const host = await openHost(server.url)
	await page.clock.install({ time: new Date('2026-03-01T10:00:00Z') })
	await queue(page, { form: space.slug, who: 'u', after: '3 days', again: '1 month' })
	const visitAt = async (day: string) => {
		await page.clock.setSystemTime(new Date(`${day}T11:00:00Z`))
		await page.goto(host.url, { waitUntil: 'networkidle' })
	}
	try {
		await visitAt('2026-03-01')
		await visitAt('2026-03-03')
		await expect(cardOf(page)).toHaveCount(0)
		await visitAt('2026-03-04')
		await cardOf(page).getByRole('button', { name: 'Not now' }).click()
		await visitAt('2026-04-02')
		await expect(cardOf(page)).toHaveCount(0)
		await visitAt('2026-04-04')
		await expect(cardOf(page)).toBeVisible()
	} finally {
		host.close()
	}
})

test('where the page has the loader of forms, the card opens its form as a dialog', async ({ page, server, space }) => {
	const html = hostPage(server.url, 'lang="en"').replace(
		'</body>',
		`<script async src="${server.url}/embed/form.js"></script></body>`,
	)
	const host = await openHostSite({ html, css: ':root { color-scheme: dark }' })
	await queue(page, { form: space.slug })
	try {
		await page.goto(host.url, { waitUntil: 'networkidle' })
		await cardOf(page).getByRole('link', { name: 'Say a few words' }).click()
		await expect(page.getByRole('dialog', { name: 'Say a few words' })).toBeVisible()
		await expect(page.locator('iframe')).toHaveAttribute('src', /embed=dialog&theme=dark$/)
		await expect(cardOf(page)).toHaveCount(0)
		expect(page.context().pages()).toHaveLength(1)
	} finally {
		host.close()
	}
})
