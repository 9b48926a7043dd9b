import type { Page } from '@playwright/test'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { openHostSite } from '#test/fakes/host-site.ts'

const words = 'I expected a lumpy ashtray. Six weeks later I have four bowls we eat from every day.'

const document = (inside: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/host.css"><title>Host</title></head>
<body><h1>Evenings at the wheel</h1>${inside}<p id="after">After</p></body></html>`

const opener = (url: string, slug: string) =>
	document(`<p><a id="open" href="${url}/collect/${slug}" data-plaudit-form="${slug}">Tell us how it was</a></p>
<script async src="${url}/embed/form.js"></script>`)

/** The strictest policy of a page under which the form opens. */
const strictPolicy = (url: string) =>
	`default-src 'none'; style-src 'self'; script-src ${url}; frame-src ${url}; require-trusted-types-for 'script'; trusted-types 'none'`

/** Waits until the form's script has taken over. */
const formIn = async (page: Page) => {
	const frame = page.frameLocator('iframe')
	await expect(frame.locator('form[novalidate]')).toBeVisible()
	return frame
}

for (const [name, viewport] of [
	['desktop', { width: 1280, height: 800 }],
	['phone', { width: 360, height: 740 }],
] as const)
	test(`a form opens in a dialog over a page with a strict policy, keeps its words and thanks, on a ${name}`, async ({
		browser,
		server,
		space,
	}) => {
		const host = await openHostSite({
			policy: strictPolicy(server.url),
			css: '* { color: crimson; font-size: 40px }',
			html: opener(server.url, space.slug),
		})
		const context = await browser.newContext({ viewport })
		const page = await context.newPage()
		const problems: string[] = []
		page.on('pageerror', (error) => problems.push(error.message))
		page.on('console', (entry) => entry.type() === 'error' && problems.push(entry.text()))
		const asked: string[] = []
		page.on('request', (request) => request.url().startsWith(server.url) && asked.push(request.url()))
		try {
			await page.goto(host.url, { waitUntil: 'networkidle' })
			expect(asked).toEqual([`${server.url}/embed/form.js`])
			const link = page.getByRole('link', { name: 'Tell us how it was' })
			const dialog = page.getByRole('dialog', { name: 'Tell us how it was' })
			await link.click()
			await expect(dialog).toBeVisible()
			const frame = await formIn(page)
			await expect(frame.getByRole('heading', { level: 1 })).toBeFocused()
			await expect(page.getByRole('button', { name: 'Close. Your draft is kept.' })).toBeVisible()

			await expectAccessibleInBothSchemes(page, 'dialog with a form')
			// Escape within the form closes the dialog, and what was typed is there again.
			await frame.getByRole('textbox', { name: 'Your words' }).fill(words)
			await page.keyboard.press('Escape')
			await expect(dialog).toBeHidden()
			await expect(link).toBeFocused()
			await page.keyboard.press('Enter')
			await expect(frame.getByRole('textbox', { name: 'Your words' })).toHaveValue(words)
			await page.getByRole('button', { name: 'Close. Your draft is kept.' }).click()
			await expect(link).toBeFocused()

			// This browser lets a frame store something on its own site only, as on a subdomain of the page around it.
			await page.goto(host.url.replace('127.0.0.1', 'localhost'))
			await link.click()
			await frame.getByRole('textbox', { name: 'Your words' }).fill(words)
			await expect(frame.getByText('Draft kept on this device')).toBeVisible()
			await page.reload()
			await link.click()
			await expect(frame.getByText('We kept your draft')).toBeVisible()
			await expect(frame.getByRole('textbox', { name: 'Your words' })).toHaveValue(words)
			await frame.getByRole('button', { name: 'Send' }).click()
			// A single problem takes the focus to its field.
			await expect(frame.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
			await page.keyboard.type('Maud Fernhill')
			await page.keyboard.press('Enter')
			await expect(frame.getByRole('heading', { level: 1 })).toContainText('Thank you, Maud.')
			await expect(dialog).toBeVisible()
			await page.keyboard.press('Escape')
			await expect(link).toBeFocused()
			await expect(page.locator('iframe')).toHaveCount(0)

			await link.click()
			await formIn(page)
			await expect(frame.getByRole('textbox', { name: 'Your words' })).toHaveValue('')
			expect(problems).toEqual([])
			expect(await context.cookies()).toEqual([])
		} finally {
			await context.close()
			host.close()
		}
	})

// Only another site shows that the code as it is copied opens a form there, and sends.
test('the code of the share panel works unchanged in all three ways', { tag: '@each' }, async ({
	page,
	server,
	space,
	browser,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}?share=true`)
	const panel = page.getByRole('dialog', { name: 'Share this form' })
	const codeOf = async (way: string) => {
		await panel.getByRole('tab', { name: way }).click()
		return (await panel.getByRole('tabpanel').locator('pre').textContent()) ?? ''
	}
	const dialog = await codeOf('Dialog')
	const frame = await codeOf('In the page')
	const link = await codeOf('Link')
	const visitor = await browser.newPage({ viewport: { width: 1000, height: 800 } })
	const visit = async (code: string) => {
		const site = await openHostSite({ html: document(code) })
		await visitor.goto(site.url)
		return site
	}
	const opens = visitor.getByRole('link', { name: 'Tell us how it went' })

	const first = await visit(dialog)
	await visitor.waitForLoadState('networkidle')
	await opens.click()
	await formIn(visitor)
	first.close()

	const second = await visit(frame)
	const form = await formIn(visitor)
	expect(await visitor.locator('iframe').getAttribute('allow')).toContain('camera; microphone')
	await form.getByRole('textbox', { name: 'Your words' }).fill(words)
	await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Maud Fernhill')
	await form.getByRole('button', { name: 'Send' }).click()
	await expect(form.getByRole('heading', { level: 1 })).toContainText('Thank you, Maud.')
	second.close()

	const third = await visit(link)
	await opens.click()
	await expect(visitor).toHaveURL(`${server.url}/collect/${space.slug}`)
	third.close()
	await visitor.close()
})

