import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { WebhookDeliveryRow, WebhookRow } from '#shared/rows.ts'
import { answer, answerRows, failure, sentRequests } from '#test/support/components/answers.ts'
import { ago, answerDeliveries, day, deliveryRow, webhookRow } from '#test/support/components/connection-answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const testimonial = '81818181-8181-4181-8181-818181818181'
const withdrawn = '82828282-8282-4282-8282-828282828282'

/** Opens the page of one webhook over rows in memory. */
async function open(webhook: WebhookRow, deliveries: WebhookDeliveryRow[], role: 'owner' | 'viewer' = 'owner') {
	const server = { webhook, deliveries }
	answerRows('webhooks', () => [server.webhook])
	answerDeliveries(() => server.deliveries)
	answerRows('testimonials', [
		{ id: testimonial, author_name: 'Rosalind Quartermaine', withdrawn_at: null },
		{ id: withdrawn, author_name: 'Edmund', withdrawn_at: ago(2 * day) },
	])
	answer({
		'PATCH /rest/v1/webhooks': async (request) => {
			server.webhook = { ...server.webhook, ...(await request.json()), paused_reason: null }
		},
		'POST /functions/v1/webhook-test': () => ({ status: 204, took_ms: 58, answer: '' }),
		'POST /functions/v1/webhook-replay': () => ({ replayed: 1 }),
		'POST /rest/v1/rpc/count_webhook_replay': () => ({ all: 9, undelivered: 0, all_gone: 1, undelivered_gone: 0 }),
	})
	await openScreen(`space/webhooks/${webhook.id}`, role)
	return server
}

beforeEach(() => page.viewport(1280, 800))

test('a paused webhook says the cause in its own words, and is resumed with all that waits', async () => {
	const failed = deliveryRow({
		state: 'failed',
		status: 503,
		attempt: 9,
		event: 'testimonial.approved',
		answer: 'database is starting, try later',
	})
	const waiting = Array.from({ length: 6 }, () =>
		deliveryRow({ state: 'waiting', attempt: 0, status: null, took_ms: null, testimonial_id: testimonial }),
	)
	const server = await open(webhookRow({ is_active: false, paused_reason: 'failed' }), [...waiting, failed])
	await expect.element(heading('Paused: shop.fernhill.example does not answer')).toBeVisible()
	await expect.element(page.getByText('Answer 503, nine times in 24 hours')).toBeVisible()
	await expect
		.element(
			page.getByText('“database is starting, try later”').or(page.getByText('database is starting, try later').first()),
		)
		.toBeVisible()
	await expect.element(page.getByRole('img', { name: /^All of nine tries failed/ })).toBeVisible()
	await page.getByRole('button', { name: 'Send a test' }).click()
	await expect.element(page.getByText('It answered 204 after 58 ms')).toBeVisible()
	await expectAccessible()
	await page.viewport(360, 800)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	await expectAccessible()
	await page.getByRole('button', { name: 'Resume and send 7' }).click()
	await expect.poll(() => server.webhook.is_active).toBe(true)
	await expect.element(heading('shop.fernhill.example hears everything')).toBeVisible()
})

test('an address that does not answer shows its tries, and is tried now on request', async () => {
	const trouble = deliveryRow({ state: 'waiting', status: 503, attempt: 6, took_ms: 208, next_at: ago(-4 * 3_600_000) })
	await open(webhookRow(), [trouble])
	await expect.element(heading('shop.fernhill.example does not answer, tries go on')).toBeVisible()
	await expect.element(page.getByRole('img', { name: /^6 of nine tries failed, the next is at/ })).toBeVisible()
	await expect.element(page.getByText('503 after 208 ms, try 6 of 9')).toBeVisible()
	await expectAccessible()
	await page.getByRole('button', { name: 'Try now', exact: true }).click()
	await expect.poll(() => sentRequests('POST /functions/v1/webhook-replay')).toHaveLength(1)
	expect(await sentRequests('POST /functions/v1/webhook-replay')[0]?.json()).toEqual({ delivery: trouble.id })
})

