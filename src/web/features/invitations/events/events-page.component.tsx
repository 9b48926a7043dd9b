import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CustomerEventRow } from '#shared/rows.ts'
import { answer, answerRows } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'

let count = 0
const event = (name: string, change: Partial<CustomerEventRow> = {}): CustomerEventRow => ({
	space_id: space.id,
	id: `15151515-1515-4515-8515-${String(++count).padStart(12, '0')}`,
	event: 'order.paid',
	reference: String(1000 + count),
	at: '2026-03-01T12:00:00Z',
	email: `${name.toLowerCase()}@customers.example`,
	name,
	company: null,
	locale: null,
	data: null,
	state: 'waiting',
	reason: null,
	invitation_id: null,
	key_id: null,
	received_at: new Date().toISOString(),
	...change,
})

/** Answers the list from memory. */
function answerEvents(...rows: CustomerEventRow[]) {
	const server = { rows }
	answerRows('customer_events', (request) => {
		const state = new URL(request.url).searchParams.get('state')?.replace('eq.', '')
		return server.rows.filter((row) => row.state === state)
	})
	answerRows('forms', () => [
		{
			id: space.id,
			name: 'Form',
			title: 'Form',
			slug: 'bakery',
			locale: 'en',
			is_open: true,
			created_at: space.created_at,
		},
	])
	answerRows('invitation_templates', () => [])
	answer({
		'POST /rest/v1/rpc/known_recipients': () => [],
		'POST /rest/v1/rpc/invitation_progress': () => ({
			states: {},
			hourly: null,
			daily: null,
			next_at: null,
			put_off: 0,
		}),
		'POST /functions/v1/invitation-preview': () => ({ subject: 'x', html: '<p>x</p>', text: 'x' }),
	})
	return server
}
const row = (text: string) => page.getByRole('list', { name: 'Events' }).getByRole('listitem').filter({ hasText: text })

beforeEach(() => page.viewport(1280, 800))

for (const width of [360, 1280])
	test(`waiting events say who, what and when, at ${width} px`, async () => {
		await page.viewport(width, 800)
		answerEvents(event('Ana', { company: 'Bowls' }), event('Rufus', { reason: 'budget' }))
		await openScreen('invitations/events')
		await expect.element(row('Ana')).toMatchTextContent(/ana@customers\.example/)
		await expect.element(row('Ana')).toMatchTextContent(/order\.paid · \d{4}/)
		await expect.element(row('Rufus')).toMatchTextContent(/Waiting: The space had sent as many mails as it may/)
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
		await expectAccessible()
	})

test('customers of chosen events are recipients of the invitation that is composed next, each once', async () => {
	answerEvents(event('Ana'), event('Ana', { event: 'order.shipped' }), event('Rufus'))
	await openScreen('invitations/events')
	await page.getByRole('checkbox', { name: 'Choose all that are shown' }).click()
	await page.getByRole('button', { name: 'Ask for 3 events' }).click()
	await expect.element(page.getByText(/^2 customers of events/)).toBeVisible()
	await expect.element(page.getByText('ana@customers.example').first()).toBeVisible()
	expect(history.state?.usr ?? null).toBeNull()
})

test('one customer is asked by the button of their row', async () => {
	answerEvents(event('Ana'), event('Rufus'))
	await openScreen('invitations/events')
	await page.getByRole('button', { name: 'Ask Rufus' }).click()
	await expect.element(page.getByText(/^1 customer of events/)).toBeVisible()
})

test('an event that comes is shown by itself', async () => {
	const server = answerEvents()
	await openScreen('invitations/events')
	await expect.element(page.getByText('No customer waits to be asked.')).toBeVisible()
	await expect.element(page.getByText(/events-in/).first()).toBeVisible()
	const arrived = event('Cleo')
	server.rows = [arrived]
	sendChange({ table: 'customer_events', type: 'INSERT', record: arrived })
	await expect.element(row('Cleo')).toBeVisible()
})

test('a viewer reads the events, and asks nobody', async () => {
	answerEvents(event('Ana'), event('Dora', { state: 'left_out', reason: 'asked before' }))
	await openScreen('invitations/events?state=left_out', 'viewer')
	await expect.element(row('Dora')).toMatchTextContent(/Left out: Asked within the last 90 days/)
	expect(page.getByRole('button', { name: 'Ask' }).elements()).toEqual([])
})
