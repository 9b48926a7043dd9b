import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { test as base, expect, serverWith } from '#e2e/support/fixtures.ts'
import { invite } from '#e2e/support/invite.ts'
import { operator, operatorSettings, signUpOperator, storeFailedMail } from '#e2e/support/operator.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import type { fullPaths, publicPaths, secretPaths, shellPaths, spacePaths } from '#shared/app-paths.ts'
import { submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import type { ServerAddress } from '#test/support/server-process.ts'

const test = base.extend({ server: serverWith(operatorSettings) })
test.describe.configure({ mode: 'parallel' })

/** Text of each screen once its data has arrived. A missing address fails the type check. */
type Screens<Paths extends readonly string[]> = Record<Paths[number], string>

const beforeSignIn: Screens<[...typeof publicPaths, ...typeof secretPaths]> = {
	'/auth': 'Sign in',
	'/auth/confirm': 'This link is not complete',
	'/join/:token': 'asks you to join',
}

const afterSignIn: Screens<[...typeof fullPaths, ...typeof shellPaths, ...typeof spacePaths]> = {
	'/dashboard/new': 'space',
	'/dashboard/new/archive': 'Bring an archive',
	'/dashboard/start': 'Your form is live.',
	'/dashboard/overview': 'reached you',
	'/dashboard/inbox': 'Midges. Four days.',
	'/dashboard/inbox/:testimonialId': 'Ines Castellanos',
	'/dashboard/forms': 'Northlight Frames',
	'/dashboard/forms/:formId': 'Northlight Frames',
	'/dashboard/invitations': 'maud@harbour.example',
	'/dashboard/invitations/events': 'Events',
	'/dashboard/invitations/new': 'Ask your customers',
	'/dashboard/walls': 'Northlight Frames',
	'/dashboard/walls/:wallId': 'Northlight Frames',
	'/dashboard/account': 'This one',
	'/dashboard/instance': 'This page is for the operator of the server.',
	'/dashboard/space': 'Northlight Frames',
	'/dashboard/space/members': 'editor@harbour.example',
	'/dashboard/space/notifications': 'Notifications',
	'/dashboard/space/customer-mails': 'Mails to customers',
	'/dashboard/space/verification': 'Verification',
	'/dashboard/space/tags': 'Gift',
	'/dashboard/space/export': '.csv',
	'/dashboard/space/people': 'One person’s data',
	'/dashboard/space/history': 'CSV',
	'/dashboard/space/import': 'Import',
	'/dashboard/space/connections': 'Shop sync',
	'/dashboard/space/connections/:service': 'Send a test to Slack',
	'/dashboard/space/keys': 'Shop sync',
	'/dashboard/space/keys/new': 'It can never',
	'/dashboard/space/webhooks': 'shop.example',
	'/dashboard/space/webhooks/:webhookId': 'shop.example',
}

/** Fills a space with one of each thing that a screen lists. */
async function fillSpace(server: ServerAddress, space: TestSpace) {
	const { client, spaceId } = space
	const author = { name: 'Ines Castellanos', email: 'ines@harbour.example', company: 'Harbour Guides' }
	const sent = await submitTestimonial(server.url, space, { author })
	await submitTestimonial(server.url, space, { author: { name: 'Rui' }, rating: null, body: 'Midges. Four days.' })
	await client.from('testimonials').update({ status: 'approved' }).eq('id', sent.id).throwOnError()
	const reply = { space_id: spaceId, testimonial_id: sent.id, body: 'Come back in spring.' }
	await client.from('replies').insert(reply).throwOnError()
	const tag = await client.from('tags').insert({ space_id: spaceId, name: 'Gift' }).select('id').single().throwOnError()
	const tagged = { space_id: spaceId, testimonial_id: sent.id, tag_id: tag.data.id }
	await client.from('testimonial_tags').insert(tagged).throwOnError()
	await client.rpc('make_export', { space_id: spaceId, format: 'csv', with_emails: false }).throwOnError()
	const invited = { email: 'maud@harbour.example', name: 'Maud', company: 'Harbour Guides' }
	const invitation = await invite(server, space, invited)
	const key = { space_id: spaceId, name: 'Shop sync', role: 'viewer' }
	await client.rpc('create_api_key', key).throwOnError()
	const called = { space_id: spaceId, url: 'https://shop.example/hooks', events: ['testimonial.created'] }
	const webhook = await client.rpc('create_webhook', called).throwOnError()
	const member = { space_id: spaceId, email: 'editor@harbour.example', role: 'editor' }
	const made = await client.rpc('invite_member', member).throwOnError()
	const link = await client.functions.invoke<{ url: string }>('member-link', { body: { invitation_id: made.data.id } })
	return { sent, invitation, webhookId: String(webhook.data.id), joinLink: link.data?.url ?? '' }
}

async function expectScreens(page: Page, screens: Record<string, string>, addressOf: (path: string) => string) {
	for (const [path, content] of Object.entries(screens)) {
		await page.goto(addressOf(path))
		await expect(page.getByText(content).filter({ visible: true }).first(), path).toBeVisible()
		await expectAccessibleInBothSchemes(page, path)
	}
}

test('every screen before sign-in and every public page is accessible in both schemes', async ({
	page,
	server,
	space,
}) => {
	const { sent, invitation, joinLink } = await fillSpace(server, space)
	await expectScreens(page, beforeSignIn, (path) => (path === '/join/:token' ? joinLink : `${server.url}${path}`))
	const modes = { 'sign-up': 'Make an account', forgotten: 'Forgotten password', link: 'A link by mail' }
	await expectScreens(page, modes, (mode) => `${server.url}/auth?mode=${mode}`)
	const pages = {
		[server.url]: 'Plaudit',
		[`${server.url}/collect/${space.slug}`]: 'Your words',
		[`${server.url}/collect/${space.slug}?i=${invitation}`]: 'Your words',
		[`${server.url}/w/${space.slug}`]: 'Ines Castellanos',
		[`${server.url}/p/${sent.id}`]: 'Ines Castellanos',
		[`${server.url}/proof/${sent.id}`]: 'These are the words of',
		[sent.receipt_url]: 'Ines Castellanos',
		[`${server.url}/invitation/${invitation}/decline`]: 'Rather not?',
		[await unsubscribeLink(server, space.email)]: 'Stop these mails?',
		[`${server.url}/nothing-here`]: 'Nothing is written here.',
	}
	await expectScreens(page, pages, (address) => address)
})

test('every screen of the app is accessible in both schemes', async ({ page, server, space }) => {
	const { sent, webhookId } = await fillSpace(server, space)
	await openSignedIn(page, server.url, space)
	const ids = {
		':service': 'slack',
		':webhookId': webhookId,
		':testimonialId': sent.id,
		':formId': space.formId,
		':wallId': space.wallId,
	}
	await expectScreens(page, afterSignIn, (path) =>
		Object.entries(ids).reduce((address, [name, id]) => address.replace(name, id), `${server.url}${path}`),
	)
	await page.goto(`${server.url}/dashboard/nothing-here`)
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'an address that the app does not have')
})

test('the operator’s page is accessible in both schemes, on a desk and on a phone', async ({ page, server }) => {
	await signUpOperator(server)
	await storeFailedMail(server, 'full@a-very-long-mail-server-name-of-harbour-practice.test')
	await openSignedIn(page, server.url, operator, 'instance')
	for (const width of [1280, 360]) {
		await page.setViewportSize({ width, height: 740 })
		await expect(page.getByText('452 4.2.2 Mailbox full').first()).toBeVisible()
		await expectAccessibleInBothSchemes(page, `the operator’s page, ${width} px`)
	}
})

/** The link that ends the mails to a member, from the alert about a new testimonial. */
async function unsubscribeLink(server: ServerAddress, address: string): Promise<string> {
	const folder = join(server.dataDir, 'outbox')
	let link = ''
	const find = async () => {
		const names = await readdir(folder).catch(() => [])
		const name = names.find((file) => file.endsWith(`-${address}.eml`))
		if (name)
			link =
				/http\S+\/unsubscribe\/\S+/.exec(
					(await PostalMime.parse(await readFile(join(folder, name)))).text ?? '',
				)?.[0] ?? ''
		return link
	}
	await expect.poll(find).not.toBe('')
	return link
}
