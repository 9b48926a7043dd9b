import { countShifts } from '#e2e/support/count-shifts.ts'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { serviceClient } from '#e2e/support/service-client.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { publishRecording, sampleCaptions } from '#test/support/product/add-recording.ts'
import { isPlaying, openHost, publishRecordings, stopInFirstCue, watchMedia } from './recordings-host.ts'

test('audio over the page shows its captions above its controls, where nothing covers them', async ({
	page: tab,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	await publishRecording(service, space.spaceId, { kind: 'audio', captions: { en: sampleCaptions } })
	for (const name of ['Another', 'A Third', 'A Fourth'])
		await publishRecording(service, space.spaceId, { author: { name } })
	const host = await openHost(server, space, 'marquee')
	const shifted = await countShifts(tab)
	try {
		await tab.emulateMedia({ reducedMotion: 'reduce' })
		await tab.setViewportSize({ width: 360, height: 740 })
		await tab.goto(host.url)
		await tab
			.getByRole('link', { name: /Play the recording of Ines/ })
			.first()
			.click()
		const audio = tab.getByRole('dialog', { name: 'Ines Carvalho' }).locator('audio')
		await expect.poll(() => audio.evaluate(isPlaying)).toBe(true)
		await audio.evaluate(stopInFirstCue)
		const before = await audio.boundingBox()
		await tab.getByRole('button', { name: 'Captions', pressed: false }).click()
		const line = tab.locator('.cue')
		await expect(line).toHaveText('Parking is hopeless.')
		const words = await line.boundingBox()
		if (!words || !before) throw new Error('the dialog shows no player')
		expect(words.y + words.height).toBeLessThanOrEqual(before.y)
		expect(await audio.boundingBox()).toEqual(before)
		await expectAccessibleInBothSchemes(tab, 'audio over the page')
		await tab.screenshot({ path: test.info().outputPath('audio-dialog.png') })
		await tab.keyboard.press('Escape')
		await expect(audio).toHaveCount(0)
		// Chromium's own player of audio lays out its controls once more.
		expect(await shifted()).toBeLessThan(0.01)
	} finally {
		host.close()
	}
})

test('a tall video over the page is as wide as its picture, whatever the length of its name', async ({
	page: tab,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	const name = 'Maximiliana Konstantinopoulou-Weissenberger of the Northern Archipelago'
	await publishRecording(service, space.spaceId, { width: 360, height: 640, author: { name } })
	const host = await openHost(server, space, 'list')
	try {
		for (const [width, height] of [
			[1280, 800],
			[360, 740],
			[740, 360],
		] as const) {
			await tab.setViewportSize({ width, height })
			await tab.goto(host.url)
			await tab.getByRole('link', { name: /Play the video/ }).click()
			const dialog = tab.getByRole('dialog')
			await expect.poll(() => dialog.locator('video').evaluate(isPlaying)).toBe(true)
			const [video, box] = [await dialog.locator('video').boundingBox(), await dialog.boundingBox()]
			if (!video || !box) throw new Error('there is no dialog')
			expect(video.width / video.height).toBeCloseTo(9 / 16, 1)
			expect(box.width).toBeLessThanOrEqual(Math.max(480, video.width + 32))
			expect(box.y + box.height).toBeLessThanOrEqual(height)
			expect(box.x + box.width).toBeLessThanOrEqual(width)
		}
	} finally {
		host.close()
	}
})

test('a visitor who saves data gets no posters, and plays as before', async ({ page: tab, server, space }) => {
	await publishRecordings(server, space, 4)
	const host = await openHost(server, space, 'carousel')
	const pictures: string[] = []
	tab.on('request', (request) => {
		if (request.url().endsWith('.webp')) pictures.push(request.url())
	})
	try {
		await tab.addInitScript(() => {
			const { connection } = navigator as { connection?: object }
			Object.defineProperty(connection, 'saveData', { get: () => true })
		})
		await tab.goto(host.url)
		const link = tab.getByRole('link', { name: /Play the video of Person 1/ })
		await expect(link).toBeVisible()
		await tab.waitForLoadState('networkidle')
		expect(pictures).toEqual([])
		await link.click()
		await expect.poll(() => tab.locator('video').evaluate(isPlaying)).toBe(true)
	} finally {
		host.close()
	}
})

test('words that fit are whole in a font whose letters are higher than its lines', async ({
	page: tab,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	for (const body of ['The quietest week of my life, and the loudest laughter.', 'Good.', 'It holds three eggs.'])
		await publishRecording(service, space.spaceId, { body })
	for (const layout of ['masonry', 'grid', 'list', 'carousel', 'single'] as const) {
		const host = await openHost(server, space, layout)
		try {
			await tab.setViewportSize({ width: 1280, height: 900 })
			await tab.goto(host.url)
			await expect(tab.locator('.q').first()).toBeVisible()
			const cut = await tab.evaluate(async () => {
				const wall = document.querySelector<HTMLElement>('plaudit-wall')
				const font = new FontFace('Tall', 'local("DejaVu Serif"), local("Noto Serif"), local("Liberation Serif")', {
					ascentOverride: '107%',
					descentOverride: '29%',
				})
				document.fonts.add(await font.load())
				wall?.style.setProperty('--serif', 'Tall')
				return [...(wall?.shadowRoot?.querySelectorAll('.q') ?? [])]
					.filter((words) => words.scrollHeight > words.clientHeight)
					.map((words) => words.textContent)
			})
			expect(cut, layout).toEqual([])
		} finally {
			host.close()
		}
	}
})

test('one recording plays at a time across two walls of a page, each with its own script', async ({
	page: tab,
	server,
	space,
}) => {
	await publishRecordings(server, space, 4)
	const wall = { space_id: space.spaceId, slug: `${space.slug}-second`, name: 'Second', layout: 'carousel' }
	const { data } = await space.client.from('walls').insert(wall).select('id').single().throwOnError()
	const second: string = data.id
	const host = await openHost(server, space, 'carousel', undefined, [second])
	try {
		await tab.setViewportSize({ width: 1280, height: 1200 })
		await tab.goto(host.url)
		const links = tab.getByRole('link', { name: /Play the video of Person 1/ })
		await expect(links).toHaveCount(2)
		const video = tab.locator('video')
		for (const id of [space.wallId, second, space.wallId]) {
			await tab
				.locator(`[wall="${id}"]`)
				.getByRole('link', { name: /Play the video of Person 1/ })
				.click()
			await expect.poll(() => video.evaluate(isPlaying)).toBe(true)
			await expect(video).toHaveCount(1)
			await expect(tab.locator(`[wall="${id}"] video`)).toHaveCount(1)
			await expect(links).toHaveCount(1)
		}
	} finally {
		host.close()
	}
})

// Only a server sends a recording in parts, which a player within another site shows.
test('a wall in a frame plays in its place, with captions, and nothing before a click', { tag: '@each' }, async ({
	page: tab,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	await publishRecording(service, space.spaceId, { captions: { en: sampleCaptions } })
	await space.client.from('walls').update({ layout: 'carousel' }).eq('id', space.wallId).throwOnError()
	const host = await openHostSite({
		policy: `default-src 'none'; style-src 'self'; frame-src ${server.url}`,
		css: 'iframe { inline-size: 100%; block-size: 412px; border: 0 }',
		html: `<!doctype html><html lang="en"><head><title>Host</title><link rel="stylesheet" href="/host.css"></head><body>
<iframe src="${server.url}/embed/${space.wallId}" title="What our customers say"></iframe></body></html>`,
	})
	const asked = watchMedia(tab)
	try {
		await tab.goto(host.url)
		const frame = tab.frameLocator('iframe')
		const link = frame.getByRole('link', { name: /Play the video of Ines Carvalho/ })
		await expect(link).toBeVisible()
		await tab.waitForLoadState('networkidle')
		expect(asked).toEqual([])
		await link.click()
		const video = frame.locator('video')
		await expect.poll(() => video.evaluate(isPlaying)).toBe(true)
		await video.evaluate((media: HTMLVideoElement) => {
			const [english] = media.textTracks
			if (english) english.mode = 'showing'
		})
		await expect.poll(() => video.evaluate((media: HTMLVideoElement) => media.textTracks[0]?.cues?.length)).toBe(2)
	} finally {
		host.close()
	}
})
