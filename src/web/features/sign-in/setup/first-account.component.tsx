import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import type { AppConfig } from '#web/lib/client/config.ts'

// The configuration is read once, when the app is loaded.
const inlined = document.getElementById('plaudit-config')
const values = { url: window.location.origin, anonKey: 'anon', providers: {} }
if (inlined) inlined.textContent = JSON.stringify(values)
const { config } = await import('#web/lib/client/config.ts')
const { authFailure, openSignIn } = await import('#test/support/components/open-sign-in.tsx')
const { openScreen } = await import('#test/support/components/open-screen.tsx')

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const begin = async (fresh: AppConfig['fresh'], signup: AppConfig['signup'] = 'open') =>
	Object.assign(await config, { fresh, signup })

beforeEach(async () => {
	await page.viewport(1280, 800)
	sessionStorage.clear()
	localStorage.clear()
	answer({ 'POST /rest/v1/rpc/username_available': () => true, 'POST /rest/v1/rpc/space_numbers': () => [] })
})

test('a fresh server opens on Make an account, with the focus in its first field, and says who becomes the operator', async () => {
	await begin('here')
	await openSignIn('auth')
	await expect.element(heading('Make an account')).toBeVisible()
	await expect.element(page.getByText(/The first one runs it\./)).toBeVisible()
	await expect.element(page.getByLabelText('E-mail')).toHaveFocus()
	await expect.element(page.getByText('You are the operator')).toBeVisible()
	await expect.element(page.getByText('Sign-up is open')).toBeVisible()
	await expectAccessible()
})

test('a visitor from the network reads that this account is not the operator, and one with the setup link that it is', async () => {
	await begin('elsewhere')
	const screen = await openSignIn('auth')
	await expect.element(page.getByText('This account is not the operator')).toBeVisible()
	await expect.element(page.getByText('npm run -s plaudit -- setup-link')).toBeVisible()
	expect(document.body.textContent).not.toContain('runs it')
	await expectAccessible()
	await screen.unmount()
	await openSignIn(`auth?setup=${'a'.repeat(43)}`)
	await expect.element(page.getByText('You are the operator')).toBeVisible()
	expect(location.href).not.toContain('setup=')
})

test('the sign-up of a fresh server fits 320 px, also with an error', async () => {
	await page.viewport(320, 640)
	await begin('elsewhere')
	answer({ 'POST /auth/v1/signup': () => authFailure(422, 'validation_failed', 'Unbreakable'.repeat(20)) })
	await openSignIn('auth')
	await expect.element(page.getByText('Sign-up is open')).toBeVisible()
	await page.getByLabelText('E-mail').fill('una@skerry.example')
	await page.getByLabelText('Username').fill('una')
	await page.getByLabelText('Password', { exact: true }).fill('five days of paddling')
	await page.getByRole('button', { name: 'Make an account' }).click()
	await expect.element(page.getByRole('alert').first()).toBeVisible()
	expect(document.documentElement.scrollWidth).toBe(320)
})

test('where sign-up is not open, a fresh server says how its first account is made', async () => {
	await begin('here', 'invite')
	await openSignIn('auth')
	await expect.element(heading('Sign in')).toBeVisible()
	await expect.element(page.getByText(/plaudit user create makes the first account/)).toBeVisible()
})

test('once somebody is signed in, the server is no longer a new one', async () => {
	await begin('here')
	const screen = await openScreen('../auth')
	await expect.element(heading('No testimonial yet')).toBeVisible()
	await screen.unmount()
	localStorage.clear()
	await openSignIn('auth')
	await expect.element(heading('Sign in')).toBeVisible()
})
