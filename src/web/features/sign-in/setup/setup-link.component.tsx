import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, failure, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'
import { openSignIn } from '#test/support/components/open-sign-in.tsx'

const token = 'a'.repeat(43)
const button = (name: string) => page.getByRole('button', { name })
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const claimed = () => Promise.all(sentRequests('POST /functions/v1/operator').map((request) => request.json()))

beforeEach(async () => {
	await page.viewport(390, 800)
	sessionStorage.clear()
	answer({ 'POST /rest/v1/rpc/space_numbers': () => [] })
})

test('a setup link opens the sign-up, says what it does, and leaves the URL', async () => {
	const screen = await openSignIn(`auth?setup=${token}`)
	await expect.element(heading('Make an account')).toBeVisible()
	await expect.element(page.getByText(/^This is the setup link of the server:/)).toBeVisible()
	expect(location.href).not.toContain(token)
	await expectAccessible()
	await button('Sign in').click()
	await expect.element(heading('Sign in')).toBeVisible()
	await screen.unmount()
	await openSignIn('auth')
	await expect.element(page.getByText(/^This is the setup link of the server:/)).toBeVisible()
})

test('an account that is signed in becomes the operator when its owner says so', async () => {
	answer({ 'POST /functions/v1/operator': () => ({ operator: true }) })
	await openScreen(`../auth?setup=${token}`)
	await expect.element(page.getByText(/^This link makes/)).toMatchTextContent(/owner@example\.test the operator/)
	await expectAccessible()
	expect(await claimed()).toEqual([])
	await button('Make this account the operator').click()
	await expect.element(heading('No testimonial yet')).toBeVisible()
	expect(await claimed()).toEqual([{ setup: token }])
})

test('a person who opened the setup link with another account changes nothing', async () => {
	await openScreen(`../auth?setup=${token}`)
	await button('Not this account').click()
	await expect.element(heading('No testimonial yet')).toBeVisible()
	expect(await claimed()).toEqual([])
})

test('a setup link that was used says so, and one whose address OPERATORS does not name says that', async () => {
	answer({ 'POST /functions/v1/operator': () => failure(404, 'not_found') })
	const screen = await openScreen(`../auth?setup=${token}`)
	await button('Make this account the operator').click()
	await expect.element(page.getByRole('alert')).toMatchTextContent(/^This setup link was used/)
	await screen.unmount()
	answer({ 'POST /functions/v1/operator': () => ({ operator: false }) })
	await openScreen(`../auth?setup=${token}`)
	await button('Make this account the operator').click()
	await expect.element(page.getByText(/OPERATORS setting does not name it/)).toBeVisible()
	await button('Go on').click()
	await expect.element(heading('No testimonial yet')).toBeVisible()
})
