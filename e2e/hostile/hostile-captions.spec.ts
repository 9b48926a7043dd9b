import { stopInFirstCue } from '#e2e/embed/recordings-host.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { serviceClient } from '#e2e/support/service-client.ts'
import { storeSession } from '#e2e/support/session.ts'
import { writeCaptions } from '#shared/recording/write-captions.ts'
import { openHostSite } from '#test/fakes/host-site.ts'
import { publishRecording } from '#test/support/product/add-recording.ts'
import { expectHarmless, openScreen, openWatchedPage } from './xss-detector.ts'
import { payloads } from './xss-payloads.ts'

const cues = payloads.map((text) => ({ start: 0, end: 6, text: text.replaceAll(/\s+/g, ' ') }))

test('captions with script run nowhere: on a wall, its page, in an embed and in the inbox, without any policy', async ({
	browser,
	server,
	space,
}) => {
	const service = await serviceClient(server)
	const audio = await publishRecording(service, space.spaceId, { kind: 'audio', author: { name: 'Aoife' } })
	const { data, error } = await space.client.functions.invoke('captions', {
		method: 'PUT',
		body: { media_id: audio.mediaId, locale: 'en', vtt: writeCaptions(cues), is_draft: false },
	})
	expect(error).toBeNull()
	expect(data.transcript.split('\n')).toHaveLength(payloads.length)
	// As only the service key can store them: not encoded.
	const raw = `WEBVTT\n\n${cues.map(({ text }) => `00:00.000 --> 00:06.000\n${text}\n`).join('\n')}`
	const video = await publishRecording(service, space.spaceId, { captions: { en: raw }, author: { name: 'Greta' } })
	await space.client.from('walls').update({ layout: 'carousel' }).eq('id', space.wallId).throwOnError()
	const host = await openHostSite({
		html: `<!doctype html><html lang="en"><head><title>Host</title></head><body><plaudit-wall wall="${space.wallId}"></plaudit-wall>
<script async src="${server.url}/embed/${space.wallId}.js"></script></body></html>`,
	})
	const watched = await openWatchedPage(browser, true)
	const { page } = watched
	const showCaptions = () =>
		page.locator('video').evaluate((media: HTMLVideoElement) => {
			for (const track of media.textTracks) track.mode = 'showing'
		})
	try {
		for (const path of [`/w/${space.slug}`, `/p/${audio.id}`, `/p/${video.id}`]) {
			await page.goto(server.url + path)
			const starts = page.locator('.start')
			await expect(starts).toHaveCount(path.startsWith('/w') ? 2 : 1)
			while ((await starts.count()) > 0) await starts.first().click()
			if (path !== `/p/${video.id}`) {
				await page.locator('audio').evaluate(stopInFirstCue)
				await page.getByRole('button', { name: 'Captions', exact: true }).click()
				await expect(page.locator('.cue')).not.toBeEmpty()
			}
			if (path !== `/p/${audio.id}`) await showCaptions()
			await expectHarmless(watched, path)
		}
		await page.goto(host.url)
		await page.getByRole('link', { name: /Play the recording of Aoife/ }).click()
		await page.locator('audio').evaluate(stopInFirstCue)
		await page.getByRole('button', { name: 'Captions', exact: true }).click()
		await expect(page.locator('.cue')).not.toBeEmpty()
		await expectHarmless(watched, 'audio in an embed')
		await page.keyboard.press('Escape')
		await page.getByRole('link', { name: /Play the video of Greta/ }).click()
		await showCaptions()
		await expectHarmless(watched, 'a video in an embed')
		await page.goto(`${server.url}/config.json`)
		await storeSession(page, server.url, space)
		for (const { id } of [audio, video]) {
			await openScreen(watched, `${server.url}/dashboard/inbox/${id}`)
			await expect(page.getByRole('region', { name: 'What is said' })).toBeVisible()
			await page.keyboard.press('Space')
			await expectHarmless(watched, `the inbox, ${id}`)
		}
	} finally {
		host.close()
		await watched.context.close()
	}
})
