import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { keyRow, webhookRow } from '#test/support/components/connection-answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'
import { serviceGroups } from './services/services.ts'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const slackId = '62626262-6262-4262-8262-626262626262'

beforeEach(() => page.viewport(1280, 800))

test('an empty space is offered all services in four groups', async () => {
	await openScreen('space/connections')
	await expect.element(heading('Nothing is connected yet')).toBeVisible()
	for (const { title } of serviceGroups) await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
	await expectAccessible()
	await page.viewport(360, 800)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	await expectAccessible()
})

test('what needs a person stands first among what is connected', async () => {
	answerRows('api_keys', [keyRow(), keyRow({ id: slackId, name: 'Desk agent' })])
	answerRows('webhooks', [
		webhookRow({ id: slackId, kind: 'slack', url: 'https://hooks.slack.com/services/x' }),
		webhookRow({ is_active: false, paused_reason: 'failed' }),
	])
	await openScreen('space/connections')
	await expect.element(heading('Four things are connected, one is paused')).toBeVisible()
	const first = page.getByRole('region', { name: 'Connected' }).getByRole('listitem').first()
	await expect.element(first.getByText('Paused: nine tries in 24 hours failed')).toBeVisible()
	await expect.element(page.getByRole('link', { name: /^Agents, by MCP Connected · Desk agent/ })).toBeVisible()
	await expect.element(page.getByRole('link', { name: /^Slack Connected · hooks\.slack\.com/ })).toBeVisible()
	await expectAccessible()
	await page.viewport(360, 800)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})

for (const { id, name } of serviceGroups.flatMap(({ services }) => services))
	test(`the page of ${name} has three things to do, and fits a phone`, async () => {
		await openScreen(`space/connections/${id}`)
		await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
		expect(document.querySelectorAll('.serv-steps > li')).toHaveLength(3)
		await expectAccessible()
		await page.viewport(360, 800)
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
		await expectAccessible()
	})

test('an address of another service is not connected, and one whose test fails is deleted again', async () => {
	answer({
		'POST /rest/v1/rpc/create_webhook': () => ({ id: slackId, secret: 'whsec_x' }),
		'POST /functions/v1/webhook-test': () => ({ status: 404, took_ms: 31, answer: 'no_service' }),
		'POST /rest/v1/rpc/delete_webhook': () => undefined,
	})
	await openScreen('space/connections/slack')
	const address = page.getByLabelText('Address from Slack')
	const send = page.getByRole('button', { name: 'Send a test to Slack' })
	await address.fill('https://hooks.slack.com.evil.example/x')
	await expect.element(page.getByText(/This is not yet an address of Slack/)).toBeVisible()
	await expect.element(send).toBeDisabled()
	await address.fill('https://hooks.slack.com/services/T0/B0/x')
	await send.click()
	await expect.element(page.getByText(/It answered 404\. no_service Nothing was connected\./)).toBeVisible()
	expect(await sentRequests('POST /rest/v1/rpc/delete_webhook')).toHaveLength(1)
	await expect.element(address).toHaveValue('https://hooks.slack.com/services/T0/B0/x')
	answer({ 'POST /functions/v1/webhook-test': () => ({ status: 200, took_ms: 84, answer: 'ok' }) })
	await send.click()
	await expect.element(page.getByText('It arrived: 200 after 84 ms. Connected.')).toBeVisible()
	await expect.element(page.getByRole('heading', { name: /^Send a test ?, done$/ })).toBeVisible()
	expect(await sentRequests('POST /rest/v1/rpc/create_webhook')[1]?.json()).toMatchObject({
		kind: 'slack',
		events: ['testimonial.created', 'testimonial.approved', 'testimonial.updated', 'testimonial.withdrawn'],
	})
})

test('a key for an agent is made on its page, put into the configuration, and its first call ticks the steps', async () => {
	const rows = { keys: [] as ReturnType<typeof keyRow>[] }
	answerRows('api_keys', () => rows.keys)
	answer({
		'POST /rest/v1/rpc/create_api_key': () => {
			rows.keys = [keyRow({ name: 'Desk agent' })]
			return { id: keyRow().id, key: 'plk_secret' }
		},
	})
	await openScreen('space/connections/mcp')
	await page.getByRole('button', { name: 'Make the key' }).click()
	await expect.element(page.getByRole('textbox', { name: 'The key' })).toHaveValue('plk_secret')
	await expect.element(page.getByText(/"Authorization": "Bearer plk_secret"/)).toBeVisible()
	await expect.element(page.getByRole('heading', { name: /^Ask it something ?, done$/ })).toBeVisible()
	expect(await sentRequests('POST /rest/v1/rpc/create_api_key')[0]?.json()).toMatchObject({
		role: 'editor',
		scopes: ['testimonials:read', 'walls:read', 'numbers:read', 'testimonials:write'],
	})
})

test('an editor connects a channel, and is sent to an owner for a key', async () => {
	await openScreen('space/connections/n8n', 'editor')
	await expect.element(page.getByText(/Only owners of the space make keys/)).toBeVisible()
	expect(await sentRequests('GET /rest/v1/api_keys')).toEqual([])
})
