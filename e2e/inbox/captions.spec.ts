import { readFile } from 'node:fs/promises'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addPendingRecording } from '#e2e/support/recordings.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { storePoster } from '#test/support/product/add-recording.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

const captionsOf = async ({ client }: TestSpace) =>
	(await client.from('captions').select('locale,transcript,source,is_draft').order('locale').throwOnError()).data

// The server reads the file, stores it normalized, and the browser downloads what was stored.
test('captions are uploaded, published, downloaded and deleted', { tag: '@each' }, async ({ page, server, space }) => {
	await addPendingRecording(server, space, { kind: 'audio' })
	await openSignedIn(page, server.url, space)
	const srt = Buffer.from('1\r\n00:00:01,000 --> 00:00:02,500\r\n<b>Bowls</b>\r\n')
	const upload = page.locator('input[type="file"][accept*=".srt"]')
	await upload.setInputFiles({ name: 'a.srt', mimeType: 'text/vtt', buffer: srt })
	await expect(page.getByLabel('Line 1', { exact: true })).toHaveValue('Bowls')
	await page.getByRole('button', { name: 'Publish captions' }).click()
	await expect
		.poll(() => captionsOf(space))
		.toEqual([{ locale: 'en', transcript: 'Bowls', source: 'uploaded', is_draft: false }])
	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Download', exact: true }).click()
	const saved = await download
	expect(saved.suggestedFilename()).toBe('Greta Lindholm.en.vtt')
	expect(await readFile(await saved.path(), 'utf8')).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nBowls\n')
	await page.getByRole('button', { name: 'Delete captions' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete captions' }).click()
	await expect.poll(() => captionsOf(space)).toEqual([])
	await expect(page.getByRole('button', { name: 'Type captions' })).toBeVisible()
})

// Storage says when the picture that a job makes has another version, and realtime brings its path.
test('the frame that is shown becomes the cover, and its making is followed', async ({ page, server, space }) => {
	const added = await addPendingRecording(server, space, { columns: { poster_path: null } })
	await openSignedIn(page, server.url, space)
	await page.getByRole('slider', { name: 'Position' }).fill('4')
	await page.getByRole('button', { name: 'Use this frame as the cover' }).click()
	await expect(page.getByText('The cover is being made.')).toBeVisible()
	const { data } = await space.client.from('media').select('cover').eq('id', added.mediaId).single()
	expect(data).toEqual({ cover: 4 })
	await storePoster(added.service, added)
	await expect(page.getByText('The cover is changed.')).toBeVisible()
	await expect(page.locator('video')).toHaveAttribute('poster', /\.webp/)
})
