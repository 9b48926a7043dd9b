import { expect, test } from '#e2e/support/fixtures.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { type HostilePage, type HostileText, runConcurrently, writeHostileText } from './hostile-space.ts'
import { expectHarmless, inspect, missing, openInFrames, openWatchedPage } from './xss-detector.ts'
import { canary, payloads, unprintable } from './xss-payloads.ts'

let words: HostileText

test.beforeAll(async ({ server }) => {
	words = await writeHostileText(server.url)
})

test('hostile texts are stored exactly, refusals use the closed list, and JSON stays valid', async ({ server }) => {
	expect(words.pairs).toBeGreaterThan(3_000)
	console.log(`${payloads.length} payloads, ${words.pairs} pairs, ${words.refused} refused`)
	await runConcurrently(words.places.length, async (at) => {
		const place = words.places[at]
		if (!place) return
		expect(place.stored.body).toBe(place.payload.normalize('NFC').trim())
		for (const path of [`form?slug=${place.slug}`, `wall?id=${place.wallId}`]) {
			const answer = await fetch(`${server.url}/functions/v1/${path}`)
			expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
			expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
			expect(JSON.stringify(await answer.json())).toContain(JSON.stringify(place.stored.title).slice(1, -1))
		}
	})
})

test('URLs of other schemes and unprintable characters are refused', async ({ server }) => {
	const { owner, places } = words
	const post = async (form: string, author: Record<string, string>, wording: string) => {
		const body = { form, body: 'Fine.', author, consent: { scope: 'public', wording } }
		const answer = await fetch(`${server.url}/functions/v1/submit`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
		return { status: answer.status, ...(await answer.json()) }
	}
	await runConcurrently(payloads.length, async (at) => {
		const url = payloads[at] ?? ''
		const answer = await post(owner.slug, { name: 'Ines', url }, owner.wording)
		expect(answer, url).toMatchObject({ status: 422, error: { code: 'invalid' } })
		expect(Object.keys(answer.error.fields)).toEqual(['author.url'])
	})
	for (const name of unprintable) {
		const answer = await post(owner.slug, { name }, owner.wording)
		expect(answer, JSON.stringify(name)).toMatchObject({ status: 422, error: { code: 'invalid' } })
		const renamed = await owner.client.from('spaces').update({ name }).eq('id', owner.spaceId)
		expect(renamed.status, JSON.stringify(name)).toBe(400)
	}
	const { client } = owner
	const username = await client.from('profiles').update({ username: '<script>' }).eq('username', owner.username)
	expect(username.error?.code).toBe('23514')
	const slug = await client.from('walls').update({ slug: '"><x>' }).eq('id', places[0]?.wallId)
	expect(slug.error?.code).toBe('22023')
})

test('the detector finds text that is not escaped', async ({ browser, server }) => {
	const armed = await openWatchedPage(browser, true)
	await armed.page.route('**/unescaped/*', (route) =>
		route.fulfill({
			contentType: 'text/html',
			body: payloads[Number(route.request().url().split('/').pop())] ?? '',
		}),
	)
	await openInFrames(
		armed,
		server.url,
		payloads.map((_, at) => `/unescaped/${at}`),
	)
	const { wrong } = await armed.page.evaluate(inspect, canary)
	expect(wrong.length).toBeGreaterThan(80)
	expect(armed.trap.executions.length).toBeGreaterThan(40)
	await armed.context.close()
})

/** Escaping alone must be enough everywhere; some payloads of each family show that no policy was needed. */
const placesFor = (bypassCSP: boolean) => words.places.filter((_, at) => bypassCSP || at % 3 === 0)

for (const bypassCSP of [false, true]) {
	const how = bypassCSP ? 'without a policy to help' : 'and no policy has to stop it'

	test(`hostile text runs nothing on walls, framed walls and forms, ${how}`, async ({ browser, server }) => {
		const armed = await openWatchedPage(browser, bypassCSP)
		const places = placesFor(bypassCSP)
		for (const path of ['w', 'collect', 'embed']) {
			await openInFrames(
				armed,
				server.url,
				places.map(({ slug, wallId }) => `/${path}/${path === 'embed' ? wallId : slug}`),
			)
			const text = await expectHarmless(armed, path)
			const seen = ({ stored }: HostilePage) => (path === 'collect' ? stored.title : stored.name)
			expect.soft(missing(text, places, seen), path).toEqual([])
		}
		await armed.context.close()
	})

	// A browser that bypasses policies does not distinguish a strict host from an open one.
	for (const host of bypassCSP ? (['open'] as const) : (['open', 'strict'] as const))
		test(`hostile text runs nothing in an embed on a third-party page (${host}), ${how}`, async ({
			browser,
			server,
		}) => {
			const places = placesFor(bypassCSP)
			const armed = await openWatchedPage(browser, bypassCSP)
			const site = await openHostSite({
				css: 'plaudit-wall { display: block; inline-size: 100%; block-size: 300px }',
				...(host === 'strict'
					? {
							policy: `default-src 'none'; style-src 'self'; script-src ${server.url}; connect-src ${server.url}; img-src ${server.url}; require-trusted-types-for 'script'; trusted-types plaudit`,
						}
					: {}),
				html: `<!doctype html><link rel="stylesheet" href="/host.css">${places
					.map(
						({ wallId }) =>
							`<plaudit-wall wall="${wallId}"></plaudit-wall><script async src="${server.url}/embed/${wallId}.js"></script>`,
					)
					.join('')}`,
			})
			await armed.page.goto(site.url)
			const text = await expectHarmless(armed, host)
			expect.soft(missing(text, places, ({ stored }) => stored.name)).toEqual([])
			site.close()
			await armed.context.close()
		})

	test(`hostile text runs nothing from the static HTML and the shared loader, ${how}`, async ({ browser, server }) => {
		const places = placesFor(bypassCSP)
		const armed = await openWatchedPage(browser, bypassCSP)
		const fragments: string[] = []
		await runConcurrently(places.length, async (at) => {
			const answer = await fetch(`${server.url}/embed/${places[at]?.wallId}.html`)
			fragments[at] = await answer.text()
		})
		const site = await openHostSite({
			html: `<!doctype html><div id="static">${fragments.join('')}</div><div id="parsed"></div><script async src="${server.url}/embed.js"></script>`,
		})
		const { page } = armed
		await page.goto(site.url)
		const text = await expectHarmless(armed, 'static HTML')
		expect.soft(missing(text, places, ({ stored }) => stored.name)).toEqual([])
		// The worst use by a site: inserted as markup by a script.
		await page.evaluate((html) => {
			const parsed = document.querySelector('#parsed')
			if (parsed) parsed.innerHTML = html
			document.querySelector('#static')?.setHTMLUnsafe(html)
		}, fragments.join(''))
		await expectHarmless(armed, 'assigned HTML')
		site.close()
		await armed.context.close()
	})

	test(`hostile text runs nothing on the submitter’s page and its thank-you, ${how}`, async ({ browser, server }) => {
		const armed = await openWatchedPage(browser, bypassCSP)
		const { page } = armed
		const places = words.places.filter((_, at) => at % 5 === 0)
		for (const { receiptUrl, stored } of places) {
			await page.goto(`${receiptUrl}?sent`)
			const text = await expectHarmless(armed, receiptUrl)
			expect.soft(text).toContain(stored.body)
		}
		for (const { slug, payload } of words.places.filter((_, at) => at % 40 === 7)) {
			await page.goto(`${server.url}/collect/${slug}`)
			await page.locator('#answer textarea[name="body"]').fill(payload)
			await page.locator('#answer input[name="name"]').fill(payload.slice(0, 120))
			// Submitted before the script has loaded, it would be thanked on another page.
			await expect(page.getByText('Draft kept on this device')).toBeVisible()
			await page.getByRole('button', { name: 'Send' }).click()
			await expect(page.locator('.after blockquote')).toHaveText(payload)
			await expectHarmless(armed, 'thanks')
		}
		await armed.context.close()
	})
}
