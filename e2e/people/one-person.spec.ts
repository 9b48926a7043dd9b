import { readFile } from 'node:fs/promises'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'
import { readZip } from '#test/support/read-zip.ts'

// The search reads what no screen lists, and the erasure reaches the database and what a visitor is shown.
test('one person is found by address and erased, and the wall forgets them', { tag: '@each' }, async ({
	page,
	server,
	space,
}) => {
	const [email, words] = ['ines@harbourpractice.example', 'The first bowl leans like a tired ship.']
	const { id } = await submitTestimonial(server.url, space, { body: words, author: { name: 'Ines', email } })
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	// A browser would keep the page for half a minute.
	const isOnWall = async () => (await (await fetch(`${server.url}/w/${space.slug}`)).text()).includes(words)
	await expect.poll(isOnWall).toBe(true)
	await openSignedIn(page, server.url, space, 'space/people')
	await page.getByLabel('E-mail address or name').fill(email)
	await page.keyboard.press('Enter')
	await expect(page.getByRole('region', { name: 'Found' }).getByText(words)).toBeVisible()
	await page.getByLabel(/^Type .* to confirm/).fill(email)
	await page.getByRole('button', { name: 'Erase for good' }).click()
	await expect(page.getByText('Erased: 1 testimonial.', { exact: false })).toBeVisible()
	await expect.poll(isOnWall).toBe(false)
	const { data } = await space.client.from('testimonials').select('id').throwOnError()
	expect(data).toEqual([])
})

