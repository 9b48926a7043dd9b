import { isPlaying, stopInFirstCue } from '#e2e/embed/recordings-host.ts'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { serviceClient } from '#e2e/support/service-client.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { publishRecording, sampleCaptions } from '#test/support/product/add-recording.ts'

const captions = { en: sampleCaptions }

test('the hosted wall plays recordings without JavaScript, and its transcripts unfold', async ({
	browser,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	const { id } = await publishRecording(service, space.spaceId, { captions, author: { name: 'Amelia' } })
	const context = await browser.newContext({ javaScriptEnabled: false })
	try {
		const tab = await context.newPage()
		const asked: string[] = []
		tab.on('request', (request) => asked.push(request.url()))
		await tab.goto(`${server.url}/w/${space.slug}#t-${id}`)
		const player = tab.locator(`#t-${id} video[controls][preload="none"][poster][loading="lazy"]`)
		await expect(player).toBeVisible()
		expect(asked.filter((url) => /\.(mp4|vtt)/.test(url))).toEqual([])
		await tab.getByText('Transcript', { exact: true }).click()
		await expect(tab.getByText('Parking is hopeless. Then the kiln room')).toBeVisible()
		await tab.getByRole('link', { name: /20\d\d/ }).click()
		await expect(tab).toHaveURL(`${server.url}/p/${id}`)
		await expect(tab.getByRole('heading', { name: 'Transcript' })).toBeVisible()
	} finally {
		await context.close()
	}
})

test('on the hosted wall one recording plays at a time, and a withdrawn one is gone within the cache time', async ({
	page: tab,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	const video = await publishRecording(service, space.spaceId, { captions, author: { name: 'Amelia' } })
	const audio = await publishRecording(service, space.spaceId, { kind: 'audio', author: { name: 'Aoife' } })
	await tab.goto(`${server.url}/w/${space.slug}`)
	const [first, second] = [tab.locator(`#t-${video.id} video`), tab.locator(`#t-${audio.id} audio`)]
	await first.evaluate((media: HTMLVideoElement) => media.play())
	await expect.poll(() => first.evaluate(isPlaying)).toBe(true)
	await second.evaluate((media: HTMLAudioElement) => media.play())
	await expect.poll(() => second.evaluate(isPlaying)).toBe(true)
	expect(await first.evaluate((media: HTMLVideoElement) => media.paused)).toBe(true)

	const file = `${server.url}/media/${video.path}`
	const range = { range: 'bytes=1000-1999' }
	expect((await fetch(file, { headers: range })).status).toBe(206)
	const withdrawn = { withdrawn_at: new Date().toISOString() }
	await service.from('testimonials').update(withdrawn).eq('id', video.id).throwOnError()
	expect((await fetch(file, { headers: range })).status).toBe(404)
	expect((await fetch(`${server.url}/p/${video.id}`)).status).toBe(404)
	for (const path of [`/w/${space.slug}`, `/embed/${space.wallId}.js`]) {
		await expect.poll(async () => (await fetch(server.url + path)).text()).not.toContain(video.id)
		const answer = await fetch(server.url + path)
		// Fresh for 30 s, and shown once more while a browser asks again.
		expect(answer.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=30')
	}
})

// Only a server sends the recording that the button plays.
test('a button on the poster starts the video by keyboard, and gives way to the player', { tag: '@each' }, async ({
	page: tab,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	const { id } = await publishRecording(service, space.spaceId, { captions, author: { name: 'Amelia' } })
	const asked: string[] = []
	tab.on('request', (request) => asked.push(request.url()))
	await tab.goto(`${server.url}/w/${space.slug}`)
	const button = tab.getByRole('button', { name: '0:06 Play the video of Amelia, with captions' })
	const video = tab.locator(`#t-${id} video`)
	await expect(button).toBeVisible()
	expect(await video.getAttribute('controls')).toBeNull()
	expect(asked.filter((url) => /\.(mp4|vtt)/.test(url))).toEqual([])
	await button.press('Enter')
	await expect(button).toHaveCount(0)
	await expect(video).toHaveAttribute('controls')
	await expect(video).toBeFocused()
	await expect.poll(() => video.evaluate(isPlaying)).toBe(true)
})

test('the hosted wall shows captions of audio over its waveform, once they are turned on', async ({
	page: tab,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	const { id } = await publishRecording(service, space.spaceId, { kind: 'audio', captions })
	const asked: string[] = []
	tab.on('request', (request) => asked.push(request.url()))
	for (const path of [`/w/${space.slug}`, `/p/${id}`]) {
		await tab.goto(server.url + path)
		const button = tab.getByRole('button', { name: 'Captions', exact: true, pressed: false })
		await expect(button).toBeVisible()
		expect(asked.filter((url) => /\.(m4a|vtt)/.test(url))).toEqual([])
		const line = tab.locator('.cue')
		await expect(line).toBeHidden()
		const start = tab.getByRole('button', { name: '0:06 Play the recording of Ines Carvalho, with captions' })
		await expect(start).toContainText('0:06')
		const before = await start.boundingBox()
		await button.click()
		await start.press('Enter')
		await expect(tab.locator('audio')).toBeFocused()
		await expect.poll(() => tab.locator('audio').evaluate(isPlaying)).toBe(true)
		await tab.locator('audio').evaluate(stopInFirstCue)
		await expect(line).toHaveText('Parking is hopeless.')
		expect(await tab.locator('audio').boundingBox()).toEqual(before)
		await expectAccessibleInBothSchemes(tab, `captions of audio on ${path}`)
		await tab.getByRole('button', { name: 'Captions', exact: true, pressed: true }).click()
		await expect(line).toBeHidden()
		asked.length = 0
	}
})

for (const [name, theme] of [
	['a video', { captions, quote: 'Parking is hopeless.', rating: 4 }],
	['a tall video without captions', { width: 360, height: 640 }],
	[
		'audio in Arabic',
		{ kind: 'audio' as const, body: 'أهدأ أسبوع في حياتي.', locale: 'ar', captions: { ar: sampleCaptions } },
	],
] as const)
	test(`the page of ${name} shifts nothing, fits a phone and has no accessibility faults`, async ({
		browser,
		server,
		space,
	}) => {
		const service = await serviceClient(server)
		const author = { name: 'Amelia Okonkwo-Reyes', title: 'Paediatric nurse' }
		const { id } = await publishRecording(service, space.spaceId, { ...theme, author })
		for (const width of [360, 1280]) {
			const context = await browser.newContext({ viewport: { width, height: 800 } })
			const tab = await context.newPage()
			const shifted = await countShifts(tab)
			for (const path of [`/p/${id}`, `/w/${space.slug}`]) {
				await tab.goto(server.url + path)
				await expect(tab.locator('.start')).toBeVisible()
				expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
				// Chromium's own player of audio, which stands there until the page's script runs, lays out its controls once more.
				expect(await shifted()).toBeLessThan(name.startsWith('audio') ? 0.01 : 0.0001)
				await expectAccessibleInBothSchemes(tab, `${path}, ${width} px`)
			}
			await context.close()
		}
	})

test('a page whose HTML comes in pieces is painted once its testimonials are whole, so that nothing moves', async ({
	browser,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	const { id } = await publishRecording(service, space.spaceId, { kind: 'audio', captions, author: { name: 'Amelia' } })
	for (const path of [`/w/${space.slug}`, `/p/${id}`]) {
		const whole = await (await fetch(server.url + path)).text()
		const { promise: looked, resolve: goOn } = Promise.withResolvers<void>()
		async function* html() {
			const cut = whole.indexOf('<figcaption')
			yield whole.slice(0, cut)
			await looked
			yield whole.slice(cut)
		}
		const host = await openHostSite({ html: html() })
		const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } })
		const shifted = await countShifts(tab)
		await tab.goto(host.url, { waitUntil: 'commit' })
		await tab.locator('figure audio').waitFor({ state: 'attached' })
		expect(await tab.evaluate(() => performance.getEntriesByType('paint')), path).toEqual([])
		goOn()
		await tab.waitForLoadState()
		await expect.poll(() => tab.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0)
		// Chromium's own player of audio lays out its controls once more.
		expect(await shifted(), path).toBeLessThan(0.01)
		await tab.close()
		host.close()
	}
})
