import sharp from 'sharp'
import { expect, test } from '#e2e/support/fixtures.ts'
import { byPassword, openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'
import { runConcurrently } from './hostile-space.ts'
import { expectHarmless, openWatchedPage, type WatchedPage } from './xss-detector.ts'
import { payloads } from './xss-payloads.ts'

/** Every eleventh payload: at least one of each family. */
const some = payloads.filter((_, at) => at % 11 === 0)

/** A photo with a payload in every text field of its metadata. */
const photo = (payload: string) =>
	sharp({ create: { width: 320, height: 240, channels: 3, background: '#b45a28' } })
		.withExif({
			IFD0: { ImageDescription: payload, Artist: payload, Copyright: payload, Software: payload },
		})
		.withXmp(
			`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${payload}</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`,
		)
		.jpeg()
		.toBuffer()

test('a photo’s name and metadata are shown to nobody and run nothing', async ({ browser, server, space }) => {
	const { client, spaceId, slug, formId, wording } = space
	await client
		.from('forms')
		.update({ accepts: ['text', 'photo'] })
		.eq('id', formId)
		.throwOnError()
	await runConcurrently(some.length, async (at) => {
		const payload = some[at] ?? ''
		const picture = await photo(payload)
		expect(picture.includes(payload)).toBe(true)
		const sent = new FormData()
		const name = `Ines ${at}`
		const fields = { form: slug, kind: 'photo', body: `The ${at}. photo.`, name, scope: 'public' }
		for (const [field, value] of Object.entries({ ...fields, consent: 'yes', wording })) sent.set(field, value)
		for (const field of ['photo', 'avatar'])
			sent.set(field, new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${payload}.jpg`)
		const answer = await fetch(`${server.url}/functions/v1/submit`, {
			method: 'POST',
			headers: { accept: 'application/json' },
			body: sent,
		})
		expect(answer.status, payload).toBe(201)
	})
	await client.from('testimonials').update({ status: 'approved' }).eq('space_id', spaceId).throwOnError()

	const media = await client.from('media').select('path').eq('space_id', spaceId).throwOnError()
	expect(media.data).toHaveLength(some.length)
	await runConcurrently(media.data.length, async (at) => {
		const { path } = media.data[at] as { path: string }
		expect(path).toMatch(/^[\w./-]+$/)
		const answer = await fetch(`${server.url}/media/${path}`)
		expect(answer.status).toBe(200)
		expect(answer.headers.get('content-type')).toMatch(/^image\//)
		const bytes = Buffer.from(await answer.arrayBuffer())
		for (const payload of some) expect(bytes.includes(payload)).toBe(false)
		const { exif, xmp } = await sharp(bytes).metadata()
		expect([exif, xmp]).toEqual([undefined, undefined])
	})

	for (const bypassCSP of [false, true]) {
		const armed = await openWatchedPage(browser, bypassCSP)
		await armed.page.goto(`${server.url}/w/${slug}`)
		const text = await expectHarmless(armed, 'wall of photos')
		for (const payload of some) expect.soft(text).not.toContain(payload)
		await openSignedIn(armed.page, server.url, space)
		await armed.page
			.getByRole('navigation', { name: 'Views' })
			.getByRole('button', { name: /^Approved/ })
			.click()
		await expect(armed.page.locator('.inbox-row')).toHaveCount(some.length)
		await expectHarmless(armed, 'inbox of photos')
		await armed.context.close()
	}
})

test('neither the form nor its error runs a hostile file name', async ({ browser, server, space }) => {
	await space.client
		.from('forms')
		.update({ accepts: ['text', 'photo'] })
		.eq('id', space.formId)
		.throwOnError()
	const armed = await openWatchedPage(browser, true)
	for (const payload of some.slice(0, 6)) await chooseAs(armed, `${server.url}/collect/${space.slug}`, payload)
	await armed.context.close()
})

/** Chooses a file that is no picture under a hostile name, and sends it. */
async function chooseAs(armed: WatchedPage, address: string, payload: string): Promise<void> {
	const { page } = armed
	await page.goto(address)
	await page.getByRole('radio', { name: /^Photo/ }).check()
	const file = { name: `${payload}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(payload) }
	await page.locator('input[name="photo"]').setInputFiles(file)
	await page.getByRole('textbox', { name: 'Your words' }).fill(payload)
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ines')
	await page.getByRole('button', { name: 'Send' }).click()
	await expect(page.getByRole('alert').getByText('Only JPEG, PNG and WebP')).toBeVisible()
	// The browser's console logs every refused request; this one is expected.
	armed.trap.errors = armed.trap.errors.filter((error) => !/ 422 .*\/submit$/.test(error))
	await expectHarmless(armed, payload)
}

test('a hostile user agent and referrer run nothing in the list of sessions', async ({ browser, server, space }) => {
	await submitTestimonial(server.url, space)
	const { anonKey } = await (await fetch(`${server.url}/config.json`)).json()
	const printable = payloads.filter((payload) => /^[ -~]+$/.test(payload))
	const agents = printable.filter((_, at) => at % 6 === 0)
	await runConcurrently(agents.length, async (at) => {
		const agent = `${['', 'Mozilla/5.0 (X11; Linux) Chrome/1 '][at % 2]}${agents[at]}`
		const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
			method: 'POST',
			headers: {
				apikey: anonKey,
				'content-type': 'application/json',
				'user-agent': agent,
				referer: agent,
			},
			body: JSON.stringify({ email: space.email, password: space.password }),
		})
		expect(answer.status, agent).toBe(200)
	})
	await runConcurrently(printable.length, async (at) => {
		const host = (printable[at] ?? '').slice(0, 120)
		const answer = await fetch(`${server.url}/functions/v1/events`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ kind: 'view', path: `/w/${space.slug}`, referrer_host: host }),
		})
		expect(answer.status, host).toBeLessThan(500)
	})
	for (const bypassCSP of [false, true]) {
		const armed = await openWatchedPage(browser, bypassCSP)
		await openSignedIn(armed.page, server.url, byPassword(space), 'account')
		const sessions = armed.page.getByRole('region', { name: 'Sessions' })
		await expect(sessions.getByRole('listitem')).toHaveCount(agents.length + (bypassCSP ? 3 : 2))
		await expectHarmless(armed, 'sessions')
		await armed.context.close()
	}
})
