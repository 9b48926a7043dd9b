import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, person } from '#test/support/components/open-screen.tsx'
import { authFailure, openSignIn } from '#test/support/components/open-sign-in.tsx'

const path = 'auth/confirm?token_hash=abc&type=magiclink'
const of = (account: unknown) => answer({ 'GET /auth/v1/verify/account': () => account })
const button = (name: string) => page.getByRole('button', { name })

beforeEach(() => page.viewport(390, 800))

test('a mailed link names its account before the button signs in', async () => {
	of({ id: 'u-2', email: 'una@skerry.example' })
	await openSignIn(path)
	await expect.element(page.getByText('una@skerry.example')).toBeVisible()
	await expect.element(button('Sign in on this device')).toBeVisible()
	const [asked] = sentRequests('GET /auth/v1/verify/account')
	expect(new URL(asked?.url ?? '').search).toBe('?token_hash=abc&type=magiclink')
	expect(sentRequests('POST /auth/v1/verify')).toEqual([])
	await expectAccessible()
})

test('a link of another account says who is signed in, and staying is the first choice', async () => {
	of({ id: 'u-2', email: 'stranger@example.test' })
	answer({ 'POST /rest/v1/rpc/space_numbers': () => [] })
	await openScreen(`../${path}`)
	await expect
		.element(page.getByText(/^You are signed in as/))
		.toMatchTextContent(/owner@example\.test.*in as stranger@example\.test/)
	await expect.element(button('Switch to the account of the link')).toBeVisible()
	await expectAccessible()
	await page.getByRole('link', { name: 'Stay signed in' }).click()
	await expect.element(page.getByRole('heading', { name: 'No testimonial yet' })).toBeVisible()
	expect(sentRequests('POST /auth/v1/verify')).toEqual([])
})

test('a link of the account that is signed in asks for nothing more', async () => {
	of({ id: person.id, email: person.email })
	await openScreen(`../${path}`)
	await expect.element(button('Sign in on this device')).toBeVisible()
	await expect.element(page.getByText(/^You are signed in as/)).not.toBeInTheDocument()
})

test('a link whose account is not known is never a silent change of accounts', async () => {
	of(authFailure(429, 'over_request_rate_limit'))
	await openScreen(`../${path}`)
	await expect.element(page.getByText(/^You are signed in as/)).toMatchTextContent(/in as another account\.$/)
})

test.each([
	['signed out', () => openSignIn(path)],
	['signed in', () => openScreen(`../${path}`)],
])('a link that was used says so after its button is pressed, to a person who is %s', async (_, open) => {
	of(authFailure(403, 'otp_expired'))
	answer({ 'POST /auth/v1/verify': () => authFailure(403, 'otp_expired') })
	await open()
	await button('Sign in on this device').click()
	await expect.element(page.getByText(/^This link or code has expired or was used\./)).toBeVisible()
})
