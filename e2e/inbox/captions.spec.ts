import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { addPendingRecording } from '#e2e/support/recordings.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { storePoster } from '#test/support/product/add-recording.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

const captionsOf = async ({ client }: TestSpace) =>
	(await client.from('captions').select('locale,transcript,source,is_draft').order('locale').throwOnError()).data
const position = (page: Page) => page.getByRole('slider', { name: 'Position' })
const file = (name: string, text: string | Buffer) => ({ name, mimeType: 'text/vtt', buffer: Buffer.from(text) })

test('captions are typed with the times of the player, kept through a reload, published and quoted', async ({
	page,
	server,
	space,
}) => {
	await addPendingRecording(server, space)
	await openSignedIn(page, server.url, space)
	await position(page).fill('1')
	await page.getByRole('button', { name: 'Type captions' }).click()
	await expect(page.getByLabel('Line 1', { exact: true })).toBeFocused()
	await page.keyboard.type('My hands are eighty-one,')
	await position(page).fill('3')
	await page.getByLabel('Line 1', { exact: true }).press('Enter')
	await expect(page.getByLabel('Line 2', { exact: true })).toBeFocused()
	await page.keyboard.type('and I told them so.')
	await page.keyboard.press('Shift+Space')
	await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
	await page.keyboard.press('Shift+Space')
	await expect(page.getByLabel('Line 2', { exact: true })).toHaveValue('and I told them so.')
	await position(page).fill('6')
	await page.getByLabel('Line 2', { exact: true }).press('Control+Shift+Space')
	await expect(position(page)).toHaveValue('4')
	await expect(page.locator('.recording-caption')).toHaveText('and I told them so.')
	await expect.poll(() => captionsOf(space)).toMatchObject([{ is_draft: true, source: 'typed' }])

	await page.reload()
	await expect(page.getByLabel('Line 2', { exact: true })).toHaveValue('and I told them so.')
	await expect(page.getByLabel('End of line 1')).toHaveValue('0:03.0')
	await page.getByRole('button', { name: 'Publish captions' }).click()
	await expect
		.poll(() => captionsOf(space))
		.toEqual([
			{ locale: 'en', transcript: 'My hands are eighty-one,\nand I told them so.', source: 'typed', is_draft: false },
		])

	const said = page.getByRole('region', { name: 'What is said' })
	await expect(said).toContainText('My hands are eighty-one, and I told them so.')
	await said.getByRole('button', { name: 'Choose words' }).click()
	await said.getByRole('button', { name: 'Start one word later' }).click()
	await said.getByRole('button', { name: 'End one word earlier' }).click()
	await said.getByRole('button', { name: 'Show this part' }).click()
	await expect(said.locator('mark')).toHaveText(['hands are eighty-one, ', 'and I told them'])
	await expect(said).toContainText('8 of 10 words')
	await expect(page.locator('.inbox-row')).toContainText('hands are eighty-one, and I told them')

	await page.getByLabel('Line 2', { exact: true }).fill('Other words.')
	await expect(page.getByText('the published captions stay until you publish these')).toBeVisible()
	await expect.poll(() => captionsOf(space)).toMatchObject([{ is_draft: false, transcript: /told/ }])
	await page.getByRole('button', { name: 'Discard changes' }).click()
	await expect(page.getByLabel('Line 2', { exact: true })).toHaveValue('and I told them so.')
	await expectAccessibleInBothSchemes(page, 'captions')
})

test('files of captions are uploaded, refused with their line, downloaded and deleted, in several languages', async ({
	page,
	server,
	space,
}) => {
	await addPendingRecording(server, space, { kind: 'audio' })
	await openSignedIn(page, server.url, space)
	const upload = page.locator('input[type="file"][accept*=".srt"]')
	await upload.setInputFiles(file('a.srt', '1\r\n00:00:01,000 --> 00:00:00,500\r\nBack\r\n'))
	await expect(page.getByRole('alert')).toHaveText('Line 2 of the file: it ends before it starts.')
	await upload.setInputFiles(file('a.srt', Buffer.from([0x31, 0x0a, 0xff, 0xfe])))
	await expect(page.getByRole('alert')).toContainText('not in UTF-8')
	await upload.setInputFiles(file('a.srt', '1\r\n00:00:01,000 --> 00:00:02,500\r\n<b>Bowls</b>\r\n'))
	await expect(page.getByLabel('Line 1', { exact: true })).toHaveValue('Bowls')
	await page.getByRole('button', { name: 'Publish captions' }).click()
	await expect.poll(() => captionsOf(space)).toMatchObject([{ locale: 'en', source: 'uploaded', is_draft: false }])
	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Download', exact: true }).click()
	const saved = await download
	expect(saved.suggestedFilename()).toBe('Greta Lindholm.en.vtt')
	expect(await readFile(await saved.path(), 'utf8')).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nBowls\n')

	await page.getByRole('combobox', { name: 'Language' }).selectOption('ar')
	await upload.setInputFiles(file('ar.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.500\nأوعية\n'))
	await expect(page.getByRole('heading', { name: 'Captions, Arabic' })).toBeVisible()
	await page.getByRole('button', { name: 'Publish captions' }).click()
	await expect.poll(() => captionsOf(space)).toMatchObject([{ locale: 'ar' }, { locale: 'en' }])
	await page.getByRole('button', { name: 'Delete captions' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Delete captions' }).click()
	await expect.poll(() => captionsOf(space)).toMatchObject([{ locale: 'en' }])
	await expect(page.getByRole('button', { name: 'Type captions' })).toBeVisible()
})

test('captions that a program made must be read before they are published', async ({ page, server, space }) => {
	const { id, mediaId, service } = await addPendingRecording(server, space)
	await openSignedIn(page, server.url, space)
	await expect(page.getByRole('button', { name: 'Type captions' })).toBeVisible()
	const row = { space_id: space.spaceId, testimonial_id: id, media_id: mediaId, locale: 'en' }
	const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nI made a bowl.\n'
	const draft = { ...row, vtt, transcript: 'I made a bowl.', source: 'transcribed', is_draft: true }
	await service.from('captions').insert(draft).throwOnError()
	await expect(page.getByText('Made by a program. Read it before you publish it.')).toBeVisible()
	await page.getByRole('button', { name: 'Publish captions' }).click()
	await expect(page.getByRole('alert')).toContainText('Tick the box first')
	await page.getByLabel('I have read it and listened: it is what is said.').check()
	await page.getByRole('button', { name: 'Publish captions' }).click()
	await expect.poll(() => captionsOf(space)).toMatchObject([{ is_draft: false }])
})

test('the frame that is shown becomes the cover, and its making is followed', async ({ page, server, space }) => {
	const added = await addPendingRecording(server, space, { columns: { poster_path: null } })
	await openSignedIn(page, server.url, space)
	await position(page).fill('4')
	await page.getByRole('button', { name: 'Use this frame as the cover' }).click()
	await expect(page.getByText('The cover is being made.')).toBeVisible()
	const { data } = await space.client.from('media').select('cover').eq('id', added.mediaId).single()
	expect(data).toEqual({ cover: 4 })
	await storePoster(added.service, added)
	await expect(page.getByText('The cover is changed.')).toBeVisible()
	await expect(page.locator('video')).toHaveAttribute('poster', /\.webp/)
})
