import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerInbox, listedNames, openInbox, viewButton } from '#test/support/components/inbox.ts'
import { openAgain } from '#test/support/components/open-again.tsx'
import { person, space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'

const rows = () => [
	{ author_name: 'Ada', rating: 5 },
	{ author_name: 'Bela', rating: 2 },
]
const fiveStars = viewButton(/^Five stars/)

test('a view is saved for everyone with its filters and its order, deleted, and brought back', async () => {
	const tables = answerInbox(rows())
	await openInbox('?rating=5&sort=oldest')
	await expect.poll(listedNames).toEqual(['Ada'])
	await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Save this view' }).click()
	await page.getByLabelText('Name of this view').fill('Five stars')
	await page.getByText('Everyone here').click()
	await expectAccessible()
	await page.getByRole('button', { name: 'Save view' }).click()
	await expect.element(fiveStars).toHaveAttribute('aria-current', 'true')
	await expect
		.poll(() => tables.saved_views)
		.toMatchObject([
			{ name: 'Five stars', user_id: null, space_id: space.id, filter: { ratings: ['5'], sort: 'oldest' } },
		])

	await fiveStars.hover()
	await page.getByRole('button', { name: 'Delete the view Five stars' }).click()
	await expect.element(fiveStars).not.toBeInTheDocument()
	await expect.poll(() => tables.saved_views).toEqual([])
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect.element(fiveStars).toBeVisible()
	await expect.poll(() => tables.saved_views).toMatchObject([{ name: 'Five stars', user_id: null }])
})

test('a view that another member saves or deletes comes and goes by itself, and opens with its filters', async () => {
	const tables = answerInbox(rows())
	await openInbox()
	await expect.poll(listedNames).toEqual(['Bela', 'Ada'])
	const view = {
		id: '44444444-4444-4444-8444-444444444444',
		space_id: space.id,
		user_id: null,
		name: 'Five stars',
		filter: { view: 'pending', ratings: ['5'], sort: 'oldest' },
		created_at: space.created_at,
	}
	tables.saved_views.push(view)
	sendChange({ table: 'saved_views', type: 'INSERT', record: view })
	await fiveStars.click()
	await expect.poll(listedNames).toEqual(['Ada'])
	expect(window.location.search).toMatch(/rating=5.*sort=oldest/)
	tables.saved_views.length = 0
	sendChange({ table: 'saved_views', type: 'DELETE', old_record: { id: view.id } })
	await expect.element(fiveStars).not.toBeInTheDocument()
})

test('views that were kept in the browser move to the server once', async () => {
	const tables = answerInbox(rows())
	const kept = [{ id: '1', name: 'Kept here', filter: { view: 'approved' } }]
	localStorage.setItem(`plaudit-views-${space.id}`, JSON.stringify(kept))
	await openInbox()
	await expect.element(viewButton(/^Kept here/)).toBeVisible()
	await openAgain()
	await expect.element(viewButton(/^Kept here/)).toBeVisible()
	await expect.poll(() => tables.saved_views).toMatchObject([{ name: 'Kept here', user_id: person.id }])
})

test('a view is saved as the list is filtered, even if the views do not show that yet', async () => {
	const tables = answerInbox(rows())
	await openInbox('?rating=5')
	await expect.poll(listedNames).toEqual(['Ada'])
	await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Save this view' }).click()
	await page.getByLabelText('Name of this view').fill('Approved')
	const save = page.getByRole('button', { name: 'Save view' }).element() as HTMLElement
	;(viewButton(/^Approved/).element() as HTMLElement).click()
	// The list is drawn in a microtask, and the views later.
	await Promise.resolve()
	save.click()
	await expect.poll(() => tables.saved_views).toMatchObject([{ filter: { view: 'approved', ratings: [] } }])
})