// A download, a mail and an erasure follow each other, and the history tells of all.
for (const width of flowWidths(360))
	test(`an owner finds one person, gives them their data and erases them, at ${width} px`, async ({
		page,
		browser,
		server,
		space,
	}) => {
		const email = `ines-${width}@harbourpractice.example`
		const author = { name: 'Ines Castellanos-Featherstonehaugh', title: 'District nurse', company: 'Harbour Practice' }
		const words = 'The first bowl leans like a tired ship and I would not swap it for anything in a shop.'
		const { id } = await submitTestimonial(server.url, space, { body: words, author: { ...author, email } })
		await submitTestimonial(server.url, space, { body: 'Words of another Ines.', author: { name: 'Ines Otherwise' } })
		await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
		await submitTestimonial(server.url, space, { body: `Ask ${email} about it.`, author: { name: 'Otto' } })
		const wall = `${server.url}/w/${space.slug}`
		const visitor = await (await browser.newContext()).newPage()
		await visitor.goto(wall)
		await expect(visitor.getByText(words)).toBeVisible()

		await page.setViewportSize({ width, height: 800 })
		await openSignedIn(page, server.url, space, 'space/people')
		await expect(page.getByRole('heading', { level: 1, name: 'One person’s data' })).toBeVisible()
		const field = page.getByLabel('E-mail address or name')
		// A search by name offers two people, and one is chosen.
		await field.fill('ines')
		await page.keyboard.press('Enter')
		const people = page.getByRole('region', { name: 'Who is it?' })
		await expect(people.getByRole('checkbox')).toHaveCount(2)
		await expectAccessibleInBothSchemes(page, 'people by name')
		await people.getByRole('checkbox', { name: /Otherwise/ }).check()
		await people.getByRole('button', { name: 'Go on with 1 testimonial' }).click()
		const found = page.getByRole('region', { name: 'Found' })
		await expect(found.getByText('Words of another Ines.')).toBeVisible()
		await expect(page.getByText(/No private page can be mailed/)).toBeVisible()

		// A search by address finds everything.
		await field.fill(` ${email.toUpperCase()}`)
		await page.keyboard.press('Enter')
		await expect(found.getByText(words)).toBeVisible()
		await expect(found.getByText(/approved, on 1 wall/)).toBeVisible()
		await expect(found.getByText('District nurse, Harbour Practice')).toBeVisible()
		const mentioned = page.getByRole('region', { name: 'Mentioned' })
		await expect(mentioned.getByText(`Ask ${email} about it.`)).toBeVisible()
		await expectAccessibleInBothSchemes(page, 'one person')

		const [download] = await Promise.all([
			page.waitForEvent('download'),
			page.getByRole('button', { name: /^Download/ }).click(),
		])
		expect(download.suggestedFilename()).toBe('personal-data.zip')
		const files = readZip(await readFile(await download.path()))
		expect(String(files.get('index.html'))).toContain(words)
		expect(String(files.get('data.json'))).not.toContain('Otherwise')
		await page.getByRole('button', { name: 'Mail the private page' }).click()
		await expect(page.getByText('1 mail is on the way.')).toBeVisible()

		const erase = page.getByRole('button', { name: 'Erase for good' })
		const confirmation = page.getByLabel(/^Type .* to confirm/)
		await confirmation.fill('ines')
		await expect(erase).toHaveAttribute('aria-disabled', 'true')
		await confirmation.press('Enter')
		await expect(found).toBeVisible()
		await confirmation.fill(email)
		await erase.click()
		await expect(page.getByText('Erased: 1 testimonial.', { exact: false })).toBeVisible()
		await expect(field).toHaveValue('')
		await expect(page.getByRole('region', { name: 'Done before' }).getByText('One person erased')).toBeVisible()
		await expect
			.poll(async () => {
				await visitor.goto(wall)
				return visitor.getByText(words).count()
			})
			.toBe(0)

		await page.getByRole('link', { name: 'All of the history' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible()
		const lines = page.locator('.history-line')
		await expect(lines.first()).toContainText('One person erased (1 testimonial)')
		await expect(lines.first()).toContainText('you')
		await expect(page.getByText('People looked up by name: 2 testimonials')).toBeVisible()
		await expectAccessibleInBothSchemes(page, 'history')
		// It follows what happens elsewhere.
		await space.client.rpc('find_people', { space_id: space.spaceId, name: 'nobody at all' }).throwOnError()
		await expect(lines.first()).toContainText('People looked up by name: nobody found')
	})

test('an owner deletes one testimonial and all spam for good, and another tab follows', async ({
	page,
	server,
	space,
}) => {
	for (const name of ['Ada', 'Bela', 'Cyra', 'Dora'])
		await submitTestimonial(server.url, space, { author: { name }, body: `${name} was there twice.` })
	await space.client
		.from('testimonials')
		.update({ spam_state: 'suspect' })
		.in('author_name', ['Ada', 'Bela'])
		.throwOnError()
	await openSignedIn(page, server.url, space)
	const other = await page.context().newPage()
	await other.goto(`${server.url}/dashboard/inbox`)
	const row = (at: typeof page, name: string) => at.locator('.inbox-row', { hasText: name })
	await expect(row(other, 'Dora')).toBeVisible()
	await row(page, 'Dora').click()
	await page.getByRole('button', { name: 'More', exact: true }).click()
	await page.getByRole('menuitem', { name: 'Delete for good' }).click()
	const dialog = page.getByRole('dialog')
	await expect(dialog.getByRole('button', { name: 'Delete for good' })).toBeDisabled()
	await dialog.getByLabel('Type Dora to confirm').fill('dora')
	await expectAccessibleInBothSchemes(page, 'delete a testimonial')
	await dialog.getByRole('button', { name: 'Delete for good' }).click()
	await expect(page.getByText('The testimonial is deleted.')).toBeVisible()
	for (const at of [page, other]) {
		await expect(row(at, 'Dora')).toHaveCount(0)
		await expect(row(at, 'Cyra')).toBeVisible()
	}

	const views = (at: typeof page) => at.getByRole('navigation', { name: 'Views' })
	for (const at of [page, other]) await views(at).getByRole('button', { name: /^Spam/ }).click()
	await expect(row(other, 'Ada')).toBeVisible()
	await page.getByRole('button', { name: 'Delete all spam' }).click()
	await expect(dialog.getByRole('heading', { name: 'Delete 2 testimonials for good?' })).toBeVisible()
	await dialog.getByRole('button', { name: 'Delete all spam' }).click()
	for (const at of [page, other]) await expect(at.locator('.inbox-row')).toHaveCount(0)
	const { data: left } = await space.client.from('testimonials').select('author_name').throwOnError()
	expect(left).toEqual([{ author_name: 'Cyra' }])
	await page.goto(`${server.url}/dashboard/space/history`)
	await expect(page.getByText('Spam purged: 2 testimonials deleted')).toBeVisible()
	await expect(page.getByText('One testimonial deleted for good')).toBeVisible()
})
