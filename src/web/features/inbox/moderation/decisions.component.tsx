import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { holdAnswers } from '#test/support/components/hold-answers.ts'
import {
	answerInbox,
	type InboxTables,
	idAt,
	listedNames,
	openedName,
	openInbox,
	statusOf,
	viewButton,
} from '#test/support/components/inbox.ts'

const press = userEvent.keyboard
const named = (...names: string[]) => names.map((author_name) => ({ author_name }))
const expectOpened = (name: string) => expect.element(openedName).toHaveTextContent(name)
const expectStatus = (tables: InboxTables, name: string, status: string) =>
	expect.poll(() => statusOf(tables, name)).toBe(status)
const messages = page.getByRole('region', { name: /^Messages/ })
const isCount = ({ url }: Request) => new URL(url).pathname.endsWith('/rpc/testimonial_counts')
const isReadById = ({ method, url }: Request) =>
	method === 'GET' && new URL(url).searchParams.get('id')?.startsWith('in.') === true

test('one testimonial takes every transition by shortcuts and buttons, and each is undone', async () => {
	const tables = answerInbox(named('Ada', 'Bela', 'Cyra'))
	// The counts are computed before the first decision and arrive after it.
	const counts = holdAnswers(isCount)
	await openInbox()
	await expectOpened('Cyra')
	await expect.poll(counts.count).toBeGreaterThan(0)

	await press('e')
	await expect.element(page.getByText(/Only approved ones are archived\./)).toBeVisible()

	await press('a')
	await expectOpened('Bela')
	expect(listedNames()).toEqual(['Bela', 'Ada'])
	await expectStatus(tables, 'Cyra', 'approved')
	expect(statusOf(tables, 'Bela')).toBe('pending')
	counts.release()
	await expect.element(viewButton(/^Approved/)).toMatchTextContent(/1$/)
	await press('z')
	await expectOpened('Cyra')
	expect(listedNames()).toEqual(['Cyra', 'Bela', 'Ada'])
	await expectStatus(tables, 'Cyra', 'pending')

	await press('r')
	await expectOpened('Bela')
	await viewButton(/^Rejected/).click()
	await expectOpened('Cyra')
	await page
		.getByRole('button', { name: /^Restore/ })
		.first()
		.click()
	await expect.element(page.getByText('Nothing is rejected.')).toBeVisible()
	await expectStatus(tables, 'Cyra', 'pending')

	await viewButton(/^Pending/).click()
	await expectOpened('Cyra')
	await press('a')
	await viewButton(/^Approved/).click()
	await expectOpened('Cyra')
	await press('e')
	await expectStatus(tables, 'Cyra', 'archived')
	await viewButton(/^Archived/).click()
	await page
		.getByRole('button', { name: /^Bring back/ })
		.first()
		.click()
	await expectStatus(tables, 'Cyra', 'approved')
	await press('z')
	await expectStatus(tables, 'Cyra', 'archived')
	expect([statusOf(tables, 'Ada'), statusOf(tables, 'Bela')]).toEqual(['pending', 'pending'])
})

test('a button that is pressed again before the screen shows its change takes the change back', async () => {
	const tables = answerInbox(named('Ada'))
	await openInbox()
	await expectOpened('Ada')
	const bar = page.getByRole('toolbar', { name: 'This testimonial' })
	const star = bar.getByRole('button', { name: 'Star' }).element() as HTMLElement
	// All presses are one task, so that nothing is drawn in between.
	star.click()
	star.click()
	await expect.poll(() => sentRequests('PATCH /rest/v1/testimonials')).toHaveLength(2)
	await expect.poll(() => tables.testimonials[0]?.is_pinned).toBe(false)
	await press('z')
	await expect.poll(() => tables.testimonials[0]?.is_pinned).toBe(true)
})

test('Next that is pressed twice before the testimonial is drawn goes two further', async () => {
	answerInbox(named('Ada', 'Bela', 'Cyra'))
	await openInbox()
	await expectOpened('Cyra')
	const next = page.getByRole('button', { name: 'Next testimonial' }).element() as HTMLElement
	next.click()
	// The list is drawn in a microtask, and the testimonial later.
	await Promise.resolve()
	next.click()
	await expectOpened('Ada')
})

