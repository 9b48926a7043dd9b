import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { InvitationProgress } from '#shared/mail/invitation-api.ts'
import type { InvitationRow } from '#shared/rows.ts'
import { answer, answerRows, failure, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'

const line = (text: string) =>
	page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: text })
const dialog = page.getByRole('dialog')

let count = 0
const invitation = (name: string, change: Partial<InvitationRow> = {}): InvitationRow => ({
	id: `14141414-1414-4414-8414-${String(++count).padStart(12, '0')}`,
	space_id: space.id,
	form_id: null,
	batch_id: space.id,
	email: `${name.toLowerCase()}@customers.example`,
	name,
	company: null,
	note: null,
	state: 'sent',
	failure: null,
	created_at: new Date().toISOString(),
	sent_at: new Date().toISOString(),
	reminded_at: null,
	opened_at: null,
	answered_at: null,
	expires_at: null,
	testimonial_id: null,
	...change,
})

/** Answers the list and its counts from memory. */
function answerInvitations(...rows: InvitationRow[]) {
	const server = { rows, progress: {} as Partial<InvitationProgress> }
	const change = (id: string, part: Partial<InvitationRow>) => {
		server.rows = server.rows.map((row) => (row.id === id ? { ...row, ...part } : row))
	}
	answerRows('invitations', (request) => {
		const state = new URL(request.url).searchParams.get('state')?.replace('eq.', '')
		const words = /ilike\."\*([^*]+)\*"/.exec(new URL(request.url).searchParams.get('or') ?? '')?.[1]
		return server.rows.filter(
			(row) => (!state || row.state === state) && (!words || row.name?.toLowerCase().includes(words)),
		)
	})
	answer({
		'POST /rest/v1/rpc/invitation_progress': (): InvitationProgress => ({
			states: Object.fromEntries(
				Map.groupBy(server.rows, ({ state }) => state)
					.entries()
					.map(([state, some]) => [state, some.length]),
			),
			sent_this_hour: 0,
			sent_today: 0,
			hourly: null,
			daily: null,
			next_at: null,
			put_off: 0,
			...server.progress,
		}),
		'POST /rest/v1/rpc/remind_invitation': async (request) => {
			const { invitation_id, new_email } = await request.json()
			const mended = { email: new_email, state: 'sent', failure: null } as const
			change(invitation_id, new_email ? mended : { reminded_at: new Date().toISOString() })
		},
		'POST /rest/v1/rpc/cancel_invitation': async (request) => {
			const { invitation_id } = await request.json()
			server.rows = server.rows.filter(({ id }) => id !== invitation_id)
		},
		'POST /rest/v1/rpc/erase_invitation': async (request) => {
			const { invitation_id } = await request.json()
			server.rows = server.rows.filter(({ id }) => id !== invitation_id)
		},
	})
	return server
}

beforeEach(() => page.viewport(1280, 800))

for (const width of [360, 1280])
	test(`a refused address shows the mail server’s words, and is mended and sent again, at ${width} px`, async () => {
		await page.viewport(width, 800)
		answerInvitations(
			invitation('Ines Castellanos-Featherstonehaugh', { state: 'failed', failure: 'No such mailbox here' }),
		)
		await openScreen('invitations')
		await expect.element(line('Ines')).toMatchTextContent(/Failed.*No such mailbox here/)
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
		await expectAccessible()
		await line('Ines')
			.getByRole('button', { name: /^Send again/ })
			.click()
		await expect.element(dialog).toMatchTextContent('No such mailbox here')
		await dialog.getByLabelText('E-mail').fill('ines@home')
		await userEvent.keyboard('{Enter}')
		await expect.element(dialog).toMatchTextContent('the part after @ has no ending')
		await expectAccessible()
		await dialog.getByLabelText('E-mail').fill('ines@home.example')
		await userEvent.keyboard('{Enter}')
		await expect.element(dialog).not.toBeInTheDocument()
		await expect.element(line('Ines')).toMatchTextContent('Sent today')
	})

