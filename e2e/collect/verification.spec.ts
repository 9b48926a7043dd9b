import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { expect, test } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { invite } from '#e2e/support/invite.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import type { ServerAddress } from '#test/support/server-process.ts'

const words = 'Six weeks later I have four bowls we eat from every day.'
const ines = { email: 'ines@harbour.example', name: 'Ines Castellanos-Featherstonehaugh', company: 'Harbour' }

async function send(page: Page, body = words) {
	await page.getByRole('textbox', { name: 'Your words' }).fill(body)
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Send' }).click()
}

async function approveAll({ client }: TestSpace) {
	await client.from('testimonials').update({ status: 'approved' }).eq('status', 'pending').throwOnError()
}

const stateOf = async ({ client }: TestSpace) =>
	(
		await client
			.from('invitations' as never)
			.select('state')
			.throwOnError()
	).data

/** The address of the private page in the newest mail to an address. */
async function mailedLink(server: ServerAddress, address: string): Promise<string> {
	const folder = join(server.dataDir, 'outbox')
	let link = ''
	await expect
		.poll(async () => {
			const names = await readdir(folder).catch(() => [])
			const name = names.filter((one) => one.endsWith(`-${address}.eml`)).sort()
			const newest = name.at(-1)
			if (!newest) return ''
			const { text = '' } = await PostalMime.parse(await readFile(join(folder, newest)))
			link = /https?:\S+\/t\/\S+/.exec(text)?.[0] ?? ''
			return link
		})
		.not.toBe('')
	return link
}

for (const width of flowWidths(360))
	test(`a personal link fills in the form, and the wall says who invited, ${width} px`, { tag: '@each' }, async ({
		browser,
		server,
		space,
	}) => {
		const token = await invite(server, space, ines)
		const address = `${server.url}/collect/${space.slug}?i=${token}`
		await fetch(address)
		expect(await stateOf(space)).toEqual([{ state: 'sent' }])
		const context = await browser.newContext({ viewport: { width, height: 740 } })
		const page = await context.newPage()
		await page.goto(address)
		await expect(page.getByText('Asked by Northlight Frames')).toBeVisible()
		await expect(page.getByLabel('Name', { exact: true })).toHaveValue(ines.name)
		await expect(page.getByLabel('Company')).toHaveValue('Harbour')
		await expect(page.getByLabel('E-mail')).toHaveValue(ines.email)
		await expect.poll(() => stateOf(space)).toEqual([{ state: 'opened' }])
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
		await page.getByLabel('Name', { exact: true }).fill('Ines Castellanos')
		await send(page)
		await expect(page.getByRole('heading', { name: /^Thank you, Ines/ })).toBeVisible()
		await expect(page.getByText('Not you?')).toBeHidden()
		expect(await stateOf(space)).toEqual([{ state: 'answered' }])

		await approveAll(space)
		await page.goto(`${server.url}/w/${space.slug}`)
		// The address was the invited one, which proves more than the link.
		await expect(page.locator('.basis').getByText('E-mail checked')).toBeVisible()
		await expect(page.getByRole('heading', { name: 'What the marks mean' })).toBeVisible()

		await page.goto(address)
		await expect(page.getByText('This invitation was answered already.')).toBeVisible()
		await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
		await send(page, 'Once more, by the open form.')
		await expect(page.getByText('Add your name').first()).toBeVisible()
		await page.getByLabel('Name', { exact: true }).fill('Ines')
		await page.getByRole('button', { name: 'Send' }).click()
		await expect(page.getByRole('heading', { name: /^Thank you, Ines/ })).toBeVisible()
		const { data } = await space.client.from('testimonials').select('verifications(basis)').eq('author_name', 'Ines')
		expect(data).toEqual([{ verifications: [] }])
		await context.close()
	})

for (const [sign, show] of [
	['a key', (page: Page) => page.keyboard.press('Tab')],
	['three seconds in view', (page: Page) => page.clock.runFor(3000)],
] as const)
	test(`a mail scanner that loads a personal link and runs its scripts opens nothing, and ${sign} does`, async ({
		phone,
		server,
		space,
	}) => {
		const token = await invite(server, space, ines)
		// Time stands still, however long the page takes to load.
		await phone.clock.install({ time: 0 })
		await phone.clock.pauseAt(1000)
		await phone.goto(`${server.url}/collect/${space.slug}?i=${token}`, { waitUntil: 'networkidle' })
		await phone.clock.runFor(2000)
		expect(await stateOf(space)).toEqual([{ state: 'sent' }])
		await show(phone)
		await expect.poll(() => stateOf(space)).toEqual([{ state: 'opened' }])
	})

