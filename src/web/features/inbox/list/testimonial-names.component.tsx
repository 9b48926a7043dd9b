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
