import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { CallbackError } from './callback-error.tsx'

const lure = `Your account is locked. Call 555-0199 ${'x'.repeat(300)}`
const inUrl = (code: string) =>
	Object.assign(new Error(lure), { name: 'AuthImplicitGrantRedirectError', details: { error: 'x', code } })

beforeEach(() => page.viewport(360, 700))

test('the words of a link are folded, and shown as those of the link', async () => {
	await render(<CallbackError error={inUrl('made_up')} />)
	await expect.element(page.getByText(/^The sign-in did not work/)).toBeVisible()
	await expect.element(page.getByText(/^Your account is locked/)).not.toBeVisible()
	await page.getByText('What the link says').click()
	await expect.element(page.getByText(/They are not from Plaudit/)).toBeVisible()
	await expect.element(page.getByText(/^Your account is locked/)).toBeVisible()
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	await expectAccessible()
})

test('a known code shows nothing of the link', async () => {
	await render(<CallbackError error={inUrl('otp_expired')} />)
	await expect
		.element(page.getByRole('alert'))
		.toMatchTextContent('This link or code has expired or was used. Ask for a new one.')
	await expect.element(page.getByText('What the link says')).not.toBeInTheDocument()
})