test('a frame has the height of its form, grows with it and moves nothing else', async ({ browser, server, space }) => {
	const reserved = (height: number) => `iframe { display: block; width: 100%; height: ${height}px; border: 0 }`
	const src = `${server.url}/collect/${space.slug}?embed=frame`
	const code = `<iframe src="${src}" title="Form" allow="camera; microphone"></iframe>
<script async src="${server.url}/embed/form.js"></script>`
	for (const width of [360, 1280]) {
		const context = await browser.newContext({ viewport: { width, height: 740 } })
		const page = await context.newPage()
		const host = await openHostSite({
			policy: strictPolicy(server.url),
			css: reserved(1200),
			html: document(code),
		})
		try {
			const shifts = await countShifts(page)
			await page.goto(host.url)
			const frame = await formIn(page)
			const heightOf = async () => (await page.locator('iframe').boundingBox())?.height ?? 0
			const inner = () =>
				frame.locator(':root').evaluate((root) => ({
					content: Math.ceil(root.querySelector('main')?.getBoundingClientRect().height ?? 0),
					view: innerHeight,
					scrolls: root.scrollWidth > root.clientWidth || getComputedStyle(root).overflowY !== 'hidden',
				}))
			await expect.poll(inner).toEqual({ content: await heightOf(), view: await heightOf(), scrolls: false })
			const before = await heightOf()
			await frame.locator('#consent').check()
			await expect.poll(heightOf).toBeGreaterThan(before)
			await expect.poll(inner).toEqual({ content: await heightOf(), view: await heightOf(), scrolls: false })
			// Only the paragraph below the frame may move, by what the frame grew.
			expect(await shifts()).toBeLessThan(0.2)
			await frame.locator('#consent').uncheck()
			await expect.poll(heightOf).toBe(before)
		} finally {
			await context.close()
			host.close()
		}
	}
})

