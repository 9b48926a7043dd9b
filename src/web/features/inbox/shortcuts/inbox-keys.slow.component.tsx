import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import {
	answerInbox,
	type InboxTables,
	jonas,
	listedNames,
	openedName,
	openInbox,
	statusOf,
	viewButton,
} from '#test/support/components/inbox.ts'
import { openAgain } from '#test/support/components/open-again.tsx'
import { shortcutGroups } from './shortcut-groups.ts'

/** The promise of a line of the help, and its visible effect. */
type Steps = readonly (readonly [does: string, step: () => Promise<void>])[]

const press = userEvent.keyboard
const expectOpened = (name: string) => expect.element(openedName).toMatchTextContent(name)
const openRow = (name: string) => page.getByRole('link', { name, exact: true }).click()
const selected = page.getByRole('toolbar', { name: 'Selected testimonials' })

async function expectClosing(overlay: Locator): Promise<void> {
	await expect.element(overlay).toBeVisible()
	await press('{Escape}')
	await expect.element(overlay).not.toBeInTheDocument()
}

/** Begins with Dora above Cyra and Bela, who wait, and Ada approved. */
const stepsOfList = (tables: InboxTables): Steps => {
	const expectStatus = (name: string, status: string) => expect.poll(() => statusOf(tables, name)).toBe(status)
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
				await press('{End}')
				await expectOpened('Bela')
				await press('{Home}')
				await expectOpened('Dora')
			},
		],
		[
			'Pending, Approved and the other views',
			async () => {
				const names = [/^Pending/, /^Approved/, /^Starred/, /^Archived/, /^Rejected/, /^Spam/, /^All/]
				for (const [at, name] of [...names.entries(), [0, /^Pending/] as const]) {
					await press(String(at + 1))
					await expect.element(viewButton(name)).toHaveAttribute('aria-current', 'true')
				}
				await expectOpened('Dora')
			},
		],
		[
			'Filter',
			async () => {
				await press('{Shift>}F{/Shift}')
				await expectClosing(page.getByRole('checkbox', { name: '5 stars' }))
			},
		],
		[
			'Order',
			async () => {
				await press('o')
				await page.getByRole('menuitemradio', { name: 'Longest waiting' }).click()
				await expect.poll(() => listedNames()[0]).toBe('Bela')
			},
		],
		[
			'Save this view',
			async () => {
				await press('v')
				await expectClosing(page.getByLabelText('Name of this view'))
				await press('1')
				await expect.poll(() => listedNames()[0]).toBe('Dora')
			},
		],
		[
			'Search in this view',
			async () => {
				await press('/')
				await expect.element(page.getByRole('searchbox')).toHaveFocus()
				await press('Cyra')
				await expectOpened('Cyra')
				await page.getByRole('button', { name: 'Clear the search' }).click()
				await openedName.click()
				await expect.poll(listedNames).toHaveLength(3)
			},
		],
		[
			'Search everything, run a command',
			async () => {
				await press('{Control>}k{/Control}')
				await expectClosing(page.getByRole('dialog', { name: 'Search or jump to' }))
			},
		],
		[
			'This list of keys',
			async () => {
				await press('?')
				await expectClosing(page.getByRole('dialog', { name: 'Keys for the inbox' }))
			},
		],
		[
			'Approve',
			async () => {
				await openRow('Dora')
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
				await expect.poll(listedNames).toHaveLength(4)
				await openRow('Ada')
				await expectOpened('Ada')
			},
		],
		[
			'Star',
			async () => {
				await press('s')
				await expect.element(viewButton(/^Starred/)).toMatchTextContent(/1$/)
			},
		],
		[
			'Tag',
			async () => {
				await press('t')
				await page.getByPlaceholder('Find or make a tag').fill('Gift')
				await press('{Enter}')
				await expect.element(viewButton(/^Gift/)).toMatchTextContent(/1$/)
				await expectClosing(page.getByPlaceholder('Find or make a tag'))
			},
		],
		[
			'Select',
			async () => {
				await press('x')
				await expect.element(selected).toMatchTextContent('1 selected')
			},
		],
		[
			'Select a range',
			async () => {
				await press('kk{Shift>}X{/Shift}')
				await expect.element(selected).toMatchTextContent('3 selected')
			},
		],
		[
			'Select all that are loaded',
			async () => {
				await press('*')
				await expect.element(selected).toMatchTextContent('4 selected')
			},
		],
		['Clear the selection', () => expectClosing(selected)],
		[
			'Assign to a member',
			async () => {
				await openRow('Ada')
				await expectOpened('Ada')
				await press('i')
				const field = page.getByLabelText('Assigned to')
				await expect.element(field).toHaveFocus()
				await userEvent.selectOptions(field, 'Jonas')
				await expect.element(page.getByText('Assigned to Jonas: Ada').first()).toBeInTheDocument()
				await openedName.click()
			},
		],
		[
			'Add a note',
			async () => {
				await press('n')
				const note = page.getByLabelText('Note', { exact: true })
				await expect.element(note).toHaveFocus()
				await expectClosing(note)
			},
		],
		[
			'Answer in public',
			async () => {
				await press('w')
				const box = page.getByLabelText('Your public answer')
				await expect.element(box).toHaveFocus()
				await expectClosing(box)
			},
		],
		[
			'Show only a part',
			async () => {
				await press('p')
				await expectClosing(page.getByRole('button', { name: 'End one word earlier' }))
			},
		],
		[
			'Share',
			async () => {
				await press('y')
				await expectClosing(page.getByRole('menuitem', { name: 'Copy public link' }))
			},
		],
		[
			'More: copy, spam, delete',
			async () => {
				await press('.')
				await expectClosing(page.getByRole('menu', { name: 'More' }))
			},
		],
		[
			'Add a testimonial',
			async () => {
				await press('{Shift>}A{/Shift}')
				await expectClosing(page.getByRole('dialog', { name: 'Add a testimonial' }))
			},
		],
	]
}

