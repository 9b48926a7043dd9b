import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { WallItem } from '#shared/wall/wall.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'
import { answerWall, wallRow } from '#test/support/components/wall-answers.ts'
import { plainItems } from '#web/public/wall/sample-items.ts'

// A screen that is left stores its draft, which the answers of its own test take.
afterEach(() => cleanup())

/** Published testimonials of "Person 1" and others, the first of which was approved last. */
const people = (count: number): WallItem[] =>
	Array.from({ length: count }, (_, at) => {
		const item = plainItems[0] as WallItem
		const number = at + 1
		return {
			...item,
			id: `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`,
			text: `Words of number ${number}.`,
			author: { ...item.author, name: `Person ${number} of many` },
		}
	})

/** Opens the order of a wall on which the first of so many testimonials are placed. */
async function openOrder(count: number, placed: number) {
	const items = people(count)
	const state = answerWall({ items, placed: items.slice(0, placed).map(({ id }) => id) })
	const screen = await openScreen(`walls/${wallRow.id}`)
	await page.getByRole('button', { name: 'Order', exact: true }).click()
	await expect.poll(() => names().length).toBeGreaterThan(0)
	await expect.poll(() => names()).not.toContain('…')
	return { state, screen }
}

const rows = () => [...document.querySelectorAll<HTMLElement>('.order-list li')].sort(byPlace)
const byPlace = (one: Element, other: Element) =>
	Number(one.getAttribute('aria-posinset')) - Number(other.getAttribute('aria-posinset'))
const names = () => rows().map((row) => row.querySelector('b')?.textContent)
const persons = (...numbers: number[]) => numbers.map((number) => `Person ${number} of many`)
const position = (person: number) => page.getByLabelText(new RegExp(`^Position of Person ${person} of many,`))
const control = (name: string) => page.getByRole('button', { name, exact: true })

async function place(person: number, text: string): Promise<void> {
	await position(person).fill(text)
	await userEvent.keyboard('{Enter}')
}

/** True when the list shows the row of a person, and not only its scrolled-away edge. */
const isInView = (person: number) => {
	const list = document.querySelector('.order-list')?.getBoundingClientRect()
	const field = position(person).element().getBoundingClientRect()
	return list !== undefined && field.top >= list.top && field.bottom <= list.bottom
}

test('testimonials are ordered by number, by keys and by buttons, and the order is kept as a draft', async () => {
	const { state } = await openOrder(4, 3)
	expect(names()).toEqual(persons(1, 2, 3))
	await expectAccessible()
	await place(3, '1')
	await expect.poll(names).toEqual(persons(3, 1, 2))
	await place(3, '900')
	await expect.poll(names).toEqual(persons(1, 2, 3))
	await place(2, 'two')
	await expect.element(position(2)).toHaveValue('2')
	await userEvent.keyboard('{Alt>}{Home}{/Alt}')
	await expect.poll(names).toEqual(persons(2, 1, 3))
	await control('Move Person 2 of many to the bottom').click()
	await expect.poll(names).toEqual(persons(1, 3, 2))
	await control('Place Person 4 of many by hand').click()
	await expect.poll(names).toEqual(persons(1, 3, 2, 4))
	await page.getByRole('button', { name: 'Done' }).click()
	await expect.element(page.getByText(/^Kept as a draft: one change since/)).toBeVisible()
	const fixed = [1, 3, 2, 4].map((number) => people(number).at(-1)?.id)
	await expect.poll(() => state.draft?.mine.fixed).toEqual(fixed)
})

test('on a phone each control of a row is large enough for a finger and stays in its row', async () => {
	await page.viewport(360, 740)
	const { screen } = await openOrder(4, 4)
	await expectAccessible()
	const [row] = rows()
	const frame = row?.getBoundingClientRect()
	for (const element of row?.querySelectorAll('button, input') ?? []) {
		const box = element.getBoundingClientRect()
		const name = element.getAttribute('aria-label') ?? ''
		expect.soft(box.width, name).toBeGreaterThanOrEqual(44)
		expect.soft(box.height, name).toBeGreaterThanOrEqual(44)
		expect.soft(box.bottom, name).toBeLessThanOrEqual(frame?.bottom ?? 0)
		expect.soft(box.top, name).toBeGreaterThanOrEqual(frame?.top ?? 0)
	}
	const dialog = page.getByRole('dialog').element()
	expect(dialog.scrollWidth - dialog.clientWidth).toBe(0)

	await control('Move Person 1 of many down').click()
	await expect.poll(names).toEqual(persons(2, 1, 3, 4))
	await control('Move Person 4 of many to the top').click()
	await expect.poll(names).toEqual(persons(4, 2, 1, 3))
	await control('Take Person 2 of many out of the order').click()
	await expect.poll(names).toEqual(persons(4, 1, 3))
	await page.getByRole('button', { name: 'Done' }).click()
	await screen.unmount()
	await openScreen(`walls/${wallRow.id}`)
	await page.getByRole('button', { name: 'Order', exact: true }).click()
	await expect.poll(names).toEqual(persons(4, 1, 3))
	await page.viewport(1280, 800)
})

test('thousands of testimonials are ordered by number and keys, with few rows on the page and the focus on the moved one', async () => {
	await openOrder(2000, 1999)
	await expect.element(page.getByText(/^1,999 are placed\./)).toBeVisible()
	expect(rows().length).toBeLessThan(30)
	await expectAccessible()

	// The row moves to a number far below, and the focus goes with it.
	await place(2, '1500')
	await expect.element(position(2)).toHaveValue('1500')
	await expect.element(position(2)).toHaveFocus()
	expect(isInView(2)).toBe(true)
	await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
	await expect.element(position(2)).toHaveValue('1501')
	await expect.element(position(2)).toHaveFocus()
	await userEvent.keyboard('{Alt>}{End}{/Alt}')
	await expect.element(position(2)).toHaveValue('1999')
	expect(isInView(2)).toBe(true)
	await userEvent.keyboard('{Alt>}{Home}{/Alt}')
	await expect.poll(() => names()[0]).toBe('Person 2 of many')
	await expect.element(position(2)).toHaveFocus()

	// Taking out leaves the focus on the next one.
	await control('Take Person 2 of many out of the order').click()
	await expect.element(control('Take Person 1 of many out of the order')).toHaveFocus()
	await expect.element(page.getByText(/^1,998 are placed\./)).toBeVisible()
})

test('a search among thousands leads to what is placed, and places what is not', async () => {
	await openOrder(2000, 1999)
	const search = page.getByLabelText('Add or find a published testimonial')
	await search.fill('number 1234')
	await control('Go to no. 1234').click()
	await expect.element(position(1234)).toHaveFocus()
	expect(isInView(1234)).toBe(true)
	await search.fill('Person 2000 of')
	await control('Place Person 2000 of many by hand').click()
	await expect.element(position(2000)).toHaveValue('2000')
	await search.fill('50% "no", (nothing) \\ *')
	await expect.element(page.getByText('No published testimonial has this.')).toBeVisible()
})
