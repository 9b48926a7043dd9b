import type { Page } from '@playwright/test'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import type { TestSpace } from '#test/support/product/make-space.ts'

async function askForDay({ client, formId }: TestSpace, form: object = {}): Promise<void> {
	const question = { kind: 'date', label: 'When were you here?', form_id: formId, position: 0 }
	await client.from('form_questions').insert(question).throwOnError()
	if (Object.keys(form).length > 0) await client.from('forms').update(form).eq('id', formId).throwOnError()
}

/** The typed parts, in the order of the page. */
const typed = (page: Page) =>
	page
		.getByRole('group', { name: 'When were you here?' })
		.getByRole('textbox')
		.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
const focused = (page: Page) => page.locator('dialog button:focus')

test('a day is chosen in a calendar by keys, kept with the draft, and sent', async ({ phone, server, space }) => {
	await askForDay(space)
	const scripts: string[] = []
	phone.on('request', (request) => {
		if (/open-calendar/.test(request.url())) scripts.push(request.url())
	})
	await phone.goto(`${server.url}/collect/${space.slug}`)
	await phone.locator('#body').fill('They sing.')
	await phone.locator('#name').fill('Ines Okafor')
	const open = phone.getByRole('button', { name: 'Choose in a calendar' })
	await expect(open).toBeVisible()
	expect(scripts).toEqual([])
	for (const [part, value] of Object.entries({ Day: '31', Month: '1', Year: '2024' }))
		await phone.getByRole('textbox', { name: part }).fill(value)

	await open.press('Enter')
	const calendar = phone.getByRole('dialog', { name: 'Choose in a calendar' })
	await expect(calendar).toContainText('January 2024')
	await expect(focused(phone)).toHaveAccessibleName('Wednesday, January 31, 2024')
	await expect(focused(phone)).toHaveAttribute('aria-pressed', 'true')
	// The visitor's region begins a week on Monday. The last day of a shorter month stands for the 31st.
	for (const [key, date] of [
		['Home', 'Monday, January 29, 2024'],
		['End', 'Sunday, February 4, 2024'],
		['ArrowLeft', 'Saturday, February 3, 2024'],
		['ArrowUp', 'Saturday, January 27, 2024'],
		['ArrowRight', 'Sunday, January 28, 2024'],
		['ArrowDown', 'Sunday, February 4, 2024'],
		['PageDown', 'Monday, March 4, 2024'],
		['Shift+PageUp', 'Saturday, March 4, 2023'],
		['PageDown', 'Tuesday, April 4, 2023'],
		['Shift+PageDown', 'Thursday, April 4, 2024'],
		['PageUp', 'Monday, March 4, 2024'],
	] as const) {
		await phone.keyboard.press(key)
		await expect(focused(phone), key).toHaveAccessibleName(date)
	}
	for (const box of await calendar.getByRole('button').all()) {
		const { width = 0, height = 0 } = (await box.boundingBox()) ?? {}
		expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
	}
	await expectAccessibleInBothSchemes(phone, 'the calendar of a question')
	await phone.keyboard.press('Escape')
	await expect(calendar).toBeHidden()
	await expect(open).toBeFocused()
	expect(await typed(phone)).toEqual(['1', '31', '2024'])

	await open.tap()
	await calendar.getByRole('button', { name: 'Month after' }).tap()
	await calendar.getByRole('button', { name: 'Thursday, February 29, 2024' }).tap()
	await expect(calendar).toBeHidden()
	await expect(open).toBeFocused()
	expect(await typed(phone)).toEqual(['2', '29', '2024'])
	expect(scripts.filter((url) => url.endsWith('.js'))).toHaveLength(1)
	await expect(phone.getByText('Draft kept on this device')).toBeVisible()
	await phone.reload()
	await expect(phone.getByText('We kept your draft')).toBeVisible()
	expect(await typed(phone)).toEqual(['2', '29', '2024'])
	await phone.getByRole('checkbox').first().check()
	await phone.getByRole('button', { name: 'Send' }).click()
	await expect(phone.getByRole('heading', { level: 1 })).toContainText('Thank you, Ines.')
	const { data } = await space.client.from('testimonial_answers').select('value').throwOnError()
	expect(data).toEqual([{ value: '2024-02-29' }])
})

test('an Arabic calendar runs from right to left and begins on Saturday, on the narrowest phone', async ({
	phone,
	server,
	space,
}) => {
	await askForDay(space, { locale: 'ar' })
	await phone.setViewportSize({ width: 320, height: 640 })
	await phone.goto(`${server.url}/collect/${space.slug}?lang=ar`)
	const open = phone.getByRole('button', { name: 'اختر من التقويم' })
	for (const [at, value] of ['٥', '١١', '٢٠٢٥'].entries()) await phone.locator('.date-parts input').nth(at).fill(value)
	await open.tap()
	await expect(phone.locator('dialog th').first()).toHaveAttribute('abbr', 'السبت')
	await expect(focused(phone)).toHaveAttribute('data-day', '2025-11-05')
	const [day, next] = await Promise.all(
		['05', '06'].map((date) => phone.locator(`[data-day="2025-11-${date}"]`).boundingBox()),
	)
	expect(next?.x).toBeLessThan(day?.x ?? 0)
	expect(day?.width).toBeGreaterThanOrEqual(44)
	await phone.keyboard.press('ArrowLeft')
	await expect(focused(phone)).toHaveAttribute('data-day', '2025-11-06')
	await expectAccessibleInBothSchemes(phone, 'an Arabic calendar')
	expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
	await phone.keyboard.press('Enter')
	expect(
		await phone.locator('.date-parts input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
	).toEqual(['6', '11', '2025'])
	await expect(open).toBeFocused()
})
