import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { answer } from '#test/support/components/answers.ts'

// The configuration is read once, when the app is loaded: every method that a server can have.
const names = ['google', 'github', 'azure', 'gitlab', 'facebook', 'apple', 'discord', 'linkedin_oidc', 'keycloak']
const everything = {
	url: window.location.origin,
	anonKey: 'anon',
	providers: Object.fromEntries(names.map((name) => [name, true])),
	saml: true,
	solana: true,
	phone: true,
	passkeys: true,
	captcha: { provider: 'hcaptcha', siteKey: '10000000-ffff-ffff-ffff-000000000001' },
}
const config = document.getElementById('plaudit-config')
if (config) config.textContent = JSON.stringify(everything)
const { AuthLayout, AuthScreen } = await import('./auth-layout.tsx')
const { FactorChallenge } = await import('#web/ui/auth/factor-challenge.tsx')
const { authFailure, openSignIn } = await import('#test/support/components/open-sign-in.tsx')

beforeEach(() => page.viewport(320, 640))
afterEach(() => page.viewport(1280, 800))

/** Elements that are wider than the screen or than the button around them. */
const tooWide = () =>
	[...document.querySelectorAll('body *')]
		.filter((element) => {
			const { right, left, width } = element.getBoundingClientRect()
			const isCut = element.matches('.ui-btn') && element.scrollWidth > element.clientWidth + 1
			return width > 1 && (right > 320.5 || left < -0.5 || isCut) && element.checkVisibility()
		})
		.map((element) => `${element.tagName}.${element.className} ${element.textContent?.slice(0, 30)}`)

async function expectToFit(): Promise<void> {
	expect(tooWide()).toEqual([])
	expect(document.documentElement.scrollWidth).toBe(320)
}

const long = 'maximiliane.featherstonehaugh-castellanos@department-of-ceramics.university.example'

for (const mode of ['sign-in', 'sign-up', 'forgotten', 'link', 'sso', 'phone'])
	test(`the screen ${mode} fits 320 px with every method, an error and long words`, async () => {
		const refuse = () => authFailure(422, 'validation_failed', `${'Unbreakable'.repeat(12)}: ${long}`)
		answer({
			'POST /auth/v1/token': refuse,
			'POST /auth/v1/signup': refuse,
			'POST /auth/v1/otp': refuse,
			'POST /auth/v1/recover': refuse,
			'POST /auth/v1/sso': refuse,
			'POST /rest/v1/rpc/username_available': () => false,
		})
		await openSignIn(`auth?mode=${mode}`)
		await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
		await expectToFit()
		for (const field of document.querySelectorAll<HTMLInputElement>('main input')) {
			await userEvent.fill(field, field.type === 'tel' ? '+491701234567890' : long)
		}
		await expectToFit()
		document.querySelector<HTMLButtonElement>('main [type=submit]')?.click()
		await expect.element(page.getByRole('alert').first(), { timeout: 4000 }).toBeVisible()
		await expectToFit()
	})

test('the error of a link fits 320 px', async () => {
	const description = encodeURIComponent(`${'Unbreakable'.repeat(12)} ${long}`)
	await openSignIn(`auth?error=server_error&error_code=unexpected_failure&error_description=${description}`)
	await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expectToFit()
})

test('the second factor fits 320 px with every kind of factor and long names', async () => {
	const time = '2026-01-01T00:00:00Z'
	const factors = (['totp', 'webauthn', 'phone'] as const).map((factor_type, index) => ({
		id: `factor-${index}`,
		factor_type,
		friendly_name: long,
		status: 'verified' as const,
		created_at: time,
		updated_at: time,
	}))
	await render(
		<AuthLayout>
			<AuthScreen title="Second factor">
				<FactorChallenge factors={factors} others={null} />
			</AuthScreen>
		</AuthLayout>,
	)
	await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expectToFit()
})
