import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { holdAnswer } from '#test/support/components/hold-answer.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'
import { authFailure, openSignIn } from '#test/support/components/open-sign-in.tsx'

const email = page.getByLabelText('E-mail')
const password = page.getByLabelText('Password', { exact: true })
const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const unreachable = 'The server cannot be reached. Check your connection and try again.'
const isUnreachable = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => page.viewport(1280, 800))

test('a sign-in that fails says why at the field, which keeps the focus and what was typed', async () => {
	answer({ 'POST /auth/v1/token': () => authFailure(400, 'invalid_credentials') })
	await openSignIn('auth')
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	expect(document.title).toBe('Sign in · Plaudit')
	await expect
		.element(page.getByRole('alert'))
		.toMatchTextContent('You must provide either an email or phone number and a password')
	await expect.element(email).toHaveFocus()
	await email.fill('ruth@bakery.example')
	await password.fill('not the password')
	await userEvent.keyboard('{Enter}')
	await expect.element(page.getByText(/^E-mail and password do not match\./)).toBeVisible()
	await expect.element(password).toHaveValue('not the password')
	await expect.element(password).toHaveFocus()
	await expectAccessible()
})

test('what was typed stays on the way to another screen and back, and moves the focus to its heading', async () => {
	answer({ 'POST /rest/v1/rpc/username_available': () => true })
	await openSignIn('auth')
	await email.fill('ruth@bakery.example')
	await page.getByRole('button', { name: 'Make an account' }).click()
	await expect.element(heading('Make an account')).toBeVisible()
	await expect.element(email).toHaveValue('ruth@bakery.example')
	await page.getByLabelText('Username').fill('not a username')
	await expect.element(page.getByText(/^A username has no spaces\./)).toBeVisible()
	await expectAccessible()
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await page.getByRole('button', { name: 'Forgotten it?' }).click()
	await expect.element(heading('Forgotten password')).toHaveFocus()
	await expect.element(email).toHaveValue('ruth@bakery.example')
	await page.getByRole('button', { name: 'Back to sign in' }).click()
	await expect.element(heading('Sign in')).toHaveFocus()
	await expect.element(email).toHaveValue('ruth@bakery.example')
})

test('sign-in and sign-up keep all input while the server cannot be reached', async () => {
	answer({
		'POST /auth/v1/token': isUnreachable,
		'POST /auth/v1/signup': isUnreachable,
		'POST /rest/v1/rpc/username_available': () => true,
	})
	await openSignIn('auth?mode=sign-up')
	await email.fill('una@skerry.example')
	await page.getByLabelText('Username').fill('una')
	await password.fill('five days of paddling')
	await page.getByRole('button', { name: 'Make an account' }).click()
	await expect.element(page.getByRole('alert')).toMatchTextContent(unreachable)
	await expect.element(email).toHaveValue('una@skerry.example')
	await expect.element(page.getByLabelText('Username')).toHaveValue('una')
	await expect.element(password).toHaveValue('five days of paddling')
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await heading('Sign in').findElement()
	await page.getByRole('button', { name: 'Sign in', exact: true }).click()
	await expect.element(page.getByRole('alert')).toMatchTextContent(unreachable)
	await expect.element(password).toHaveValue('five days of paddling')
})

test('a link for an unknown address is answered like any other, and its screen survives a reload', async () => {
	answer({ 'POST /auth/v1/otp': () => authFailure(422, 'otp_disabled') })
	const screen = await openSignIn('auth?mode=link')
	await email.fill('nobody@example.test')
	await page.getByRole('button', { name: 'Send the link' }).click()
	await expect.element(page.getByText(/^If there is an account for/)).toMatchTextContent('nobody@example.test')
	await screen.unmount()
	await openSignIn('auth?mode=link')
	await expect.element(heading('Look in your mail')).toBeVisible()
	await expect.element(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled()
	await expectAccessible()
	await page.getByRole('button', { name: 'use a password' }).click()
	await expect.element(email).toHaveValue('nobody@example.test')
})

test('a code that is wrong is an error at its field', async () => {
	answer({
		'POST /auth/v1/otp': () => ({}),
		'POST /auth/v1/verify': () => authFailure(403, 'otp_expired'),
	})
	await openSignIn('auth?mode=link')
	await email.fill('ruth@bakery.example')
	await page.getByRole('button', { name: 'Send the link' }).click()
	const code = page.getByLabelText('Code from the mail')
	await expect.element(code).toHaveFocus()
	await code.fill('000000')
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect.element(page.getByText(/^This link or code has expired or was used\./)).toBeVisible()
	expect(await sentRequests('POST /auth/v1/verify')[0]?.json()).toMatchObject({ token: '000000', type: 'email' })
})

test('a person who switches screens while a mail is being sent stays there', async () => {
	answer({ 'POST /auth/v1/otp': () => ({}) })
	const screen = await openSignIn('auth?mode=link')
	const asking = holdAnswer('POST /auth/v1/otp')
	await email.fill('ruth@bakery.example')
	await page.getByRole('button', { name: 'Send the link' }).click()
	await asking.given
	await page.getByRole('button', { name: 'Back to sign in' }).click()
	await asking.letGo()
	// The screen that waits for a mail survives a reload.
	await screen.unmount()
	await openSignIn('auth')
	await expect.element(heading('Sign in')).toBeVisible()
	await expect.element(email).toHaveValue('ruth@bakery.example')
})

test('a phone number without its country says what is missing', async () => {
	await openSignIn('auth?mode=phone')
	await page.getByLabelText('Phone number').fill('0555 000 1111')
	await userEvent.keyboard('{Enter}')
	await expect.element(page.getByText(/^Begin with \+ and the country/)).toBeVisible()
	await expectAccessible()
})

test('a signed-in person who follows the link to sign up reaches their space', async () => {
	answer({ 'POST /rest/v1/rpc/space_numbers': () => [] })
	await openScreen('../auth?mode=sign-up')
	await expect.element(heading('No testimonial yet')).toBeVisible()
	expect(location.pathname).toBe('/dashboard/overview')
})

test('a person without an account who follows the link to sign up is asked to make one', async () => {
	await openSignIn('auth?mode=sign-up')
	await expect.element(heading('Make an account')).toBeVisible()
})
