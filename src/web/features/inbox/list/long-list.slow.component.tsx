import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sentRequests } from '#test/support/components/answers.ts'
import { holdAnswers } from '#test/support/components/hold-answers.ts'
import { answerInbox, createItem, listedNames, openedName, openInbox } from '#test/support/components/inbox.ts'
import { sendChange } from '#test/support/components/realtime.ts'

const rowCount = 1300
const press = userEvent.keyboard
const people = () =>
	Array.from({ length: rowCount }, (_, at) => ({
		author_name: `Person ${at + 1}`,
		body: at % 3 === 0 ? 'They came on time and stayed late. '.repeat(4) : `Number ${at}.`,
	}))
const rows = () => [...document.querySelectorAll('.inbox-row')]
const current = () => document.querySelector('.inbox-row-current')
const currentPlace = () => Number(current()?.getAttribute('aria-posinset'))
const currentName = () => current()?.querySelector('.inbox-who')?.textContent
const isCurrentInView = () => {
	const [list, row] = ['.inbox-list', '.inbox-row-current'].map((name) =>
		document.querySelector(name)?.getBoundingClientRect(),
	)
	return list !== undefined && row !== undefined && row.bottom > list.top && row.top < list.bottom
}
const isListRead = (order: string) => (request: Request) =>
	request.method === 'GET' && new URL(request.url).searchParams.get('order')?.includes(`submitted_at.${order}`) === true

test('Home and End reach both ends of a long list, which draws few rows, and the selection outlives its rows', async () => {
	const tables = answerInbox(people())
	await openInbox()
	await expect.poll(currentName).toBe('Person 1300')
	await press('x{End}')
	await expect.poll(currentName).toBe('Person 1')
	expect(currentPlace()).toBe(rowCount)
	expect(current()).toHaveAttribute('aria-setsize', '1300')
	await expect.poll(isCurrentInView).toBe(true)
	await press('x')
	await expect.element(page.getByText('2 selected')).toBeVisible()
	await press('{k>60/}')
	await expect.poll(currentName).toBe('Person 61')
	expect(currentPlace()).toBe(1240)
	await expect.poll(isCurrentInView).toBe(true)
	expect(rows().length).toBeLessThan(60)
	await press('{Home}')
	await expect.poll(currentName).toBe('Person 1300')
	await press('r')
	const rejected = () =>
		tables.testimonials.filter(({ status }) => status === 'rejected').map(({ author_name }) => author_name)
	await expect.poll(rejected).toEqual(['Person 1', 'Person 1300'])
})

test('a list that is refetched while End is pressed does not go back to its start', async () => {
	const tables = answerInbox(people())
	await openInbox()
	await expect.poll(currentName).toBe('Person 1300')
	await expect.element(openedName).toHaveTextContent('Person 1300')
	const end = holdAnswers(isListRead('asc'))
	await press('{End}')
	await end.asked
	const again = holdAnswers(isListRead('desc'))
	// An import changes many rows, so the inbox fetches everything again.
	sendChange({ table: 'imports', type: 'UPDATE', record: { id: tables.testimonials[0]?.id } })
	await again.asked
	end.release()
	await expect.poll(currentName).toBe('Person 1')
	again.release()
	await press('k')
	await expect.poll(currentName).toBe('Person 2')
	expect(currentPlace()).toBe(1299)
	await expect.poll(isCurrentInView).toBe(true)
})

test('scrolling goes through all of a long list and back, and draws few rows', async () => {
	// Most of the way is spent on frames: a high window needs few of them.
	await page.viewport(1280, 3000)
	onTestFinished(() => page.viewport(1280, 800))
	answerInbox(people())
	await openInbox()
	await expect.poll(currentName).toBe('Person 1300')
	const list = document.querySelector('.inbox-list') as HTMLElement
	const seen = new Set<string>()
	const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
	const isGapInView = () => {
		const { top, bottom } = list.getBoundingClientRect()
		return [...list.querySelectorAll('.inbox-gap')].some((gap) => {
			const box = gap.getBoundingClientRect()
			return box.bottom > top && box.top < bottom
		})
	}
	const scrollThrough = async (distance: number) => {
		seen.clear()
		const look = async () => {
			for (const name of listedNames()) seen.add(name)
			if (seen.size < rowCount) list.scrollBy(0, distance)
			// Rows that are passed before they are drawn are never seen.
			do for (let frame = 0; frame < 2; frame += 1) await nextFrame()
			while (isGapInView())
			return seen.size
		}
		await expect.poll(look, { interval: 0, timeout: 60_000 }).toBe(rowCount)
	}
	await scrollThrough(2400)
	expect(rows().length).toBeLessThan(150)
	await scrollThrough(-2400)
}, 90_000)

test('the row with the focus stays while the list is scrolled away from it', async () => {
	answerInbox(people())
	await openInbox()
	const link = page.getByRole('link', { name: 'Person 1298', exact: true })
	await expect.element(link).toBeVisible()
	;(link.element() as HTMLElement).focus()
	const list = page.getByRole('list', { name: 'Pending testimonials' })
	for (let turn = 0; turn < 4; turn += 1) await userEvent.wheel(list, { delta: { y: 3000 } })
	await expect.poll(listedNames).not.toContain('Person 1290')
	await expect.element(link).toHaveFocus()
	await press('{Enter}')
	await expect.element(openedName).toHaveTextContent('Person 1298')
})

test('edits that wait stay first over more pages than one', async () => {
	const tables = answerInbox(people().slice(0, 56))
	const [first] = tables.testimonials
	if (first) Object.assign(first, { version: 2, approved_version: 1 })
	await openInbox()
	await expect.poll(() => listedNames()[0]).toBe('Person 1')
	await press('{End}')
	await expect.poll(currentName).toBe('Person 2')
	expect(currentPlace()).toBe(56)
	const pages = sentRequests('GET /rest/v1/testimonials').filter(isListRead('desc'))
	expect(pages.length).toBeGreaterThan(1)
})

test('a testimonial that arrives is listed first, and what is open stays open', async () => {
	const tables = answerInbox([{ author_name: 'Ada' }])
	await openInbox()
	await expect.element(openedName).toHaveTextContent('Ada')
	const bela = createItem(2, { author_name: 'Bela' })
	tables.testimonials.push(bela)
	sendChange({ table: 'testimonials', type: 'INSERT', record: bela })
	await expect.poll(listedNames).toEqual(['Bela', 'Ada'])
	await expect.element(openedName).toHaveTextContent('Ada')
})
