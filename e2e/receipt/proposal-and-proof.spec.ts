import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { expect, test } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { storeSession } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

/** The answer of the program about a file. */
const verify = (path: string) =>
	JSON.parse(execFileSync(process.execPath, ['src/cli/main.ts', 'verify', path, '--json'], { encoding: 'utf8' }))

const words =
	'I went along because my sister had paid. I expected a lumpy ashtray. Six weeks later I have four bowls we eat from every day. Ask for the wheal by the window.'
const better =
	'I went along because my sister had paid. Six weeks later I have four bowls we eat from every day. Ask for the wheel by the window.'

for (const width of flowWidths(360))
	test(`other words go from the inbox to the submitter’s page and onto the wall, at ${width} px`, async ({
		page,
		browser,
		server,
		space,
	}) => {
		const sent = await submitTestimonial(server.url, space, { author: { name: 'Ines Castellanos' }, body: words })
		await space.client.from('testimonials').update({ status: 'approved' }).eq('id', sent.id).throwOnError()
		await page.setViewportSize({ width, height: 900 })
		await page.goto(`${server.url}/config.json`)
		await storeSession(page, server.url, space)
		await page.goto(`${server.url}/dashboard/inbox/${sent.id}`)

		await page.getByRole('button', { name: 'Propose other words' }).click()
		const editor = page.getByRole('region', { name: 'Propose other words' })
		const text = editor.getByLabel('The words as you would like them')
		await text.fill('I expected a lumpy ashtray.')
		await expect(editor.getByRole('status')).toContainText('“Show only a part” above shows it at once, without asking.')
		await text.fill(better)
		await expect(editor.locator('del')).toHaveText([/I expected a lumpy ashtray/, 'wheal'])
		await expect(editor.locator('ins')).toHaveText(['wheel'])
		await expect(editor).toContainText('left no address, so no mail is sent')
		await editor.getByLabel('A note to the author').fill('I think you meant wheel. Is that right?')
		await page.reload()
		await expect(text).toHaveValue(better)
		await editor.getByRole('button', { name: 'Propose to the author' }).click()
		const waiting = page.getByRole('region', { name: 'A proposal waits' })
		await expect(waiting).toContainText('I think you meant wheel. Is that right?')
		await expect(waiting.getByRole('button', { name: 'Take it back' })).toBeVisible()

		// The submitter, without JavaScript.
		const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 740 } })
		const own = await context.newPage()
		await own.goto(sent.receipt_url)
		await expect(own.getByRole('heading', { level: 1 })).toHaveText(`Northlight Frames asks to change your words`)
		await expect(own.locator('main')).not.toContainText('Take it back')
		await expect(own.locator('.sides del')).toHaveCount(2)
		const [yours, proposed] = await Promise.all([0, 1].map((at) => own.locator('.sides > div').nth(at).boundingBox()))
		if (width < 760) expect(proposed?.y).toBeGreaterThan(yours?.y ?? 0)
		else expect(proposed?.y).toBe(yours?.y)
		const underline = own.locator('.sides ins')
		expect(await underline.evaluate((mark) => getComputedStyle(mark).textDecorationLine)).toBe('underline')
		const reader = await browser.newPage({ viewport: { width, height: 740 } })
		await reader.goto(sent.receipt_url)
		await reader.close()
		await own.getByRole('link', { name: 'Write it differently' }).click()
		await expect(own.getByRole('textbox', { name: 'Your words' })).toHaveValue(words)
		await own.getByRole('link', { name: 'See the change' }).click()
		await own.getByRole('button', { name: 'Accept the change' }).click()
		await expect(own.getByText('You accepted the change: these are your words now.')).toBeVisible()
		await expect(own.locator('.words')).toContainText('Ask for the wheel by the window.')
		await own.goBack()

		await expect(page.getByText('Its author accepted your proposal')).toBeVisible()
		await expect(page.locator('.inbox-hero')).toContainText('Ask for the wheel')
		await page.goto(`${server.url}/w/${space.slug}`)
		await expect(page.getByText('Ask for the wheel by the window.')).toBeVisible()
		await context.close()
	})

test('a submitter downloads the receipt and checks it, and a stranger checks the words on their page', async ({
	phone,
	server,
	space,
}, info) => {
	const sent = await submitTestimonial(server.url, space, { author: { name: 'Ines Castellanos' }, body: words })
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', sent.id).throwOnError()
	// The job of the running server seals within a minute.
	await expect(async () => {
		await phone.goto(`${sent.receipt_url}?check#proof`)
		await expect(phone.locator('#proof [role=status]')).toContainText('and the signature is good', { timeout: 1000 })
	}).toPass({ timeout: 180_000 })
	await expect(phone.locator('#proof')).toContainText('3, the last on')
	const coming = phone.waitForEvent('download')
	await phone.getByRole('link', { name: 'Download the receipt' }).click()
	const download = await coming
	expect(download.suggestedFilename()).toBe('receipt-northlight-frames.json')
	expect(verify(await download.path())).toMatchObject({ entries: 3, unsealed: 0, failed: null })

	await phone.goto(`${server.url}/p/${sent.id}`)
	await phone.getByRole('link', { name: 'Proof of these words' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('These are the words of')
	await expect(phone.getByText('A signed checkpoint stands above them')).toBeVisible()
	await expect(phone.getByText('Not proven: who wrote them')).toBeVisible()
	await phone.getByText('The fingerprint, to make again').click()
	await expect(phone.locator('pre').first()).toContainText('Ask for the wheal by the window.')
	const publicFile = info.outputPath('public.json')
	await writeFile(publicFile, await (await fetch(`${server.url}/proof/${sent.id}/receipt`)).text())
	expect(verify(publicFile)).toMatchObject({ entries: 3, failed: null })

	// A part, and words without a name, open no more than is shown.
	const shows = (change: object) => space.client.from('testimonials').update(change).eq('id', sent.id).throwOnError()
	await shows({ excerpt_start: 0, excerpt_end: 40 })
	// The kept page is forgotten a moment after the change.
	const page = async () => (await fetch(`${server.url}/proof/${sent.id}?part`)).text()
	await expect.poll(page).toContain('The words are a part')
	await phone.goto(`${server.url}/proof/${sent.id}?part`)
	await expect(phone.getByText('The words are a part')).toBeVisible()
	expect(await (await fetch(`${server.url}/proof/${sent.id}/receipt?part`)).text()).not.toContain('window')
	await shows({ status: 'archived' })
	await expect.poll(async () => (await fetch(`${server.url}/proof/${sent.id}?gone`)).status).toBe(404)
	expect((await fetch(`${server.url}/proof/${sent.id}/receipt?gone`)).status).toBe(404)
})
