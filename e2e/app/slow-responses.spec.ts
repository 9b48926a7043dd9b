import type { Page, Request } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { createSignal, holdResponse } from '#e2e/support/hold-response.ts'
import { storesFormDraft } from '#e2e/support/publish-form.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'

test('a button does not move under the pointer when content above it loads late', async ({ page, server, space }) => {
	let answer = () => {}
	const held = new Promise<void>((resolve) => {
		answer = resolve
	})
	await page.route('**/rest/v1/walls?*version=gt.1*', async (route) => {
		await held
		await route.continue()
	})
	await publishWall(server.url, space, 'masonry')
	await openSignedIn(page, server.url, space, 'start')
	await page.getByLabel('Their words').fill('They waited for the tide with us.')
	await page.getByLabel('Name', { exact: true }).fill('Ines')
	await page.reload()
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ines')
	await page.getByRole('button', { name: 'Add it' }).hover()
	await page.mouse.down()
	answer()
	await expect(page.getByRole('listitem').filter({ hasText: 'Choose a wall' })).toContainText('Done')
	await page.mouse.up()
	await expect(page.getByText('waiting for you to approve it')).toBeVisible()
})

/** Resolves when the current state of the page has been rendered. */
const drawn = (page: Page) =>
	page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Releases responses of rest/v1 one at a time, each when the previous one has been rendered. */
async function oneAtATime(page: Page): Promise<void> {
	let before: Promise<unknown> = Promise.resolve()
	await page.route('**/rest/v1/**', (route) => {
		before = before
			.then(() => drawn(page))
			.then(() => route.continue())
			// The page navigated away meanwhile.
			.catch(() => {})
	})
}

test('no layout shift occurs while a screen loads its data', async ({ page, server, space }) => {
	await publishWall(server.url, space, 'masonry')
	await submitTestimonial(server.url, space, { author: { name: 'Ada' }, body: 'Ada was there.' })
	await page.addInitScript(() => {
		const moved: string[] = []
		Object.assign(window, { moved })
		new PerformanceObserver((list) => {
			// 0.005 is a line of text that wraps differently.
			for (const entry of list.getEntries() as (PerformanceEntry & {
				value: number
				sources: { node?: Node }[]
			})[])
				if (entry.value > 0.005)
					moved.push(`${entry.value} ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(' | ')}`)
		}).observe({ type: 'layout-shift', buffered: true })
	})
	await oneAtATime(page)
	const screens: [address: string, last: string][] = [
		['inbox', 'put the wall on your site'],
		['start', 'Put it on your site'],
		[`forms/${space.formId}`, 'View page'],
		[`walls/${space.wallId}`, 'layout shift 0'],
	]
	for (const [address, last] of screens) {
		await openSignedIn(page, server.url, space, address)
		await expect(page.getByText(last).first()).toBeVisible()
		await expect(page.locator('.shell-waiting, .start-top').first()).toHaveText(/1 waiting|overview/)
		const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved)
		expect(moved, address).toEqual([])
	}
})

test('a layout that is taken back while the server stores it stays taken back', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space, `walls/${space.wallId}`)
	const layout = (name: string) => page.getByRole('group', { name: 'Layout' }).getByRole('button', { name })
	const drafts = async () =>
		(await space.client.from('wall_drafts').select('wall_id').eq('wall_id', space.wallId).throwOnError()).data
	const before = (await page.getByRole('group', { name: 'Layout' }).locator('[aria-pressed=true]').textContent()) ?? ''
	const [sent, sayIsSent] = createSignal()
	const [taken, sayIsTaken] = createSignal()
	await page.route('**/rest/v1/wall_drafts*', async (route) => {
		if (route.request().method() === 'POST') {
			sayIsSent()
			await taken
		}
		await route.continue()
	})
	const isStored = page.waitForResponse(
		(answer) => answer.url().includes('wall_drafts') && answer.request().method() === 'POST',
	)
	await layout('List').click()
	await sent
	await layout(before).click()
	sayIsTaken()
	await isStored
	await expect.poll(drafts).toEqual([])
	await expect(layout(before)).toHaveAttribute('aria-pressed', 'true')
})

