import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ThankYou } from '#shared/form/public-form.ts'
import { answer } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openForm, takeSubmissions } from '#test/support/components/public/open-form.ts'

afterEach(() => vi.useRealTimers())

async function send(thank_you: ThankYou) {
	takeSubmissions()
	await openForm({ form: { thank_you } })
	await page.getByRole('textbox', { name: 'Your words' }).fill('It sings.')
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines Okafor')
	await page.getByRole('button', { name: 'Send' }).click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
}

test('the thank-you fetches the coupon of the private page', async () => {
	const coupon = { code: 'CLAY-10', label: 'Ten off your next frame' }
	answer({ 'GET /functions/v1/receipt': () => ({ form: { coupon }, media: [] }) })
	await send({ has_coupon: true })
	await expect.element(page.getByLabelText('Ten off your next frame')).toHaveValue('CLAY-10')
	await page.getByRole('button', { name: 'Copy code' }).click()
	await expect.element(page.getByText('Code copied')).toBeVisible()
	await expectAccessible()
})

test('a coupon that cannot be fetched now is promised on the private page', async () => {
	answer({ 'GET /functions/v1/receipt': () => Response.json({}, { status: 500 }) })
	await send({ has_coupon: true })
	await expect.element(page.getByText(/private page/i).first()).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'Copy code' })).not.toBeInTheDocument()
})

test('a visitor reads where they are taken, and stays where they want; hidden seconds do not count', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	await send({ link_url: 'https://shop.example/welcome', link_label: 'Back to the shop', move_after: 10 })
	await expect.element(page.getByText(/^You are taken to shop.example in 10/)).toBeVisible()
	await expectAccessible()
	Object.defineProperty(document, 'hidden', { value: true, configurable: true })
	vi.advanceTimersByTime(30_000)
	Reflect.deleteProperty(document, 'hidden')
	vi.advanceTimersByTime(4000)
	await expect.element(page.getByText(/^You are taken to shop.example in 6/)).toBeVisible()
	await page.getByRole('button', { name: 'Stay here' }).click()
	vi.advanceTimersByTime(60_000)
	await expect.element(page.getByText('You stay on this page.')).toBeVisible()
	await expect
		.element(page.getByRole('link', { name: 'Back to the shop' }))
		.toHaveAttribute('href', 'https://shop.example/welcome')
})

test('a visitor who does not stay is taken to the address', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	const [here] = window.location.href.split('#')
	await send({ link_url: `${here}#taken`, move_after: 10 })
	await expect.element(page.getByText(/^You are taken to .* in 10/)).toBeVisible()
	vi.advanceTimersByTime(9000)
	await expect.element(page.getByText(/^You are taken to .* in 1/)).toBeVisible()
	expect(window.location.hash).toBe('')
	vi.advanceTimersByTime(1000)
	await expect.poll(() => window.location.hash).toBe('#taken')
})
