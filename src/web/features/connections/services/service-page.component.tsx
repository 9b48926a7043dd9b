import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { keyRow } from '#test/support/components/connection-answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'
import { serviceGroups } from './services.ts'

const slackId = '62626262-6262-4262-8262-626262626262'

beforeEach(() => page.viewport(1280, 800))

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
	await expect.element(page.getByText(/"Authorization: Bearer plk_secret"/)).toBeVisible()
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

test('the drawings have the words that were approved last, cut after a whole word', async () => {
	const body = `It sang when it cooled,\nand ${'so we bought six more bowls '.repeat(8)}.`
	answerRows('testimonials', [{ id: slackId, body, author_name: 'Ines', rating: null }])
	await openScreen('space/connections/slack')
	const drawn = page.getByRole('figure', { name: 'Two messages in Slack, drawn' })
	await expect.element(drawn.getByText('New, from Ines')).toBeVisible()
	await expect.element(drawn.getByText('No rating · Not public')).toBeVisible()
	await expect
		.element(drawn.getByText(/^“It sang when it cooled, and so we .* (so|we|bought|six|more|bowls)\s…”$/).first())
		.toBeVisible()
	await expect.element(drawn.getByText('A drawing, with what you approved last.')).toBeVisible()
	const [request] = sentRequests('GET /rest/v1/testimonials')
	const asked = new URL(request?.url ?? '').searchParams
	expect([asked.get('status'), asked.get('live_scope')]).toEqual(['eq.approved', 'eq.public'])
})

test('each agent gets its own text, with the key that was made', async () => {
	answer({ 'POST /rest/v1/rpc/create_api_key': () => ({ id: keyRow().id, key: 'plk_secret' }) })
	await openScreen('space/connections/mcp')
	await page.getByRole('button', { name: 'Make the key' }).click()
	for (const [agent, text] of [
		['VS Code', /"servers": \{[^}]*"type": "http"[^}]*"Bearer plk_secret"/],
		['Claude Desktop', /"PLAUDIT_KEY": "Bearer plk_secret"/],
		['Codex', /export PLAUDIT_KEY=plk_secret/],
	] as const) {
		await page.getByLabelText('Agent').selectOptions(agent)
		await expect.element(page.getByText(text)).toBeVisible()
	}
	await expectAccessible()
})

test('the plugin for WordPress is a download with its size', async () => {
	await openScreen('space/connections/wordpress')
	const link = page.getByRole('link', { name: 'plaudit.zip, 43 KB' })
	await expect.element(link).toHaveAttribute('href', '/packages/wordpress.zip')
})

test('a server without a build says how the plugin for WordPress is packed', async () => {
	answer({ 'HEAD /packages/wordpress.zip': () => new Response(null, { status: 404 }) })
	await openScreen('space/connections/wordpress')
	await expect.element(page.getByText('node tools/wordpress-plugin.ts')).toBeVisible()
	expect(document.querySelector('a[href="/packages/wordpress.zip"]')).toBeNull()
})

test('a key with which n8n starts flows is one of an editor, as its trigger makes a webhook', async () => {
	answer({ 'POST /rest/v1/rpc/create_api_key': () => ({ id: keyRow().id, key: 'plk_secret' }) })
	await openScreen('space/connections/n8n')
	await page.getByLabelText('It may').selectOptions('Start flows and read')
	await page.getByRole('button', { name: 'Make the key' }).click()
	await expect.element(page.getByRole('textbox', { name: 'The key' })).toHaveValue('plk_secret')
	expect(await sentRequests('POST /rest/v1/rpc/create_api_key')[0]?.json()).toMatchObject({
		role: 'editor',
		scopes: ['testimonials:read'],
	})
})