test('input typed during a save or an older read stays, and no conflict is reported', async ({
	page,
	server,
	space,
}) => {
	const title = page.getByLabel('Title', { exact: true })
	const isSaved = () => page.waitForResponse((answer) => storesFormDraft(answer.request()))
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await title.waitFor()
	const isRead = (request: Request) => request.url().includes('form_questions')
	const older = await holdResponse(page, isRead)
	let isHeld = false
	older.given.then(() => {
		isHeld = true
	})
	// As on window focus: the form is fetched again, unless a read that began before is still on its way.
	await expect
		.poll(async () => {
			await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
			return isHeld
		})
		.toBe(true)
	let saved = isSaved()
	await title.fill('How does it hang?')
	await saved
	// No later response may repair what the older one breaks.
	await holdResponse(page, isRead)
	await older.letGo()
	await drawn(page)
	saved = isSaved()
	await title.press('End')
	await title.pressSequentially(' Level?')
	await saved
	await expect(title).toHaveValue('How does it hang? Level?')

	await page.goto(`${server.url}/dashboard/walls/${space.wallId}`)
	const publishing = await holdResponse(page, (request) => request.url().includes('rpc/publish_wall'))
	const layout = (name: string) => page.getByRole('group', { name: 'Layout' }).getByRole('button', { name })
	await layout('Grid').click()
	await page.getByRole('button', { name: 'Publish changes' }).click()
	await publishing.given
	await layout('List').click()
	await publishing.letGo()
	await expect(page.getByText('The wall shows your changes.')).toBeVisible()
	await expect(page.getByText(/^Kept as a draft: one change since/)).toBeVisible()
	await expect(layout('List')).toHaveAttribute('aria-pressed', 'true')
	await expect(page.getByText('Somebody changed')).toBeHidden()

	await page.goto(`${server.url}/dashboard/start`)
	const adding = await holdResponse(page, (request) => request.url().includes('functions/v1/testimonial'))
	const words = page.getByLabel('Their words')
	await words.fill('They waited for the tide with us.')
	await page.getByLabel('Name', { exact: true }).fill('Ines')
	await page.getByRole('button', { name: 'Add it' }).click()
	await adding.given
	await words.fill('The quietest week of my life.')
	await adding.letGo()
	await expect(page.getByText('waiting for you to approve it')).toBeVisible()
	await expect(words).toHaveValue('The quietest week of my life.')
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')

	const other = await makeSpace(server.url)
	await joinSpace(space.client, space.spaceId, other.client, 'viewer')
	await page.goto(`${server.url}/dashboard/space`)
	const naming = await holdResponse(page, (request) => request.method() === 'PATCH')
	const name = page.getByLabel('Name', { exact: true })
	await name.fill('Northlight')
	await page.getByRole('button', { name: 'Save', exact: true }).click()
	await naming.given
	await name.fill('Northlight Glass')
	await naming.letGo()
	await expect(page.getByText('Space saved')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Space: Northlight', exact: true })).toBeVisible()
	await expect(name).toHaveValue('Northlight Glass')
	await expect(page.getByText('Somebody changed')).toBeHidden()

	await page.goto(`${server.url}/dashboard/space/members`)
	const raising = await holdResponse(page, (request) => request.method() === 'PATCH')
	const role = page.getByLabel(`Role of ${other.username}`)
	await role.selectOption('Editor')
	await raising.given
	await expect(role).toHaveValue('editor')
	await page.getByRole('button', { name: `Remove ${other.username}` }).click()
	const question = page.getByRole('dialog', { name: `Remove ${other.username}?` })
	await question.waitFor()
	const listed = page.waitForResponse('**/rest/v1/space_members?*')
	await raising.letGo()
	await listed
	await question.getByRole('button', { name: 'Cancel' }).click()
	await expect(role).toHaveValue('editor')
})

test('a person who switches screens while a mail is being sent stays there', async ({ page, server, space }) => {
	await page.goto(`${server.url}/auth?mode=link`)
	const asking = await holdResponse(page, (request) => request.url().includes('/auth/v1/otp'))
	await page.getByLabel('E-mail').fill(space.email)
	await page.getByRole('button', { name: 'Send the link' }).click()
	await asking.given
	await page.getByRole('button', { name: 'Back to sign in' }).click()
	await asking.letGo()
	await drawn(page)
	// The screen that waits for a mail survives a reload.
	await page.reload()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
	await expect(page.getByLabel('E-mail')).toHaveValue(space.email)
})