test('a decline is shown live, and one customer is reminded once', async () => {
	const server = answerInvitations(invitation('Aurelio'), invitation('Maja Kovač'))
	await openScreen('invitations')
	await expect.element(line('Aurelio')).toMatchTextContent('Sent today')
	server.rows = server.rows.map((row) => (row.name === 'Aurelio' ? { ...row, state: 'declined' } : row))
	sendChange({ table: 'invitations', type: 'UPDATE', record: server.rows[0] as InvitationRow })
	await expect.element(line('Aurelio')).toMatchTextContent('Declined')
	await expect.element(line('Aurelio').getByRole('button')).toHaveAccessibleName('Delete the invitation of Aurelio')
	await line('Maja')
		.getByRole('button', { name: /^Ask again/ })
		.click()
	await expect.element(line('Maja')).toMatchTextContent('Reminded today, no further mail')
	await expect.element(line('Maja').getByRole('button')).toHaveAccessibleName('Delete the invitation of Maja Kovač')
	expect(sentRequests('POST /rest/v1/rpc/remind_invitation')).toHaveLength(1)
})

test('the list is searched and filtered by state, which the address keeps', async () => {
	answerInvitations(invitation('Aurelio', { state: 'declined' }), invitation('Maja Kovač'))
	await openScreen('invitations')
	await page.getByLabelText('Find in invitations').fill('kovač')
	await expect.element(line('Aurelio')).not.toBeInTheDocument()
	await expect.element(line('Maja')).toBeVisible()
	await page.getByLabelText('State').selectOptions('declined')
	await expect.element(page.getByText('Nothing matches.')).toBeVisible()
	await page.getByRole('button', { name: 'Clear the filters' }).click()
	await page.getByLabelText('State').selectOptions('declined')
	await expect.element(line('Aurelio')).toBeVisible()
	await expect.poll(() => location.search).toMatch(/state=declined/)
})

test('the queue names the operator’s limit, and one who waits is taken out of it', async () => {
	const server = answerInvitations(
		invitation('Ada'),
		invitation('Bela', { state: 'queued', sent_at: null }),
		invitation('Cyra', { state: 'queued', sent_at: null }),
	)
	server.progress = { hourly: 3, daily: 2, sent_this_hour: 2, sent_today: 2 }
	await openScreen('invitations')
	await expect.element(page.getByText(/^2 invitations wait\./)).toBeVisible()
	const waiting = line('Queued')
	await expect.element(waiting).toHaveLength(2)
	await waiting
		.first()
		.getByRole('button', { name: /^Cancel/ })
		.click()
	await expectAccessible()
	await dialog.getByRole('button', { name: 'Cancel the invitation' }).click()
	await expect.element(waiting).toHaveLength(1)
	await expect.element(page.getByRole('img', { name: '2 invitations: 1 sent, not opened and 1 queued' })).toBeVisible()
})

test('an invitation is deleted after a question, and one that was deleted elsewhere goes live', async () => {
	const server = answerInvitations(invitation('Maja Kovač'), invitation('Aurelio'))
	await openScreen('invitations')
	const remove = line('Maja').getByRole('button', { name: 'Delete the invitation of Maja Kovač' })
	await remove.click()
	await expect
		.element(dialog)
		.toMatchTextContent('Name, address, company and note of Maja Kovač are deleted here for good')
	await expectAccessible()
	await dialog.getByRole('button', { name: 'Keep it' }).click()
	await expect.element(line('Maja')).toBeVisible()
	await remove.click()
	await dialog.getByRole('button', { name: 'Delete the invitation' }).click()
	await expect.element(page.getByText('The invitation is deleted.')).toBeVisible()
	await expect.element(line('Maja')).not.toBeInTheDocument()
	const [gone] = server.rows.splice(0)
	sendChange({ table: 'invitations', type: 'DELETE', old_record: { id: gone?.id } })
	await expect.element(line('Aurelio')).not.toBeInTheDocument()
})

test('a viewer reads invitations and can change none', async () => {
	answerInvitations(invitation('Seen'))
	answerRows('forms', [])
	await openScreen('invitations', 'viewer')
	await expect.element(line('Seen')).toMatchTextContent('Sent today')
	expect(line('Seen').getByRole('button').elements()).toEqual([])
	expect(page.getByRole('link', { name: 'Ask customers' }).elements()).toEqual([])
})

test('a list that cannot be read says so and is read again on request', async () => {
	answerInvitations(invitation('Later'))
	answer({ 'GET /rest/v1/invitations': () => failure(403, '42501') })
	await openScreen('invitations')
	await expect.element(page.getByRole('alert')).toMatchTextContent('The invitations could not be read.')
	answerInvitations(invitation('Later'))
	await page.getByRole('button', { name: 'Try again' }).click()
	await expect.element(line('Later')).toBeVisible()
})
