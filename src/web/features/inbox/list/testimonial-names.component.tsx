import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { forceColours } from '#test/support/components/emulate-media.ts'
import { answerInbox } from '#test/support/components/inbox.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

const names = [
	'سلمى بنت عبد الرحمن الطويلة الاسم جدا حقا وابنة عمها الكبرى',
	'Wolfeschlegelsteinhausenbergerdorff the elder of the two',
] as const
const items = names.map((author_name) => ({ author_name }))

test('a long name is truncated at its end in either direction', async () => {
	await page.viewport(360, 740)
	answerInbox(items)
	await openScreen('inbox')
	for (const name of names) {
		const element = await page.getByRole('link', { name }).findElement()
		const range = document.createRange()
		range.setStart(element.firstChild as Node, 0)
		range.setEnd(element.firstChild as Node, 1)
		const [letter, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
		expect(element.scrollWidth, name).toBeGreaterThan(element.clientWidth)
		expect(letter.left >= box.left - 1 && letter.right <= box.right + 1, name).toBe(true)
	}
})

test('the title is the first line of the words in the list and in the detail, and walls may leave it out', async () => {
	await page.viewport(1280, 800)
	const tables = answerInbox([
		{ author_name: 'Bela', body: 'Nobody hurried me.' },
		{ author_name: 'Ada', title: 'Four bowls & <no> ashtray', body: 'Best two hours.', status: 'pending' },
	])
	await openScreen('inbox')
	const row = page.getByRole('listitem').filter({ hasText: 'Ada' })
	await expect.element(row).toMatchTextContent('Four bowls & <no> ashtray')
	expect(document.querySelectorAll('.inbox-title')).toHaveLength(1)
	await row.click()
	const heading = page.getByRole('heading', { name: 'Four bowls & <no> ashtray' })
	await expect.element(heading).toBeVisible()
	expect(heading.element().nextElementSibling?.textContent).toBe('Best two hours.')
	await expect.element(page.getByText(/walls show the title and all 3 words/)).toBeVisible()
	await page.getByRole('button', { name: 'Leave the title out' }).click()
	await expect.element(page.getByRole('button', { name: 'Show the title' })).toBeVisible()
	expect(tables.testimonials.find(({ author_name }) => author_name === 'Ada')?.shows_title).toBe(false)
})

/** Backgrounds and shadows are removed in forced colours: a selection needs a border. */
async function expectMarked(chosen: Locator, other: Locator): Promise<void> {
	await expect.element(chosen).toHaveStyle({ outlineStyle: 'solid' })
	await expect.element(other).toHaveStyle({ outlineStyle: 'none' })
}

test('the open testimonial and its view are visible in forced colours', async () => {
	await page.viewport(1280, 800)
	await forceColours()
	answerInbox(items)
	await openScreen('inbox')
	const row = (name: string) =>
		page.elementLocator(page.getByRole('link', { name }).element().closest('.inbox-row') as Element)
	await page.getByRole('link', { name: names[0] }).click()
	await expectMarked(row(names[0]), row(names[1]))
	const views = [...document.querySelectorAll('.inbox-view > button:first-child')]
	const view = (name: string) => page.elementLocator(views.find((one) => one.textContent?.includes(name)) as Element)
	await expectMarked(view('Pending'), view('Approved'))
})
