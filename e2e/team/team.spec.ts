import type { Browser, Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { flowWidths } from '#e2e/support/flow-widths.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { startTeamServer, type TeamServer } from './team-server.ts'

let place: TeamServer
test.beforeAll(async () => {
	place = await startTeamServer()
})
test.afterAll(() => place.stop())

/** Another person's browser. */
async function otherPage(browser: Browser, viewport = { width: 1280, height: 800 }): Promise<Page> {
	return (await browser.newContext({ viewport })).newPage()
}

// A mail's secret link makes an account and a membership, which another person's screen follows.
for (const width of flowWidths(1280))
	test(`an owner invites, the colleague signs up by the mailed link and works in the inbox, at ${width} px`, {
		tag: '@each',
	}, async ({ page, browser }) => {
		const owner = await place.owner('Maud Okonkwo-Lindqvist', 'Fernhill Pottery')
		const email = `tomasz-${width}@kilnworks.example`
		await page.setViewportSize({ width, height: 800 })
		await openSignedIn(page, place.server.url, owner)
		await page.goto(`${place.server.url}/dashboard/space/members`)
		await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible()
		const address = page.getByLabel('E-mail')
		await address.fill(email)
		await page.keyboard.press('Enter')
		await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible()
		const pending = page.getByRole('region', { name: 'Not accepted yet' })
		await expect(pending.getByText(email, { exact: true })).toBeVisible()
		await expect(pending.getByText(/Editor, asked by you today, ends on/)).toBeVisible()

		const link = await place.joinLink(email)
		const guest = await otherPage(browser, { width, height: 800 })
		const arrival = await guest.goto(link)
		expect(arrival?.headers()).toMatchObject({
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-robots-tag': 'noindex',
		})
		await expect(guest.getByRole('heading', { name: 'Join Fernhill Pottery' })).toBeVisible()
		await expect(guest.getByText('Maud Okonkwo-Lindqvist asks you to join as an editor.')).toBeVisible()
		await expect(guest.getByLabel('E-mail')).toHaveValue(email)
		await guest.getByRole('button', { name: 'Make an account and join' }).click()
		await expect(guest.getByText('Type your name.')).toBeVisible()
		await guest.getByLabel('Your name').fill('Tomasz Wiśniewski')
		await guest.getByLabel('Choose a password', { exact: true }).fill('a long enough pass phrase')
		await guest.keyboard.press('Enter')
		await guest.waitForURL('**/dashboard/overview')
		await expect(guest.getByRole('button', { name: 'Space: Fernhill Pottery' })).toBeVisible()

		// The owner's screen follows without a reload.
		const people = page.getByRole('region', { name: 'Members', exact: true })
		await expect(people.getByText('Tomasz Wiśniewski')).toBeVisible()
		await expect(pending).toBeHidden()
		await expect(people.getByLabel('Role of Tomasz Wiśniewski')).toHaveValue('editor')

		// An editor reads the team and changes nothing.
		await guest.goto(`${place.server.url}/dashboard/space/members`)
		await expect(guest.getByText('Maud Okonkwo-Lindqvist')).toBeVisible()
		await expect(guest.getByRole('region', { name: 'Invite' })).toBeHidden()
		await expect(guest.getByLabel(/^Role of/)).toBeHidden()

		// The link again: by the same person, then by another one.
		await guest.goto(link)
		await expect(guest.getByRole('heading', { name: 'You are in already' })).toBeVisible()
		await guest.getByRole('button', { name: 'Open the space' }).click()
		await guest.waitForURL('**/dashboard/overview')
		const late = await otherPage(browser, { width, height: 800 })
		await late.goto(link)
		await expect(late.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible()
		await guest.context().close()
		await late.context().close()
	})

test('a person who is signed in with another address chooses, and signs in by the stored way back', async ({
	page,
	browser,
}) => {
	const owner = await place.owner('Maud', 'Fernhill Pottery')
	const [tomasz, other] = [await place.person('Tomasz'), await place.person('Teresa')]
	await owner.client
		.rpc('invite_member', { space_id: owner.spaceId, email: tomasz.email, role: 'viewer' })
		.throwOnError()
	const link = await place.joinLink(tomasz.email)
	await openSignedIn(page, place.server.url, other, 'new')
	await page.goto(link)
	await expect(
		page.getByText(`You are signed in as ${other.email}. The invitation went to ${tomasz.email}.`),
	).toBeVisible()
	await expect(page.getByRole('button', { name: `Join as ${other.email}` })).toBeVisible()
	await page.getByRole('button', { name: `Sign in as ${tomasz.email}` }).click()
	await page.getByRole('button', { name: 'I have an account: sign in' }).click()
	// The secret of the link is in no URL but its own.
	await expect(page).toHaveURL(`${place.server.url}/auth`)
	await expect(page.getByLabel('E-mail')).toHaveValue(tomasz.email)
	await page.getByLabel('Password', { exact: true }).fill(tomasz.password)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(link)
	await page.getByRole('button', { name: 'Join as a viewer' }).click()
	await page.waitForURL('**/dashboard/overview')

	// Another one is accepted with the other address.
	const email = 'shared@fernhill.example'
	await owner.client.rpc('invite_member', { space_id: owner.spaceId, email, role: 'editor' }).throwOnError()
	const second = await otherPage(browser)
	await openSignedIn(second, place.server.url, other, 'new')
	await second.goto(await place.joinLink(email))
	await second.getByRole('button', { name: `Join as ${other.email}` }).click()
	await second.waitForURL('**/dashboard/overview')
	await second.context().close()
})

test('revoked, declined and incomplete links each say why, and the owner sees who declined', async ({
	page,
	browser,
}) => {
	const owner = await place.owner('Maud', 'Fernhill Pottery')
	const invite = async (email: string) => {
		await owner.client.rpc('invite_member', { space_id: owner.spaceId, email, role: 'viewer' }).throwOnError()
		return place.joinLink(email)
	}
	const revoked = await invite('revoked@kilnworks.example')
	const declined = await invite('declined@kilnworks.example')
	await openSignedIn(page, place.server.url, owner, 'space/members')
	await page.getByRole('button', { name: 'Take back: revoked@kilnworks.example' }).click()
	await expect(page.getByText('The invitation was taken back')).toBeVisible()

	const guest = await otherPage(browser, { width: 360, height: 740 })
	await guest.goto(revoked)
	await expect(guest.getByRole('heading', { name: 'This invitation was taken back' })).toBeVisible()
	await guest.goto(`${place.server.url}/join/${'x'.repeat(43)}`)
	await expect(guest.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
	const tomasz = await place.person('Tomasz')
	await openSignedIn(guest, place.server.url, tomasz, 'new')
	await guest.goto(declined)
	await guest.getByRole('button', { name: 'No, thank you' }).click()
	await expect(guest.getByRole('heading', { name: 'You declined' })).toBeVisible()
	await expect(guest.getByText('Maud sees that.')).toBeVisible()
	await guest.context().close()

	const pending = page.getByRole('region', { name: 'Not accepted yet' })
	await expect(pending.getByText(/^Declined today/)).toBeVisible()
	await pending.getByRole('button', { name: 'Ask again: declined@kilnworks.example' }).click()
	await expect(pending.getByText(/Viewer, asked by you today/)).toBeVisible()
	await place.joinLink('declined@kilnworks.example', 2)
})

test('the copied link lets the invited address sign up, which a mail then confirms and brings back', async ({
	page,
	browser,
}) => {
	const owner = await place.owner('Maud', 'Fernhill Pottery')
	const email = 'copied@kilnworks.example'
	await owner.client.rpc('invite_member', { space_id: owner.spaceId, email, role: 'editor' }).throwOnError()
	await openSignedIn(page, place.server.url, owner, 'space/members')
	await page.getByRole('button', { name: `Show the link for ${email}` }).click()
	const link = await page.getByRole('textbox', { name: `Link for ${email}` }).inputValue()
	expect(link).not.toBe(await place.joinLink(email))
	const guest = await otherPage(browser, { width: 360, height: 740 })
	await guest.goto(link)
	await guest.getByLabel('Your name').fill('Jonas')
	await guest.getByLabel('Choose a password', { exact: true }).fill('a long enough pass phrase')
	await guest.keyboard.press('Enter')
	await expect(guest.getByRole('heading', { name: 'Look in your mail' })).toBeVisible()
	const confirmation = () =>
		place.mails.received.find(({ to, text }) => to?.[0]?.address === email && text?.includes('token_hash='))
	await expect.poll(() => confirmation()).toBeDefined()
	await guest.goto(/https?:\S+token_hash=\S+/.exec(confirmation()?.text ?? '')?.[0] ?? '')
	await guest.getByRole('button', { name: 'Confirm and sign in' }).click()
	await expect(guest).toHaveURL(link)
	await guest.getByRole('button', { name: 'Join as an editor' }).click()
	await guest.waitForURL('**/dashboard/overview')
	await guest.context().close()
})

test('a person with an account signs in by a mailed link, opened elsewhere, and comes back to the invitation', async ({
	page,
	browser,
}) => {
	const owner = await place.owner('Maud', 'Fernhill Pottery')
	const tomasz = await place.person('Tomasz')
	const invited = { space_id: owner.spaceId, email: tomasz.email, role: 'viewer' }
	await owner.client.rpc('invite_member', invited).throwOnError()
	const link = await place.joinLink(tomasz.email)
	await page.goto(link)
	await page.getByRole('button', { name: 'I have an account: sign in' }).click()
	await expect(page.getByLabel('E-mail')).toHaveValue(tomasz.email)
	await page.goto(`${place.server.url}/auth?mode=link`)
	await page.getByRole('button', { name: 'Send the link' }).click()
	await expect(page.getByRole('heading', { name: 'Look in your mail' })).toBeVisible()
	const signInLink = () => {
		const own = place.mails.received.filter(({ to }) => to?.[0]?.address === tomasz.email)
		return own.map(({ text }) => /https?:\S+token_hash=\S+/.exec(text ?? '')?.[0]).find(Boolean)
	}
	await expect.poll(signInLink).toBeDefined()
	const elsewhere = await otherPage(browser)
	await elsewhere.goto(signInLink() ?? '')
	await elsewhere.getByRole('button', { name: 'Sign in on this device' }).click()
	await expect(elsewhere).toHaveURL(link)
	await elsewhere.getByRole('button', { name: 'Join as a viewer' }).click()
	await elsewhere.waitForURL('**/dashboard/overview')
	await elsewhere.context().close()
})
