import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerRows } from '#test/support/components/answers.ts'
import { answerForm } from '#test/support/components/form-answers.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'
import { recordNotifications } from '#test/support/components/recorded-notifications.ts'
import { createSampleItem } from '#web/features/inbox/data/sample-item.ts'

const spaceId = space.id

/** The pending testimonials of the server; a row that is added arrives live. */
function answerPending() {
	const rows: ReturnType<typeof createSampleItem>[] = []
	answerRows('testimonials', () => rows)
	return {
		arrive(change: Parameters<typeof createSampleItem>[2] = {}) {
			const row = createSampleItem(crypto.randomUUID(), 10, { space_id: spaceId, ...change })
			if (row.spam_state === 'clean') rows.push(row)
			sendChange({ table: 'testimonials', type: 'INSERT', record: row })
		},
		decide() {
			const row = rows.pop()
			sendChange({ table: 'testimonials', type: 'UPDATE', record: { ...row, status: 'rejected' } })
		},
	}
}

beforeEach(() => page.viewport(1280, 800))

test('the title of every screen counts the pending ones, live, until the count is switched off', async () => {
	const server = answerPending()
	answerForm()
	await openScreen('forms')
	await page.getByRole('heading', { level: 1 }).findElement()
	await expect.poll(() => document.title).toMatch(/^Forms/)
	server.arrive()
	await expect.poll(() => document.title).toMatch(/^\(1\) Forms/)
	server.arrive()
	await expect.poll(() => document.title).toMatch(/^\(2\) Forms/)
	server.decide()
	server.decide()
	await expect.poll(() => document.title).toMatch(/^Forms/)
	server.arrive()
	await page.getByRole('link', { name: 'Space', exact: true }).click()
	await page.getByRole('link', { name: 'Notifications' }).click()
	await expect.poll(() => document.title).toMatch(/^\(1\) Notifications/)
	await page.getByRole('switch', { name: /Count of pending/ }).click()
	await expect.poll(() => document.title).toMatch(/^Notifications/)
})

test('notifications are asked for on a click alone, and come one for several and none for spam', async () => {
	const recorded = recordNotifications('granted')
	const server = answerPending()
	await openScreen('space/notifications')
	await page.getByRole('heading', { level: 1 }).findElement()
	server.arrive()
	await expect.poll(() => document.title).toMatch(/^\(1\)/)
	expect(recorded).toEqual({ asked: 0, shown: [] })

	await page.getByRole('switch', { name: /A notification for each/ }).click()
	expect(recorded.asked).toBe(1)
	await page.getByRole('switch', { name: /Show the name/ }).click()
	server.arrive({ author_name: 'Ines', body: 'The bowl sings when it is full.' })
	await expect.poll(() => recorded.shown, { timeout: 5000 }).toHaveLength(1)
	expect(recorded.shown[0]).toMatchObject({
		title: 'Ines wrote about Bakery',
		body: 'The bowl sings when it is full.',
	})
	server.arrive({ author_name: 'Bot', spam_state: 'spam' })
	for (const author_name of ['Ada', 'Bela', 'Cyra']) server.arrive({ author_name })
	await expect.poll(() => recorded.shown, { timeout: 5000 }).toHaveLength(2)
	expect(recorded.shown[1]?.title).toBe('3 new testimonials for Bakery')
})