test('the log sends again what exists, and never what was withdrawn or erased', async () => {
	const erased = '83838383-8383-4383-8383-838383838383'
	const kept = deliveryRow({ testimonial_id: testimonial })
	await open(webhookRow(), [
		kept,
		deliveryRow({ testimonial_id: withdrawn }),
		deliveryRow({ testimonial_id: erased }),
		deliveryRow({ testimonial_id: withdrawn, event: 'testimonial.withdrawn' }),
	])
	const log = page.getByRole('list', { name: 'Deliveries' })
	await expect.element(log.getByText('Rosalind Quartermaine')).toBeVisible()
	await expect.element(log.getByText('never again: withdrawn')).toBeVisible()
	await expect.element(log.getByText('never again: erased')).toBeVisible()
	await expectAccessible()
	await log.getByRole('button', { name: 'Send again: testimonial.created' }).click()
	await expect.poll(() => sentRequests('POST /functions/v1/webhook-replay')).toHaveLength(1)
	expect(await sentRequests('POST /functions/v1/webhook-replay')[0]?.json()).toEqual({ delivery: kept.id })
	await page.getByRole('button', { name: /^Waiting/ }).click()
	await expect.element(page.getByText('Nothing here.')).toBeVisible()
})

test('a period is sent again, and a refusal keeps the dialog', async () => {
	await open(webhookRow(), [deliveryRow()])
	answer({ 'POST /functions/v1/webhook-replay': () => failure(429, 'rate_limited') })
	await page.getByRole('button', { name: 'Send a period again' }).click()
	const dialog = page.getByRole('dialog', { name: 'Send a period again' })
	await expect.element(dialog.getByText('None will be sent.')).toBeVisible()
	await expect.element(dialog.getByRole('button', { name: 'Send 0 again' })).toBeDisabled()
	await dialog.getByRole('radio', { name: /^All, 10/ }).click()
	await expect.element(dialog.getByText('9 will be sent.')).toBeVisible()
	await expect.element(dialog.getByText(/1 is left out/)).toBeVisible()
	await dialog.getByRole('textbox', { name: 'From, Time' }).fill('8:15 pm')
	await dialog.getByRole('textbox', { name: 'Until, Time' }).fill('25:00')
	await expect.element(dialog.getByText('This is no period.')).toBeVisible()
	await expect.element(dialog.getByRole('button', { name: /^Send/ })).toBeDisabled()
	await dialog.getByRole('textbox', { name: 'Until, Time' }).fill('20.45')
	await expectAccessible()
	await dialog.getByRole('button', { name: 'Send 9 again' }).click()
	await expect.element(dialog.getByText(/Too many requests/)).toBeVisible()
	answer({ 'POST /functions/v1/webhook-replay': () => ({ replayed: 1 }) })
	await dialog.getByRole('button', { name: 'Send 9 again' }).click()
	await expect.element(dialog).not.toBeInTheDocument()
	const sent = await sentRequests('POST /functions/v1/webhook-replay')[1]?.json()
	expect(sent).toMatchObject({ id: webhookRow().id, undelivered: false })
	expect([new Date(sent.from), new Date(sent.to)].map((at) => [at.getHours(), at.getMinutes()])).toEqual([
		[20, 15],
		[20, 46],
	])
})

test('a row of the log opens with the call as it is told today, and says what is gone', async () => {
	const [kept, gone] = [
		deliveryRow({ testimonial_id: testimonial, answer: 'thanks' }),
		deliveryRow({ testimonial_id: withdrawn, event: 'testimonial.approved' }),
	]
	await open(webhookRow(), [kept, gone], 'viewer')
	answer({
		'POST /functions/v1/webhook-body': async (request) => {
			const { delivery } = await request.json()
			return { body: delivery === kept.id ? '{"type":"testimonial.created"}' : null }
		},
	})
	await page.getByRole('button', { name: 'Call and answer of testimonial.created' }).click()
	await expect.element(page.getByText(/"type": "testimonial.created"/)).toBeVisible()
	await expect.element(page.getByText('thanks')).toBeVisible()
	await page.getByRole('button', { name: 'Call and answer of testimonial.approved' }).click()
	await expect.element(page.getByText('Nothing: it was withdrawn.')).toBeVisible()
	await expectAccessible()
	await page.viewport(360, 800)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	await expectAccessible()
})

