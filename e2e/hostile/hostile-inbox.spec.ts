import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'
import { expectHarmless, openWatchedPage } from './xss-detector.ts'
import { payloads } from './xss-payloads.ts'

/** At least one payload of each family that every field takes. */
const some = payloads.filter((payload, at) => at % 11 === 0 && /^[ -~]+$/.test(payload))

// The built app and the wall of the server in a browser that no policy protects.
test('hostile text runs nothing in the inbox and on the wall', { tag: '@each' }, async ({ browser, server, space }) => {
	await Promise.all(
		some.map((payload) =>
			submitTestimonial(server.url, space, { body: payload, author: { name: payload.slice(0, 80) } }),
		),
	)
	await space.client.from('spaces').update({ name: some[0] }).eq('id', space.spaceId).throwOnError()
	const armed = await openWatchedPage(browser, true)
	const { page } = armed
	await openSignedIn(page, server.url, space, 'inbox?view=all')
	await expect(page.locator('.inbox-row')).toHaveCount(some.length)
	const text = await expectHarmless(armed, 'the inbox')
	for (const payload of some) expect.soft(text).toContain(payload)
	for (const _ of some.slice(1)) await page.keyboard.press('j')
	await page.keyboard.press('a')
	await expect(page.locator('.inbox-decided').first()).toContainText('Approved')
	await expectHarmless(armed, 'a decision')
	await space.client.from('testimonials').update({ status: 'approved' }).eq('space_id', space.spaceId).throwOnError()
	await page.goto(`${server.url}/w/${space.slug}`)
	expect.soft(await expectHarmless(armed, 'the wall')).toContain(some[1])
	await armed.context.close()
})
