import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { answerInbox, openInbox } from '#test/support/components/inbox.ts'
import { openAgain } from '#test/support/components/open-again.tsx'
import { person, space } from '#test/support/components/open-screen.tsx'

const id = '77777777-7777-4777-8777-777777777777'
const summary = {
	total: 4971,
	actions: { approve: 4971, reject: 4971, archive: 0, restore: 0 },
	ratings: { 5: 3612, 1: 201, none: 1158 },
	sources: { import: 4966, form: 5 },
	consents: { public: 4970, private: 1 },
	languages: { en: 4360, de: 611 },
	mails: 4,
	walls: ['Homepage wall'],
}
const job = {
	id,
	action: 'approve',
	value: null,
	state: 'running',
	problem: null,
	total: 4971,
	done: 3150,
	changed: 3150,
	left_alone: 0,
	undo_done: 0,
	restored: 0,
	undo_until: '2026-11-30T12:00:00+00:00',
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const bodyOf = async (route: string) => (await sentRequests(route).at(-1)?.clone().json()) as unknown

async function selectLoaded(): Promise<void> {
	answerInbox(Array.from({ length: 60 }, (_, at) => ({ author_name: `Ada ${at}`, kind: 'text' as const })))
	answer({ 'POST /functions/v1/bulk-summary': () => summary })
	await openInbox()
	await expect.element(page.getByRole('heading', { name: /^Pending/ })).toBeVisible()
	await expect.element(page.getByRole('link', { name: /^Ada 59/ })).toBeVisible()
	await userEvent.keyboard('*')
	await expect.element(page.getByText(/loaded are selected/)).toBeVisible()
}

test('all in the view are selected, asked about with their effects, approved, and undone', async () => {
	await selectLoaded()
	await button('Select all 4,971 in this view').first().click()
	await expect.element(page.getByRole('heading', { name: '4,971 testimonials are selected' })).toBeVisible()
	await expect.element(page.getByText('1 private: can be approved, and is never shown')).toBeVisible()

	await userEvent.keyboard('a')
	const dialog = page.getByRole('dialog', { name: 'Approve 4,971 testimonials' })
	await expect.element(dialog).toBeVisible()
	await expect.element(dialog.getByText('They may show on Homepage wall from now on.')).toBeVisible()
	await expect.element(dialog.getByText('Every rating is among them, also 201 with one star.')).toBeVisible()
	await expect.element(dialog.getByText('1 is private and stays unseen.')).toBeVisible()
	await expect.element(dialog.getByText(/^4 people hear by mail/)).toBeVisible()

	let row: object = job
	answerRows('bulk_jobs', () => [row])
	answer({ 'POST /functions/v1/bulk': () => Response.json({ id, count: 4971 }, { status: 202 }) })
	await dialog.getByRole('button', { name: 'Approve 4,971' }).click()
	await expect.element(page.getByText('Approving, 3,150 of 4,971')).toBeVisible()
	expect(await bodyOf('POST /functions/v1/bulk')).toMatchObject({ filter: { view: 'pending' }, action: 'approve' })

	answer({
		'POST /rest/v1/rpc/bulk_left_alone': () => [
			{
				testimonial_id: id,
				author_name: 'Hui-Min Tan',
				body: 'My tea tastes of less.',
				status: 'rejected',
				kind: 'rejected',
				actor: null,
			},
		],
	})
	row = { ...job, state: 'finished', done: 4971, changed: 4970, left_alone: 1 }
	await expect.element(page.getByRole('heading', { name: '4,970 approved' })).toBeVisible()
	await expect.element(page.getByText('Rejected by somebody')).toBeVisible()
	await expect.element(page.getByText('1 changed meanwhile and was left alone.').first()).toBeVisible()
	expect(
		page
			.getByRole('region', { name: /^Messages/ })
			.getByRole('listitem')
			.elements(),
	).toHaveLength(0)

	answer({ [`POST /functions/v1/bulk/${id}/undo`]: () => Response.json({ id, count: 4970 }, { status: 202 }) })
	row = { ...job, state: 'undone', undo_done: 4970, restored: 4970, undo_until: null }
	await userEvent.keyboard('z')
	await expect.element(page.getByRole('heading', { name: '4,970 put back' })).toBeVisible()
	expect(sentRequests(`POST /functions/v1/bulk/${id}/undo`)).toHaveLength(1)
	await button('Close').click()
	await expect.element(page.getByText('4,970 put back.')).not.toBeInTheDocument()
})

test('a refused action keeps the dialog and says why, and one without a match says so', async () => {
	await selectLoaded()
	await button('Select all 4,971 in this view').first().click()
	await button('Reject R').click()
	answer({
		'POST /functions/v1/bulk': () =>
			Response.json(
				{ error: { code: 'conflict', message: 'Five actions of this space are running.' } },
				{ status: 409 },
			),
	})
	await button('Reject 4,971').click()
	await expect.element(page.getByRole('alert')).toMatchTextContent(/Five actions/)
	answer({ 'POST /functions/v1/bulk': () => Response.json({ id, count: 0 }, { status: 202 }) })
	await button('Reject 4,971').click()
	await expect.element(page.getByText('Nothing in this view needed it any more.')).toBeVisible()
})

test('a step back leaves the loaded ones selected, and a tag is chosen for the whole view', async () => {
	await selectLoaded()
	await button('Select all 4,971 in this view').first().click()
	await button('Only the 50 loaded').click()
	await expect.element(page.getByText('50 selected')).toBeVisible()
	await button('Select all 4,971 in this view').first().click()
	await userEvent.keyboard('t')
	await expect.element(button('Tag 4,971')).toBeDisabled()
})

test('a reload keeps the bar of an action that runs, Stop here keeps what is done, and Close is for good', async () => {
	answerInbox([{ author_name: 'Ada' }])
	let row: object = job
	answerRows('bulk_jobs', () => [row])
	await openInbox()
	await expect.element(page.getByText('Approving, 3,150 of 4,971')).toBeVisible()
	const asked = new URL(sentRequests('GET /rest/v1/bulk_jobs')[0]?.url ?? '').searchParams
	expect(asked.get('space_id')).toBe(`eq.${space.id}`)
	expect(asked.get('created_by')).toBe(`eq.${person.id}`)
	expect(asked.get('or')).toMatch(/^\(state\.in\.\(queued,running,undoing\),undo_until\.gt\./)
	const bar = page.getByRole('region', { name: 'Action on the whole view' })
	const box = () => bar.element().getBoundingClientRect()
	expect(box().right).toBe(window.innerWidth)
	expect(box().left).toBe(204)

	answer({
		[`POST /functions/v1/bulk/${id}/stop`]: () => {
			row = { ...job, state: 'stopped' }
			return Response.json({ id, count: 3150 }, { status: 202 })
		},
	})
	await button('Stop here').click()
	await expect.element(bar.getByText(/Stopped: 1,821 stay as they were\./)).toBeVisible()
	await expect.element(bar.getByText(/^3,150 approved\./).first()).toBeVisible()
	expect(sentRequests(`POST /functions/v1/bulk/${id}/stop`)).toHaveLength(1)
	await openAgain()
	await expect.element(bar.getByRole('button', { name: /^Undo/ })).toBeVisible()
	await button('Close').click()
	await openAgain()
	await expect.element(page.getByRole('link', { name: /^Ada/ })).toBeVisible()
	await expect.element(bar).not.toBeInTheDocument()
})
