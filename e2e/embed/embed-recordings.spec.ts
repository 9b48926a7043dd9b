import { countShifts } from '#e2e/support/count-shifts.ts'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { serviceClient } from '#e2e/support/service-client.ts'
import { publishRecording, sampleCaptions } from '#test/support/product/add-recording.ts'
import { isPlaying, openHost, publishRecordings, stopInFirstCue, strict, watchMedia } from './recordings-host.ts'

test('on a strict page no byte of twelve videos loads before a click, and one plays at a time, with captions', async ({
	page: tab,
	server,
	space,
}) => {
	await publishRecordings(server, space, 12)
	const host = await openHost(server, space, 'carousel')
	const problems: string[] = []
	tab.on('pageerror', (error) => problems.push(error.message))
	tab.on('console', (message) => {
		if (message.type() === 'error') problems.push(message.text())
	})
	const asked = watchMedia(tab)
	const shifted = await countShifts(tab)
	try {
		await tab.setViewportSize({ width: 1280, height: 800 })
		await tab.goto(host.url)
		const first = tab.getByRole('link', { name: '0:06 Captions Play the video of Person 1', exact: true })
		await expect(first).toBeVisible()
		expect(await first.evaluate((link) => link.querySelector('.pb')?.getBoundingClientRect().height)).toBe(44)
		await expect(tab.getByRole('link', { name: /Play the video of Person/ })).toHaveCount(12 - 3 /* Arabic */)
		expect(asked).toEqual([])
		expect(await shifted()).toBe(0)

		await first.click()
		const video = tab.locator('video')
		await expect(video).toHaveCount(1)
		await expect.poll(() => video.evaluate(isPlaying)).toBe(true)
		expect(new Set(asked.map((url) => url.replace(/.*\./, '')))).toEqual(new Set(['mp4']))
		expect(await shifted(), 'played in place').toBe(0)
		await video.evaluate((media: HTMLVideoElement) => {
			const [english] = media.textTracks
			if (english) english.mode = 'showing'
		})
		await expect
			.poll(() =>
				video.evaluate((media: HTMLVideoElement) => [...media.textTracks].map(({ cues }) => cues?.length ?? 0)),
			)
			.toEqual([2, 0])

		const second = tab.getByRole('link', { name: /Play the video of Person 5$/ })
		await second.scrollIntoViewIfNeeded()
		await second.click()
		await expect(first).toBeVisible()
		await expect(video).toHaveCount(1)
		await expect.poll(() => video.evaluate(isPlaying)).toBe(true)
		// The choice of captions stays for the page.
		expect(
			await video.evaluate(
				(media: HTMLVideoElement) => [...media.textTracks].find(({ mode }) => mode === 'showing')?.language,
			),
		).toBe('en')

		await tab.keyboard.press('Escape')
		await expect(video).toHaveCount(0)
		await expect(second).toBeFocused()
		expect(problems).toEqual([])
		expect(await tab.context().cookies()).toEqual([])
		expect(await tab.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
	} finally {
		host.close()
	}
})

test('a small poster opens over the page; Escape and Close return to it', async ({ page: tab, server, space }) => {
	await publishRecordings(server, space, 4)
	const host = await openHost(server, space, 'list')
	try {
		await tab.setViewportSize({ width: 360, height: 740 })
		await tab.goto(host.url)
		const link = tab.getByRole('link', { name: /Play the video of Person 1$/ })
		await link.focus()
		await tab.keyboard.press('Enter')
		const dialog = tab.getByRole('dialog', { name: 'Person 1' })
		await expect(dialog).toBeVisible()
		await expect.poll(() => dialog.locator('video').evaluate(isPlaying)).toBe(true)
		await expect(dialog.getByRole('link', { name: 'Transcript and page of this testimonial' })).toHaveAttribute(
			'href',
			new RegExp(`^${server.url}/p/`),
		)
		await expectAccessibleInBothSchemes(tab, 'an embed with a player')
		await tab.screenshot({ path: test.info().outputPath('dialog.png') })
		await tab.keyboard.press('Escape')
		await expect(dialog).toHaveCount(0)
		await expect(link).toBeFocused()
		await link.click()
		await dialog.getByRole('button', { name: 'Close' }).click()
		await expect(dialog).toHaveCount(0)
		await expect(link).toBeFocused()
	} finally {
		host.close()
	}
})

test('the shown part of a recording plays from its start to its end, and again', async ({
	page: tab,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	await publishRecording(service, space.spaceId, { trim: { start: 2, end: 3 } })
	const host = await openHost(server, space, 'single')
	try {
		await tab.setViewportSize({ width: 1280, height: 800 })
		await tab.goto(host.url)
		await tab.getByRole('link', { name: '0:01 Play the video of Ines Carvalho' }).click()
		const video = tab.locator('video')
		const time = () => video.evaluate((media: HTMLVideoElement) => media.currentTime)
		// Slowly: a busy machine looks late.
		await video.evaluate((media: HTMLVideoElement) => Object.assign(media, { playbackRate: 0.25 }))
		await expect
			.poll(() => video.evaluate((media: HTMLVideoElement) => media.paused && media.currentTime >= 3))
			.toBe(true)
		expect(await time()).toBeLessThan(3.4)
		await video.evaluate((media: HTMLVideoElement) => media.play())
		expect(await time()).toBeLessThan(2.9)
		await video.evaluate((media: HTMLVideoElement) => {
			media.pause()
			media.currentTime = 5
		})
		await expect.poll(time).toBeLessThanOrEqual(3)
	} finally {
		host.close()
	}
})

test('audio that plays in its place shows its captions once they are turned on, and moves nothing', async ({
	page: tab,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	const body = 'You can hear the rain on the studio roof.'
	await publishRecording(service, space.spaceId, {
		kind: 'audio',
		captions: { de: sampleCaptions, en: sampleCaptions },
		body,
	})
	await publishRecording(service, space.spaceId, { kind: 'audio', captions: { en: sampleCaptions } })
	const host = await openHost(server, space, 'carousel')
	const asked = watchMedia(tab)
	const shifted = await countShifts(tab)
	try {
		await tab.setViewportSize({ width: 360, height: 740 })
		await tab.goto(host.url)
		const links = tab.getByRole('link', { name: /Play the recording of Ines Carvalho/ })
		await expect(links).toHaveCount(2)
		expect(asked).toEqual([])
		const words = tab.getByText(body)
		// The carousel scrolls sideways to what is played.
		const top = async () => (await words.boundingBox())?.y
		const before = await top()
		await links.last().click()
		const audio = tab.locator('audio')
		await expect.poll(() => audio.evaluate(isPlaying)).toBe(true)
		const line = tab.locator('.cue')
		await expect(line).toBeHidden()
		const button = tab.getByRole('button', { name: 'Captions', pressed: false })
		await button.click()
		await audio.evaluate((media: HTMLMediaElement) => {
			media.currentTime = 3
			media.pause()
		})
		await expect(line).toHaveText('Then the kiln room warms up, and nobody wants to leave.')
		await expect(line).toHaveAttribute('lang', 'en')
		await expectAccessibleInBothSchemes(tab, 'audio with captions')
		await tab.screenshot({ path: test.info().outputPath('audio-captions.png') })
		expect(await top()).toBe(before)

		// The wish stays for the next one.
		await links.click()
		await expect(tab.getByRole('button', { name: 'Captions', pressed: true })).toBeVisible()
		await expect.poll(() => audio.evaluate(isPlaying)).toBe(true)
		await audio.evaluate(stopInFirstCue)
		await expect(line).toHaveText('Parking is hopeless.')
		await tab.getByRole('button', { name: 'Captions', pressed: true }).click()
		await expect(line).toBeHidden()
		// Chromium's own player of audio lays out its controls once more.
		expect(await shifted()).toBeLessThan(0.01)
	} finally {
		host.close()
	}
})

test('where a page forbids media of others, the hosted wall opens in a new tab and a sentence says why', async ({
	page: tab,
	context,
	server,
	space,
}) => {
	await publishRecordings(server, space, 1)
	const host = await openHost(server, space, 'carousel', strict(server.url, ''))
	try {
		await tab.goto(host.url)
		const opened = context.waitForEvent('page')
		await tab.getByRole('link', { name: /Play the video of Person 1/ }).click()
		expect((await opened).url()).toMatch(new RegExp(`^${server.url}/w/${space.slug}#t-`))
		await expect(tab.getByRole('dialog')).toContainText('This website plays no recordings from elsewhere.')
	} finally {
		host.close()
	}
})
