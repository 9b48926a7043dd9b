import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { keyRow, webhookRow } from '#test/support/components/connection-answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerForm, formRow } from '#test/support/components/form-answers.ts'
import { holdAnswer } from '#test/support/components/hold-answer.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

beforeEach(() => page.viewport(1280, 800))

for (const width of [1280, 360])
	test(`the spinner of a loading screen stands in the middle of the window at ${width} px`, async () => {
		await page.viewport(width, 740)
		answerForm()
		const reading = holdAnswer('GET /rest/v1/forms')
		await openScreen(`forms/${formRow.id}`)
		await reading.given
		await expect.element(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
		const spinner = () => document.querySelector('main [role=status] .ui-spin')?.getBoundingClientRect()
		await expect.poll(spinner).toBeTruthy()
		const { left, right, top, bottom } = spinner() as DOMRect
		expect((left + right) / innerWidth).toBeCloseTo(1, 1)
		expect((top + bottom) / innerHeight).toBeCloseTo(1, 1)
		await reading.letGo()
		await expect.element(page.getByRole('heading', { level: 1, name: formRow.name })).toBeInTheDocument()
	})

test('an address without a screen shows the not-found page below the header', async () => {
	await openScreen('nope')
	await expect.element(page.getByRole('heading', { level: 1, name: 'Nothing was said here.' })).toBeVisible()
	await expect.element(page.getByRole('link', { name: 'Walls', exact: true })).toBeVisible()
})

test('the screens of a space are reached by a side list on a desktop and by a menu on a phone', async () => {
	answer({ 'POST /rest/v1/rpc/member_addresses': () => [] })
	await openScreen('space')
	const list = page.getByRole('navigation', { name: 'Space', exact: true })
	await expect.element(list.getByRole('link', { name: 'Name and look' })).toHaveAttribute('aria-current', 'page')
	await list.getByRole('link', { name: 'Members' }).click()
	await expect.element(page.getByRole('heading', { level: 1, name: 'Members' })).toHaveFocus()

	await page.viewport(360, 740)
	await expect.element(list).not.toBeInTheDocument()
	await page.getByRole('button', { name: /^Space Members/ }).click()
	await expect.element(page.getByRole('menuitem', { name: 'Name and look' })).toBeVisible()
	await expectAccessible()
	await userEvent.keyboard('{Home}{Enter}')
	await expect.element(page.getByRole('heading', { level: 1, name: 'Name and look' })).toBeVisible()
})

test('the side list counts the keys and the webhooks where it is shown, and reads nothing on a phone', async () => {
	answerRows('api_keys', [keyRow(), keyRow({ id: '52525252-5252-4252-8252-525252525252', name: 'Old laptop' })])
	answerRows('webhooks', [webhookRow()])
	await page.viewport(360, 800)
	await openScreen('space/tags')
	await expect.element(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
	const counted = () => sentRequests().filter(({ method, url }) => method === 'HEAD' && /api_keys|webhooks/.test(url))
	expect(counted()).toEqual([])
	await page.viewport(1280, 800)
	const list = page.getByRole('navigation', { name: 'Space', exact: true })
	for (const name of ['Connections 3', 'Keys 2', 'Webhooks 1'])
		await expect.element(list.getByRole('link', { name, exact: true })).toBeVisible()
	expect(counted()).toHaveLength(2)
	await expectAccessible()
})