test('who is not the invited person empties the form, and their words stay', async ({ phone, server, space }) => {
	const token = await invite(server, space, ines)
	await phone.goto(`${server.url}/collect/${space.slug}?i=${token}`)
	await expect.poll(() => stateOf(space)).toEqual([{ state: 'opened' }])
	// The values of a link alone are no draft.
	await expect(phone.getByText('Draft kept on this device')).toBeHidden()
	await phone.getByRole('textbox', { name: 'Your words' }).fill(words)
	await phone.getByLabel('Company').fill('Another Harbour')
	await expect(phone.getByText('Draft kept on this device')).toBeVisible()
	await phone.reload()
	await expect(phone.getByText('We kept your draft')).toBeVisible()
	await expect(phone.getByLabel('Company')).toHaveValue('Another Harbour')
	await expect(phone.getByLabel('E-mail')).toHaveValue(ines.email)

	const notYou = phone.getByRole('link', { name: 'Not you?' })
	expect((await notYou.boundingBox())?.height).toBeGreaterThanOrEqual(44)
	await notYou.focus()
	await phone.keyboard.press('Enter')
	await expect(phone.getByText('We kept your draft')).toBeVisible()
	await expect(phone.getByRole('textbox', { name: 'Your words' })).toHaveValue(words)
	await expect(phone.getByLabel('Name', { exact: true })).toHaveValue('')
	await expect(phone.getByLabel('E-mail')).toHaveValue('')
	await expect(phone.getByText('Asked by')).toBeHidden()
	expect(await stateOf(space)).toEqual([{ state: 'opened' }])
})

test('a personal link works without JavaScript, and a refusal keeps it', async ({ browser, server, space }) => {
	const token = await invite(server, space, ines)
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
	const page = await context.newPage()
	await page.goto(`${server.url}/collect/${space.slug}?i=${token}`)
	await page.getByLabel('E-mail').fill('home@harbour.example')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByRole('alert')).toContainText('Not sent yet')
	await expect(page.getByText('Asked by Northlight Frames')).toBeVisible()
	await expect(page.getByLabel('E-mail')).toHaveValue('home@harbour.example')
	await page.getByRole('textbox', { name: 'Your words' }).fill(words)
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByRole('heading', { name: 'How we know it is you' })).toBeVisible()
	await expect(page.locator('#verified').getByText('Invited by Northlight Frames')).toBeVisible()
	await approveAll(space)
	await page.goto(`${server.url}/w/${space.slug}`)
	await expect(page.locator('.basis').getByText('Invited by Northlight Frames')).toBeVisible()
	await context.close()
})

test('the mailed link confirms an address by one press', { tag: '@each' }, async ({ phone, server, space }) => {
	const email = `dagny-${Date.now()}@harbour.example`
	await submitTestimonial(server.url, space, { author: { name: 'Dagny Solheim', email } })
	const link = await mailedLink(server, email)
	const basis = async () => (await space.client.from('verifications').select('basis, evidence').throwOnError()).data
	await fetch(link)
	await phone.goto(link)
	await expect(phone.getByRole('heading', { name: 'Is this your address?' })).toBeVisible()
	await expect(phone.getByText(email)).toBeVisible()
	expect(await basis()).toEqual([])
	await phone.keyboard.press('Tab')
	await expect(phone.getByRole('button', { name: 'Yes, confirm it' })).toBeFocused()
	await phone.keyboard.press('Enter')
	await expect(phone.getByRole('heading', { name: 'Thank you. Your address is confirmed.' })).toBeVisible()
	expect(await basis()).toEqual([{ basis: 'email', evidence: 'd…@harbour.example' }])
	await phone.getByRole('link', { name: 'Open your private page' }).click()
	await expect(phone.locator('#verified').getByText('E-mail checked')).toBeVisible()
})

test('an owner makes an order key, and a signed order link marks the testimonial', async ({
	page,
	phone,
	server,
	space,
}) => {
	await phone.goto(`${server.url}/collect/${space.slug}?order=A-1042&sig=${'0'.repeat(64)}`)
	await expect(phone.getByText('This order could not be checked.')).toBeVisible()
	await openSignedIn(page, server.url, space, 'space/verification')
	const section = page.getByRole('region', { name: 'Order links' })
	await expect(section.getByText(`/collect/${space.slug}?order=`)).toBeVisible()
	await section.getByRole('button', { name: 'Make an order key' }).click()
	await expect(section.getByText('it is shown only this once')).toBeVisible()
	const key = /plo_[\w-]{43}/.exec((await section.textContent()) ?? '')?.[0] ?? ''
	await page.reload()
	await expect(section.getByText('It is never shown again.')).toBeVisible()
	await expect(section.getByText(key)).toBeHidden()
	const sig = createHmac('sha256', key).update('A-1042').digest('hex')
	const address = `${server.url}/collect/${space.slug}?order=A-1042&sig=${sig}`
	await phone.goto(address)
	await expect(phone.getByText('For your order A-1042')).toBeVisible()
	await phone.getByLabel('Name', { exact: true }).fill('Ines')
	await send(phone)
	await expect(phone.getByRole('heading', { name: /^Thank you, Ines/ })).toBeVisible()
	await phone.goto(address)
	await expect(phone.getByText('Words for this order were sent already.')).toBeVisible()
	await approveAll(space)
	await page.goto(`${server.url}/w/${space.slug}`)
	await expect(page.locator('.basis').getByText('Order checked')).toBeVisible()
	await openSignedIn(page, server.url, space, 'inbox?view=approved')
	await page.getByText('Ines').first().click()
	await expect(page.getByText('It does not prove that the buyer wrote it.')).toBeVisible()
	await expect(page.getByText('Order: A-1042')).toBeVisible()
})