test('the recorder of a frame covers the whole page, and leaves it as it was', async ({ page, server, space }) => {
	await space.client
		.from('forms')
		.update({ accepts: ['text', 'audio'] })
		.eq('id', space.formId)
		.throwOnError()
	await page.setViewportSize({ width: 900, height: 600 })
	const host = await openHostSite({
		policy: strictPolicy(server.url),
		css: 'iframe { display: block; width: 500px; height: 900px; border: 3px solid; transform: rotate(0) } .place { overflow: hidden; transform: translateX(40px) }',
		html: document(`<div class="place"><iframe src="${server.url}/collect/${space.slug}?embed=frame" title="Form" allow="camera; microphone"></iframe></div>
<script async src="${server.url}/embed/form.js"></script>`),
	})
	try {
		await page.goto(host.url)
		const frame = await formIn(page)
		const box = () => page.locator('iframe').boundingBox()
		await frame.locator('#k-audio').check()
		const after = () => page.locator('#after').evaluate((element) => (element as HTMLElement).offsetTop)
		const record = frame.getByRole('button', { name: 'Record your voice' })
		await expect(record).toBeVisible()
		const isAsHighAsItsForm = () =>
			frame
				.locator(':root')
				.evaluate((root) => Math.ceil(root.querySelector('main')?.getBoundingClientRect().height ?? 0) === innerHeight)
		await expect.poll(isAsHighAsItsForm).toBe(true)
		await record.focus()
		const size = async () => ({ ...(await box()), x: 0, y: 0 })
		const [before, below] = [await size(), await after()]
		await page.keyboard.press('Enter')
		await expect(frame.locator('dialog[open]')).toBeVisible()
		await expect.poll(box).toEqual({ x: 0, y: 0, width: 900, height: 600 })
		expect(await after()).toEqual(below)
		await frame.getByRole('button', { name: 'Close' }).click()
		await expect.poll(size).toEqual(before)
		await expect(record).toBeFocused()
		await expect(record).toBeInViewport()
	} finally {
		host.close()
	}
})

test('a message of another page neither closes the form nor changes a frame', async ({ page, server, space }) => {
	const host = await openHostSite({
		html: document(`<p><a href="${server.url}/collect/${space.slug}" data-plaudit-form="${space.slug}">Open</a></p>
<iframe id="form" src="${server.url}/collect/${space.slug}?embed=frame" title="Form"></iframe>
<iframe id="other" srcdoc="<p>Other</p>" title="Other"></iframe>
<script async src="${server.url}/embed/form.js"></script>`),
	})
	try {
		await page.goto(host.url)
		await expect(page.frameLocator('#form').locator('form[novalidate]')).toBeVisible()
		await expect.poll(async () => (await page.locator('#form').boundingBox())?.height).toBeGreaterThan(600)
		await page.getByRole('link', { name: 'Open' }).click()
		const dialog = page.getByRole('dialog', { name: 'Open' })
		await expect(dialog).toBeVisible()
		await expect(page.getByRole('button', { name: 'Close. Your draft is kept.' })).toBeVisible()
		const height = (await page.locator('#form').boundingBox())?.height
		const other = page.frames().find((frame) => frame.parentFrame() && frame.url().startsWith('about:'))
		await other?.evaluate(() => {
			for (const plaudit of ['close', 'sent']) parent.postMessage({ plaudit }, '*')
			parent.postMessage({ plaudit: 'height', value: 9 }, '*')
		})
		await page.evaluate(
			() =>
				new Promise<void>((heard) => {
					addEventListener('message', () => heard(), { once: true })
					postMessage({ plaudit: 'close' }, '*')
				}),
		)
		await expect(dialog).toBeVisible()
		expect((await page.locator('#form').boundingBox())?.height).toBe(height)
	} finally {
		host.close()
	}
})

test('a page whose policy forbids the frame leads to the form’s own page', async ({ page, server, space }) => {
	const host = await openHostSite({
		policy: `default-src 'none'; script-src ${server.url}`,
		html: opener(server.url, space.slug),
	})
	try {
		await page.goto(host.url, { waitUntil: 'networkidle' })
		await page.getByRole('link', { name: 'Tell us how it was' }).click()
		await expect(page).toHaveURL(`${server.url}/collect/${space.slug}`)
	} finally {
		host.close()
	}
})

test('without JavaScript the link leads to the form, and a frame sends from a tab of its own', async ({
	browser,
	server,
	space,
}) => {
	const host = await openHostSite({
		html: document(`<a href="${server.url}/collect/${space.slug}" data-plaudit-form="${space.slug}">Tell us</a>
<iframe src="${server.url}/collect/${space.slug}?embed=frame" title="Form" width="600" height="900"></iframe>`),
	})
	const context = await browser.newContext({ javaScriptEnabled: false })
	try {
		const page = await context.newPage()
		await page.goto(host.url)
		const frame = page.frameLocator('iframe')
		await frame.locator('#body').fill(words)
		await frame.locator('#name').fill('Maud Fernhill')
		const opened = context.waitForEvent('page')
		await frame.getByRole('button', { name: 'Send' }).click()
		const receipt = await opened
		await expect(receipt.getByRole('blockquote')).toBeVisible()
		await page.getByRole('link', { name: 'Tell us' }).click()
		await expect(page).toHaveURL(`${server.url}/collect/${space.slug}`)
	} finally {
		await context.close()
		host.close()
	}
})
