import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/fixtures.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

/** What a line of the help promises, and how it is seen. */
export type Steps = readonly (readonly [does: string, step: () => Promise<void>])[]

export const opened = (page: Page) => page.locator('.inbox-by h2')

/** The keys of the list and of the open testimonial, beginning with Dora above Cyra and Bela, who wait, and Ada approved. */
export function keysOfList(page: Page, space: TestSpace, colleague: string): Steps {
	const press = (...keys: string[]) =>
		keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
	const view = (name: RegExp) => page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name })
	const open = (name: string) => page.locator('.inbox-who', { hasText: name }).click()
	const expectOpened = (name: string) => expect(opened(page)).toHaveText(name)
	const expectStatus = (name: string, status: string) =>
		expect
			.poll(async () => {
				const { data } = await space.client
					.from('testimonials')
					.select('status')
					.eq('space_id', space.spaceId)
					.eq('author_name', name)
					.single()
					.throwOnError()
				return data.status
			})
			.toBe(status)
	const selected = page.getByRole('toolbar', { name: 'Selected testimonials' })
	const closes = async (what: ReturnType<Page['locator']>) => {
		await expect(what).toBeVisible()
		await press('Escape')
		await expect(what).toBeHidden()
	}
	return [
		[
			'Next, previous',
			async () => {
				await press('j')
				await expectOpened('Cyra')
				await press('k')
				await expectOpened('Dora')
			},
		],
		[
			'First, last of the whole list',
			async () => {
				await press('End')
				await expectOpened('Bela')
				await press('Home')
				await expectOpened('Dora')
			},
		],
		[
			'Pending, Approved and the other views',
			async () => {
				const names = [/^Pending/, /^Approved/, /^Starred/, /^Archived/, /^Rejected/, /^Spam/, /^All/]
				for (const [at, name] of [...names.entries(), [0, /^Pending/] as const]) {
					await press(String(at + 1))
					await expect(view(name)).toHaveAttribute('aria-current', 'true')
				}
				await expectOpened('Dora')
			},
		],
		[
			'Filter',
			async () => {
				await press('Shift+F')
				await closes(page.getByRole('checkbox', { name: '5 stars' }))
			},
		],
		[
			'Order',
			async () => {
				await press('o')
				await page.getByRole('menuitemradio', { name: 'Longest waiting' }).click()
				await expect(page.locator('.inbox-who').first()).toHaveText('Bela')
			},
		],
		[
			'Save this view',
			async () => {
				await press('v')
				await closes(page.getByLabel('Name of this view'))
				await press('1')
				await expect(page.locator('.inbox-who').first()).toHaveText('Dora')
			},
		],
		[
			'Search in this view',
			async () => {
				await press('/')
				const field = page.getByLabel('Search words, answers, people and addresses')
				await expect(field).toBeFocused()
				await page.keyboard.type('Cyra')
				await expectOpened('Cyra')
				await page.getByRole('button', { name: 'Clear the search' }).click()
				await opened(page).click()
				await expect(page.locator('.inbox-who')).toHaveCount(3)
			},
		],
		[
			'Search everything, run a command',
			async () => {
				await press('Control+k')
				await closes(page.getByRole('dialog', { name: 'Search or jump to' }))
			},
		],
		[
			'This list of keys',
			async () => {
				await press('?')
				await closes(page.getByRole('dialog', { name: 'Keys for the inbox' }))
			},
		],
		[
			'Approve',
			async () => {
				await open('Dora')
				await expectOpened('Dora')
				await press('a')
				await expectStatus('Dora', 'approved')
			},
		],
		[
			'Reject',
			async () => {
				await expectOpened('Cyra')
				await press('r')
				await expectStatus('Cyra', 'rejected')
			},
		],
		[
			'Archive',
			async () => {
				await press('2')
				await expectOpened('Dora')
				await press('e')
				await expectStatus('Dora', 'archived')
			},
		],
		[
			'Back to pending',
			async () => {
				await press('5')
				await expectOpened('Cyra')
				await press('b')
				await expectStatus('Cyra', 'pending')
			},
		],
		[
			'Undo',
			async () => {
				await press('z')
				await expectStatus('Cyra', 'rejected')
				await press('7')
				await expect(page.locator('.inbox-who')).toHaveCount(4)
				await open('Ada')
				await expectOpened('Ada')
			},
		],
		[
			'Star',
			async () => {
				await press('s')
				await expect(view(/^Starred/)).toHaveText(/1$/)
			},
		],
		[
			'Tag',
			async () => {
				await press('t')
				await page.getByPlaceholder('Find or make a tag').fill('Gift')
				await press('Enter')
				await expect(view(/^Gift/)).toHaveText(/1$/)
				await closes(page.getByPlaceholder('Find or make a tag'))
			},
		],
		[
			'Select',
			async () => {
				await press('x')
				await expect(selected).toContainText('1 selected')
			},
		],
		[
			'Select a range',
			async () => {
				await press('k', 'k', 'Shift+X')
				await expect(selected).toContainText('3 selected')
			},
		],
		[
			'Select all that are loaded',
			async () => {
				await press('*')
				await expect(selected).toContainText('4 selected')
			},
		],
		['Clear the selection', () => closes(selected)],
		[
			'Assign to a member',
			async () => {
				await open('Ada')
				await expectOpened('Ada')
				await press('i')
				const field = page.getByLabel('Assigned to')
				await expect(field).toBeFocused()
				await field.selectOption({ label: colleague })
				await expect(page.getByText(`Assigned to ${colleague}: Ada`).first()).toBeVisible()
				await opened(page).click()
			},
		],
		[
			'Add a note',
			async () => {
				await press('n')
				const note = page.getByLabel('Note', { exact: true })
				await expect(note).toBeFocused()
				await closes(note)
			},
		],
		[
			'Answer in public',
			async () => {
				await press('w')
				const answer = page.getByLabel('Your public answer')
				await expect(answer).toBeFocused()
				await closes(answer)
			},
		],
		[
			'Show only a part',
			async () => {
				await press('p')
				await closes(page.getByRole('button', { name: 'End one word earlier' }))
			},
		],
		[
			'Share',
			async () => {
				await press('y')
				await closes(page.getByRole('menuitem', { name: 'Copy public link' }))
			},
		],
		[
			'More: copy, spam, delete',
			async () => {
				await press('.')
				await closes(page.getByRole('menu', { name: 'More' }))
			},
		],
		[
			'Add a testimonial',
			async () => {
				await press('Shift+A')
				await closes(page.getByRole('dialog', { name: 'Add a testimonial' }))
			},
		],
	]
}