const named = (...names: string[]) =>
	names.map((author_name) => ({ author_name, body: `${author_name} came on time.` }))

test('each key of the help of the inbox does what the help says', async () => {
	const [ada, ...waiting] = named('Ada', 'Bela', 'Cyra', 'Dora')
	const steps = stepsOfList(answerInbox([{ ...ada, status: 'approved', is_public: true }, ...waiting]))
	const groups = shortcutGroups.filter(({ name }) => name !== 'Play')
	expect(steps.map(([does]) => does)).toEqual(groups.flatMap(({ keys }) => keys.map(({ does }) => does)))
	await openInbox('', 'owner', [jonas])
	await expectOpened('Dora')
	for (const [does, step] of steps)
		await step().catch((cause) => {
			throw new Error(`The key of “${does}” failed.`, { cause })
		})
}, 90_000)

test('Escape closes the editors of excerpt and answer, and keeps what was typed through a reload', async () => {
	const tables = answerInbox([{ author_name: 'Ada', body: 'They came on time and stayed late.' }])
	await openInbox()
	await page.getByRole('button', { name: 'Show only a part' }).click()
	await page.getByRole('button', { name: 'End one word earlier' }).click()
	await press('{Escape}')
	await expect.element(page.getByRole('button', { name: 'Show only a part' })).toBeVisible()
	await expect.element(page.getByText(/If you approve it, walls show all 7 words/)).toBeVisible()

	const box = page.getByLabelText('Your public answer')
	await page.getByRole('button', { name: 'Answer in public' }).click()
	await expectClosing(box)
	await page.getByRole('button', { name: 'Answer in public' }).click()
	await box.fill('Thank you, Ada')
	await expectClosing(box)
	await page.getByRole('button', { name: 'Continue your draft of an answer' }).click()
	await expect.element(box).toHaveValue('Thank you, Ada')

	await openAgain()
	await expect.element(box).toHaveValue('Thank you, Ada')
	await page.getByRole('button', { name: 'Save answer' }).click()
	const answer = page.getByRole('region', { name: 'Your public answer' })
	await expect.element(answer.getByText('Thank you, Ada')).toBeVisible()
	await expect.poll(() => tables.replies).toMatchObject([{ body: 'Thank you, Ada' }])
	await page.getByRole('button', { name: 'Change' }).click()
	await box.fill('Thank you, Ada, again')
	await press('{Escape}')
	await expect.element(answer.getByText('Thank you, Ada', { exact: true })).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'Continue your draft' })).toBeVisible()
})

test('T tags all selected testimonials, as A and R decide all of them', async () => {
	const tables = answerInbox(named('Ada', 'Bela', 'Cyra'))
	await openInbox()
	await expectOpened('Cyra')
	await press('xjx')
	await expect.element(selected).toMatchTextContent('2 selected')
	await press('t')
	await page.getByPlaceholder('Find or make a tag').fill('Gift')
	await press('{Enter}')
	const taggedIds = () => tables.testimonial_tags.map(({ testimonial_id }) => testimonial_id).sort()
	await expect.poll(taggedIds).toEqual([tables.testimonials[1]?.id, tables.testimonials[2]?.id])
	await expectClosing(page.getByPlaceholder('Find or make a tag'))
	await expect.element(selected).toMatchTextContent('2 selected')
})

test('a quick row of steps opens the last testimonial, and a key after it acts on that one', async () => {
	const tables = answerInbox(named('Ada', 'Bela', 'Cyra', 'Dora', 'Esra', 'Fern'))
	await openInbox()
	await expectOpened('Fern')
	await press('jjjjkjx')
	// Letters that follow the key of the picker decide nothing, even before its field is there.
	await press('tar')
	await expect.element(page.getByPlaceholder('Find or make a tag')).toHaveFocus()
	await press('{Escape}')
	expect(tables.testimonials.every(({ status }) => status === 'pending')).toBe(true)
	await expectOpened('Bela')
	await expect.element(selected).toMatchTextContent('1 selected')
	await press('xkkjja')
	await expect.poll(() => statusOf(tables, 'Bela')).toBe('approved')
	await expectOpened('Ada')
})
