import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { serviceClient } from '#e2e/support/service-client.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { addRecording } from '#test/support/product/add-recording.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'

test('a person brings the archive of a space with recordings under another address, and its wall shows the same', async ({
	page,
	server,
	space,
}, testInfo) => {
	await publishWall(server.url, space, 'masonry')
	const film = await submitTestimonial(server.url, space, { body: 'A film about seals.' })
	await addRecording(await serviceClient(server), { spaceId: space.spaceId, testimonialId: film.id })
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', film.id).throwOnError()
	const wallOf = async () => {
		const answer = await fetch(`${server.url}/functions/v1/wall?id=${space.wallId}&limit=50`)
		const { items } = (await answer.json()) as { items: { id: string; body: string }[] }
		return items.map(({ id, body }) => `${id} ${body}`).sort()
	}
	const before = await wallOf()
	expect(before.length).toBeGreaterThan(5)
	const archive = await fetch(`${server.url}/functions/v1/export?space_id=${space.spaceId}&format=archive&emails=1`, {
		headers: { authorization: `Bearer ${space.session.access_token}` },
	})
	const file = testInfo.outputPath('northlight.zip')
	await writeFile(file, Buffer.from(await archive.arrayBuffer()))
	await space.client.from('spaces').delete().eq('id', space.spaceId).throwOnError()

	const importer = await makeSpace(server.url)
	await openSignedIn(page, server.url, importer, 'overview')
	await page.getByRole('button', { name: /^Space:/ }).click()
	await page.getByRole('menuitem', { name: 'Bring an archive' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Bring an archive' })).toBeVisible()

	// A file that is cut is named, and nothing is written.
	const cut = testInfo.outputPath('cut.zip')
	await writeFile(cut, (await readFile(file)).subarray(0, 9000))
	await page.getByLabel('Archive', { exact: true }).setInputFiles(cut)
	await expect(page.getByText('It is cut')).toBeVisible()
	await expect(page.getByText('Copy or download the file again')).toBeVisible()

	await page.getByLabel('Archive', { exact: true }).setInputFiles(file)
	await expect(page.getByRole('heading', { level: 1, name: 'Northlight Frames can move in' })).toBeVisible()
	await page.reload()
	await expect(page.getByText('every checksum right')).toBeVisible()
	await expect(page.getByText('Invite 1 member of the archive by mail')).toBeVisible()
	await page.getByLabel('Address of your form').fill(`${space.slug}-here`)
	await page.getByRole('button', { name: 'Bring it in' }).click()
	await expect(page.getByRole('heading', { level: 1, name: 'Northlight Frames is here' })).toBeVisible()
	await expect(page.getByText(`${before.length} testimonials`)).toBeVisible()
	await page.getByRole('button', { name: 'Open the space' }).click()
	await page.waitForURL('**/dashboard/overview')

	expect(await wallOf()).toEqual(before)
	await page.goto(`${server.url}/w/${space.slug}-here`)
	await expect(page.getByText('A film about seals.')).toBeVisible()
	await expect(page.getByText('Imported').first()).toBeVisible()
})
