import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ConfirmProps, FormLinkState } from '#shared/page-props.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openForm } from '#test/support/components/public/open-form.ts'
import { showPage } from '#test/support/components/public/public-page.ts'
import { renderConfirm } from '#web/public/confirm/confirm-page.tsx'
import '#web/public/page-shell/one-question.css'

const providers = [{ name: 'google', words: 'Google' }]
const none: FormLinkState = { invitation: null, order: null, account: null, proofs: {}, prefilled: {} }

const invitation = (state: NonNullable<FormLinkState['invitation']>['state']) => ({
	...none,
	invitation: { state, name: 'Ines', ended_at: '2026-01-01T00:00:00Z' },
})
const order = (state: NonNullable<FormLinkState['order']>['state']) => ({
	...none,
	order: { state, reference: 'A-1042' },
})
const account = (state: NonNullable<FormLinkState['account']>['state']) => ({
	...none,
	account: { state, provider: 'Google', name: 'Maria Silva' },
})

for (const [name, linkState, sentence] of [
	['usable invitation', invitation('usable'), /^Asked by Bakery/],
	['used invitation', invitation('used'), /^This invitation was answered already/],
	['signed order', order('signed'), /^For your order A-1042/],
	['used order', order('used'), /^Words for this order were sent already/],
	['forged order', order('forged'), /^This order could not be checked/],
	['proven account', account('proven'), /^Signed in with Google as Maria Silva/],
	['cancelled sign-in', account('cancelled'), /^You did not sign in/],
	['used account', account('used'), /^This sign-in was used for other words already/],
	['unknown account', account('unknown'), /^This sign-in is not valid here/],
	['offered account', none, /^Show that it is really you/],
] as const)
	test(`a ${name} is said in words on a phone, accessibly, with links that a thumb hits`, async () => {
		await page.viewport(360, 740)
		await openForm({ linkState, providers, link: { i: 'token' } })
		await expect.element(page.getByText(sentence).first()).toBeVisible()
		for (const link of document.querySelectorAll('.link-notice a, .signed a'))
			expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
		expect(document.documentElement.scrollWidth).toBe(360)
		await expectAccessible()
		await page.viewport(1280, 800)
	})

for (const isConfirmed of [false, true])
	test(`an address ${isConfirmed ? 'that is confirmed' : 'to be confirmed'} is shown accessibly`, async () => {
		const props: ConfirmProps = {
			receipt: {
				space: { name: 'Bakery', brand: { logo_url: null, color: null, font: null, theme: null } },
				body: 'They sing.',
				locale: 'en',
			} as ConfirmProps['receipt'],
			locale: 'en',
			email: 'dagny@harbour.example',
			proof: 'proof',
			path: '/t/token',
			isConfirmed,
		}
		showPage(renderConfirm(props))
		await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
		await expectAccessible()
	})