test('a response that was in flight during a decision does not revert it', async () => {
	const tables = answerInbox(named('Ada', 'Bela', 'Cyra'))
	await openInbox()
	await expectOpened('Cyra')
	// The response after the first decision is late, and the one after the second never comes.
	const first = holdAnswers(isReadById)
	await press('a')
	await expectOpened('Bela')
	await first.asked
	const second = holdAnswers(isReadById)
	await press('z')
	await expectStatus(tables, 'Cyra', 'pending')
	await second.asked
	first.release()
	await expect.poll(listedNames).toContain('Cyra')
	await press('r')
	await expectOpened('Bela')
	await expectStatus(tables, 'Cyra', 'rejected')
	second.release()
})

test('several are selected by X and decided at once, and one Z undoes all of them', async () => {
	const tables = answerInbox(named('Ada', 'Bela', 'Cyra', 'Dora'))
	await openInbox()
	await expect.poll(listedNames).toHaveLength(4)
	await expectOpened('Dora')
	await press('xjj{Shift>}X{/Shift}')
	const bar = page.getByRole('toolbar', { name: 'Selected testimonials' })
	await expect.element(bar).toMatchTextContent('3 selected')
	await press('a')
	await expect.poll(listedNames).toEqual(['Ada'])
	const statuses = () => tables.testimonials.map(({ status }) => status)
	await expect.poll(statuses).toEqual(['pending', 'approved', 'approved', 'approved'])
	expect(sentRequests('PATCH /rest/v1/testimonials')).toHaveLength(1)
	await press('z')
	await expect.poll(listedNames).toHaveLength(4)
	await expect.poll(statuses).toEqual(['pending', 'pending', 'pending', 'pending'])
	await press('x')
	await expect.element(bar).toBeVisible()
	await press('{Escape}')
	await expect.element(bar).not.toBeInTheDocument()
})

for (const [device, width] of [
	['a desktop', 1280],
	['a phone with the testimonial open', 390],
] as const)
	test(`on ${device} a decision is said in one place, with its undo, and once to a screen reader`, async () => {
		const tables = answerInbox([{ author_name: 'Ada', consents: [] }, { author_name: 'Bela' }])
		await page.viewport(width, 800)
		await openInbox(`?t=${idAt(1)}`)
		await expectOpened('Ada')
		await press('a')
		await expectStatus(tables, 'Ada', 'approved')
		const said = () =>
			[...document.querySelectorAll('.inbox-decided, [data-sonner-toast], [aria-live]:not(:empty)')]
				.filter((one) => one.textContent?.includes('Approved Ada'))
				.map((one) => (one.checkVisibility() && one.getBoundingClientRect().width > 1 ? 'seen' : 'heard'))
				.sort()
		await expect.poll(() => new Set(said())).toEqual(new Set(['seen', 'heard']))
		const shown = page.getByText('Approved Ada. It stays private: its author did not agree to publishing.')
		expect(shown.elements().filter((one) => one.closest('.inbox-decided')?.checkVisibility())).toHaveLength(1)
		expect(messages.getByRole('listitem').elements()).toHaveLength(0)
		const undo = [...document.querySelectorAll<HTMLElement>('.inbox-decided button')].filter((one) =>
			one.checkVisibility(),
		)
		expect(undo).toHaveLength(1)
		undo[0]?.click()
		await expectStatus(tables, 'Ada', 'pending')
		await page.viewport(1280, 800)
	})

test('a decision that the server could not save is no longer announced as saved, and can be tried again', async () => {
	const tables = answerInbox(named('Rosalind'))
	await openInbox()
	await expectOpened('Rosalind')
	const path = 'PATCH /rest/v1/testimonials'
	answer({ [path]: () => Response.json({ code: '42501', message: 'permission denied' }, { status: 403 }) })
	await press('a')
	await expect.element(messages.getByText(/^Not saved: Approved Rosalind\./)).toBeVisible()
	await expect.element(messages.getByText(/^Approved Rosalind/)).not.toBeInTheDocument()
	await expectOpened('Rosalind')
	answer({
		[path]: () => {
			for (const row of tables.testimonials) row.status = 'approved'
			return tables.testimonials.map(({ id }) => ({ id }))
		},
	})
	await page.getByRole('button', { name: 'Try again' }).click()
	await expectStatus(tables, 'Rosalind', 'approved')
	await expect.poll(listedNames).toEqual([])
})

test('a viewer reads the inbox, decides nothing, and is offered no dialog for another testimonial', async () => {
	const tables = answerInbox(named('Ada'))
	await openInbox('?add=true', 'viewer')
	await expectOpened('Ada')
	await press('a')
	await expect.element(page.getByText(/^You may read this space but not decide in it\./)).toBeVisible()
	expect(statusOf(tables, 'Ada')).toBe('pending')
	await expect.element(page.getByRole('button', { name: 'Add a testimonial' })).not.toBeInTheDocument()
	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
