import { type ComponentType, lazy, useLayoutEffect } from 'react'
import { importWithReload } from '#web/lib/loading/import-with-reload.ts'

// Less common screens; each loads when it is first shown.
export const EmailSent = lazyScreen(async () => (await import('./email-sent.tsx')).EmailSent)
export const RequestEmail = lazyScreen(async () => (await import('./request-email.tsx')).RequestEmail)
export const NewPassword = lazyScreen(async () => (await import('./new-password.tsx')).NewPassword)
export const PhoneSignIn = lazyScreen(async () => (await import('./phone-sign-in.tsx')).PhoneSignIn)
export const SecondFactor = lazyScreen(async () => (await import('./second-factor.tsx')).SecondFactor)
export const SignInWithoutEmail = lazyScreen(
	async () => (await import('./sign-in-without-email.tsx')).SignInWithoutEmail,
)
export const SignUp = lazyScreen(async () => (await import('./sign-up.tsx')).SignUp)
export const SsoSignIn = lazyScreen(async () => (await import('./sso-sign-in.tsx')).SsoSignIn)

function lazyScreen<Props>(load: () => Promise<ComponentType<Props>>) {
	return lazy(async () => ({ default: await importWithReload(load) }))
}

let shownScreen: string | undefined

/**
 * Moves focus when the screen changes, as a page load would: to a code field, else to the heading. Rendered inside
 * the screen's boundary, so it runs once the screen has loaded.
 */
export function ScreenFocus({ screen: face }: { screen: string }) {
	// Before paint: nobody may type into a field that then loses the focus.
	useLayoutEffect(() => {
		const before = shownScreen
		shownScreen = face
		if (before === undefined || before === face) return
		const main = document.getElementById('main')
		const wanted =
			main?.querySelector<HTMLElement>('input[autocomplete="one-time-code"]') ?? main?.querySelector<HTMLElement>('h1')
		wanted?.focus({ preventScroll: true })
	}, [face])
	return null
}
