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