test('a new secret is shown once, with the day on which both count', async () => {
	const server = await open(webhookRow(), [])
	answer({
		'POST /rest/v1/rpc/rotate_webhook_secret': () => {
			server.webhook = { ...server.webhook, secret_rotated_at: ago(0) }
			return { secret: 'whsec_new' }
		},
	})
	await page.getByRole('button', { name: 'Change the secret' }).click()
	await expect.element(page.getByRole('textbox', { name: 'The new secret' })).toHaveValue('whsec_new')
	await expect.element(page.getByText(/^Both secrets count until/)).toBeVisible()
	await expectAccessible()
})

test('while both secrets count, the old one is ended or the new one taken back after a question', async () => {
	const server = await open(webhookRow({ secret_rotated_at: ago(3_600_000) }), [])
	answer({
		'POST /rest/v1/rpc/end_former_webhook_secret': () => failure(400, '22023', 'The former secret has ended already.'),
		'POST /rest/v1/rpc/restore_webhook_secret': () => {
			server.webhook = { ...server.webhook, secret_rotated_at: null }
		},
	})
	await expect.element(page.getByText(/^Both secrets count until/)).toBeVisible()
	expect(page.getByRole('button', { name: 'Change the secret' }).elements()).toEqual([])
	await page.getByRole('button', { name: 'End the old one now' }).click()
	await expectAccessible()
	await page.getByRole('button', { name: 'End the old one', exact: true }).click()
	await expect.element(page.getByText('The former secret has ended already.')).toBeVisible()
	await page.getByRole('button', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: 'Take the new one back' }).click()
	await page.getByRole('button', { name: 'Take it back' }).click()
	await expect.element(page.getByRole('button', { name: 'Change the secret' })).toBeVisible()
	expect(page.getByText(/^Both secrets count until/).elements()).toEqual([])
})

test('a viewer reads the state and changes nothing', async () => {
	await open(webhookRow(), [deliveryRow()], 'viewer')
	await expect.element(heading('shop.fernhill.example hears everything')).toBeVisible()
	for (const name of ['Send a test', 'Change the secret', 'Delete this webhook', 'Send a period again'])
		expect(page.getByRole('button', { name }).elements()).toEqual([])
})

test('a webhook is made from the list, and its secret shown once', async () => {
	answerRows('webhooks', [
		webhookRow({ is_active: false, paused_reason: 'failed' }),
		webhookRow({ id: testimonial, kind: 'slack', url: 'https://hooks.slack.com/services/x' }),
	])
	answer({ 'POST /rest/v1/rpc/create_webhook': () => failure(400, '22023', 'It leads to a private network.') })
	await openScreen('space/webhooks')
	await expect.element(heading('Two webhooks, one is paused')).toBeVisible()
	await page.getByRole('button', { name: 'New webhook' }).click()
	await page.getByLabelText('Address').fill('https://10.0.0.1/hooks')
	await expectAccessible()
	await page.viewport(360, 800)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	await page.getByRole('button', { name: 'Make the webhook' }).click()
	await expect.element(page.getByText('It leads to a private network.')).toBeVisible()
	answer({ 'POST /rest/v1/rpc/create_webhook': () => ({ id: webhookRow().id, secret: 'whsec_once' }) })
	await page.getByRole('button', { name: 'Make the webhook' }).click()
	await expect.element(page.getByRole('textbox', { name: 'The secret' })).toHaveValue('whsec_once')
	expect(await sentRequests('POST /rest/v1/rpc/create_webhook')[1]?.json()).toMatchObject({
		space_id: space.id,
		kind: 'standard',
	})
})
