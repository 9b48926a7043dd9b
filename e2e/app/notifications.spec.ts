import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'
import type { ServerAddress } from '#test/support/server-process.ts'

/** The mails to an address, oldest first. */
async function mailsTo(server: ServerAddress, address: string): Promise<Email[]> {
	const folder = join(server.dataDir, 'outbox')
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(`-${address}.eml`)).sort()
	return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
}
const linkIn = (mail: Email | undefined, pattern: RegExp) => pattern.exec(mail?.text ?? '')?.[0] ?? ''

// Only a sent mail has the links that open the testimonial and stop the alerts.
test('an alert arrives, its link opens the testimonial in the right space, and its foot stops the alerts', async ({
	page,
	server,
	space,
}) => {
	// The testimonial belongs to another space than the one that the browser shows.
	const { data: second } = await space.client
		.rpc('create_space', { name: 'Second Shop', slug: `${space.slug}-b` })
		.throwOnError()
	const form = await space.client.from('forms').select('consent_text').eq('id', second.form_id).single().throwOnError()
	const other = { ...space, slug: `${space.slug}-b`, wording: form.data.consent_text }
	await openSignedIn(page, server.url, space)
	await submitTestimonial(server.url, other, { author: { name: 'Ines Castellanos' }, body: 'The mug sings again.' })
	await expect.poll(async () => (await mailsTo(server, space.email)).length).toBe(1)
	const [mail] = await mailsTo(server, space.email)
	expect(mail?.subject).toBe('Ines Castellanos wrote about Second Shop')

	await page.goto(linkIn(mail, /http\S+\/dashboard\/inbox\/[\w-]+$/m))
	await expect(page.locator('.inbox-by h2')).toHaveText('Ines Castellanos')
	await expect(page.getByRole('button', { name: 'Second Shop' })).toBeVisible()
	// The icon is drawn over the served one.
	await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/png/)
	await page.goto(linkIn(mail, /http\S+\?reply$/m))
	await expect(page.getByLabel('Your public answer')).toBeVisible()

	const visitor = await page.context().browser()?.newContext()
	const stranger = await visitor?.newPage()
	if (!stranger) throw new Error('no browser')
	await stranger.goto(linkIn(mail, /http\S+\/unsubscribe\/\S+/))
	await expect(stranger.getByRole('heading', { name: 'Stop these mails?' })).toBeVisible()
	await stranger.getByRole('button', { name: 'Stop them' }).click()
	await expect(stranger.getByRole('heading', { name: 'You get no more of these.' })).toBeVisible()
	const settings = () =>
		space.client.from('notification_settings').select('new_testimonial, edited_or_withdrawn').throwOnError()
	expect((await settings()).data).toEqual([{ new_testimonial: 'off', edited_or_withdrawn: false }])
	await stranger.getByRole('button', { name: 'Undo' }).click()
	await expect(stranger.getByRole('heading', { name: 'Your choice is saved.' })).toBeVisible()
	expect((await settings()).data).toEqual([{ new_testimonial: 'immediate', edited_or_withdrawn: true }])
	await visitor?.close()
})

test('the link of an alert opens a testimonial in the view that lists it by now', async ({ page, server, space }) => {
	const ids: string[] = []
	for (const name of ['Approved', 'Rejected', 'Undecided', 'Spam'])
		ids.push((await submitTestimonial(server.url, space, { author: { name }, body: `${name} by now.` })).id)
	const [approved = '', rejected = '', undecided = '', spam = ''] = ids
	const change = (id: string, values: object) =>
		space.client.from('testimonials').update(values).eq('id', id).throwOnError()
	await change(approved, { status: 'approved' })
	await change(rejected, { status: 'rejected' })
	await change(spam, { spam_state: 'suspect' })
	await openSignedIn(page, server.url, space)
	for (const [id, name, view] of [
		[approved, 'Approved', 'Approved'],
		[rejected, 'Rejected', 'Rejected'],
		[spam, 'Spam', 'Spam'],
		[undecided, 'Undecided', 'Pending'],
	] as const) {
		await page.goto(`${server.url}/dashboard/inbox/${id}`)
		await expect(page.locator('.inbox-by h2')).toHaveText(name)
		await expect(page.getByRole('heading', { level: 1 })).toContainText(view)
		await expect(page.getByText('1 of 1')).toBeVisible()
	}
	for (const lost of [undecided.slice(0, 20), crypto.randomUUID()]) {
		await page.goto(`${server.url}/dashboard/inbox/${lost}`)
		await expect(page.getByRole('heading', { name: 'This testimonial is not here' })).toBeVisible()
	}
})
