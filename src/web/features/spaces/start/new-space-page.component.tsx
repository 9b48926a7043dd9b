import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { answerForm } from '#test/support/components/form-answers.ts'
import { holdAnswer } from '#test/support/components/hold-answer.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'

const name = page.getByLabelText('Name', { exact: true })
const address = page.getByLabelText('Address of your form')
const language = page.getByLabelText('Language of your form')
const make = page.getByRole('button', { name: 'Make the form' })

beforeEach(async () => {
	await page.viewport(1280, 800)
	answerForm()
	answer({
		'POST /rest/v1/rpc/slug_available': () => true,
		'POST /rest/v1/rpc/create_space': () => ({ space_id: space.id, form_id: '1', wall_id: '2' }),
	})
})

test('the name of a new space has the focus on arrival, by address and by the menu of spaces', async () => {
	await openScreen('new')
	await expect.element(name).toHaveFocus()
	await page
		.getByRole('link', { name: /Plaudit/ })
		.first()
		.click()
	await page.getByRole('button', { name: /^Space/ }).click()
	await page.getByRole('menuitem', { name: /space$/ }).click()
	await expect.element(name).toHaveFocus()
})

test('a space being named survives a reload and is created once', async () => {
	const screen = await openScreen('new')
	await name.fill('Łódź Frames')
	await expect.element(address).toHaveValue('lodz-frames')
	await language.selectOptions('French')
	await screen.unmount()
	await openScreen('new')
	await expect.element(name).toHaveValue('Łódź Frames')
	await expect.element(address).toHaveValue('lodz-frames')
	await expect.element(language).toHaveValue('fr')
	const making = holdAnswer('POST /rest/v1/rpc/create_space')
	await make.click()
	await making.given
	await name.fill('Łódź Frames and Glass')
	await expect.element(make).toHaveAttribute('aria-busy', 'true')
	await make.click({ force: true })
	await making.letGo()
	await expect.poll(() => location.pathname).toBe('/dashboard/start')
	const sent = await Promise.all(sentRequests('POST /rest/v1/rpc/create_space').map((request) => request.json()))
	expect(sent).toEqual([{ name: 'Łódź Frames', slug: 'lodz-frames', locale: 'fr' }])
})

test('a form is made in the first language of the browser that forms speak', async () => {
	Object.defineProperty(navigator, 'languages', { configurable: true, value: ['pl-PL', 'ar-EG', 'en'] })
	try {
		await openScreen('new')
		await expect.element(language).toHaveValue('ar')
	} finally {
		Reflect.deleteProperty(navigator, 'languages')
	}
})

test('a space stays in its fields while the server cannot be reached, and the same button makes it', async () => {
	answer({ 'POST /rest/v1/rpc/create_space': () => Promise.reject(new TypeError('Failed to fetch')) })
	await openScreen('new')
	await name.fill('Skerry Kayaks')
	await make.click()
	await expect.element(page.getByRole('alert')).toMatchTextContent('The server cannot be reached.')
	await expect.element(name).toHaveValue('Skerry Kayaks')
	await expect.element(address).toHaveValue('skerry-kayaks')
	answer({ 'POST /rest/v1/rpc/create_space': () => ({ space_id: space.id, form_id: '1', wall_id: '2' }) })
	await make.click()
	await expect.poll(() => location.pathname).toBe('/dashboard/start')
})
