import { readFile } from 'node:fs/promises'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test('an owner downloads the rows and the archive of a space, finds them again later and removes one', async ({
	page,
	server,
	space,
}) => {
	for (const name of ['Ines', '=HYPERLINK("http://x")'])
		await submitTestimonial(server.url, space, { author: { name, email: 'ines@harbour.example' } })
	await openSignedIn(page, server.url, space, 'space/export')
	await expect(page.getByRole('heading', { level: 1, name: 'Export' })).toBeVisible()
	await expect(page.getByRole('row', { name: /Testimonials, versions, answers 2 and 0/ })).toBeVisible()
	await expect(page.getByText('None yet.')).toBeVisible()
	await expect(page.getByRole('checkbox', { name: /With e-mail addresses/ })).toBeChecked()

	// The rows arrive by themselves, without addresses unless they are asked for.
	await page.getByRole('radio', { name: /CSV/ }).check()
	await expect(page.getByRole('checkbox', { name: /With e-mail addresses/ })).not.toBeChecked()
	const [rows] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Make the CSV file' }).click(),
	])
	expect(rows.suggestedFilename()).toMatch(/^northlight-.*\d{4}-\d\d-\d\d\.csv$/)
	const text = await readFile(await rows.path(), 'utf8')
	expect(text).toContain(`"'=HYPERLINK(""http://x"")"`)
	expect(text).not.toContain('ines@harbour.example')

	// The archive is made while the screen may be left, and is offered afterwards.
	await page.getByRole('radio', { name: /Archive/ }).check()
	await page.getByRole('button', { name: 'Make the archive' }).click()
	const archive = page.getByRole('button', { name: /^Download northlight-.*\.zip$/ })
	await expect(archive).toBeVisible()
	await expect(page.getByText('with e-mail addresses. Goes')).toBeVisible()
	await page.reload()
	const [zip] = await Promise.all([page.waitForEvent('download'), archive.click()])
	const bytes = await readFile(await zip.path())
	for (const name of ['manifest.json', 'tables/testimonials.jsonl', 'checksums.sha256'])
		expect(bytes.includes(name), name).toBe(true)
	await page.getByRole('button', { name: /^Remove: northlight-.*\.csv$/ }).click()
	await expect(page.getByText('The file was removed')).toBeVisible()
	await expect(page.getByRole('listitem').filter({ hasText: '.csv' })).toHaveCount(0)

	await page.setViewportSize({ width: 360, height: 740 })
	await page.getByRole('button', { name: 'Space Export' }).press('Enter')
	await expect(page.getByRole('menuitem', { name: 'Export' })).toHaveAttribute('aria-current', 'page')
	await page.keyboard.press('Escape')
})

// A job writes the rows, realtime says so before the request is answered, and the browser downloads them.
test('rows that are ready before the answer to the request arrives are downloaded, too', { tag: '@each' }, async ({
	page,
	server,
	space,
}) => {
	await submitTestimonial(server.url, space, { author: { name: 'Ines', email: 'ines@harbour.example' } })
	await page.route('**/rest/v1/rpc/make_export', async (route) => {
		const answer = await route.fetch()
		const state = async () => (await space.client.from('exports').select('state')).data?.[0]?.state
		await expect.poll(state).toBe('ready')
		await route.fulfill({ response: answer })
	})
	await openSignedIn(page, server.url, space, 'space/export')
	await page.getByRole('radio', { name: /CSV/ }).check()
	const [rows] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Make the CSV file' }).click(),
	])
	expect(await readFile(await rows.path(), 'utf8')).toContain('Ines')
})
