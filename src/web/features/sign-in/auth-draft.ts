import { useState } from 'react'
import type { AppConfig } from '#web/lib/client/config.ts'
import { readSessionValue, useSessionStorage, writeSessionValue } from '#web/lib/storage/session-storage.ts'

/** Input on /auth; it survives a change of screen, errors and, except the password, a reload. */
export type AuthDraft = { email: string; username: string; password: string; phone: string }

const storageKey = 'plaudit-auth-draft'
const empty = { email: '', username: '', phone: '' }

/** The draft with its setter. The password is never stored. */
export function useAuthDraft(): [AuthDraft, (part: Partial<AuthDraft>) => void] {
	const [draft, setDraft] = useSessionStorage(storageKey, empty)
	const [password, setPassword] = useState('')
	const change = ({ password: secret, ...part }: Partial<AuthDraft>) => {
		if (secret !== undefined) setPassword(secret)
		if (Object.keys(part).length > 0) setDraft((before) => ({ ...before, ...part }))
	}
	return [{ ...empty, ...draft, password }, change]
}

/** Puts an address into the draft before /auth opens. */
export function prefillAddress(email: string): void {
	const draft = readSessionValue<typeof empty>(storageKey)
	writeSessionValue(storageKey, { ...empty, ...draft, email })
}

/** The screens of /auth, in the URL as `?mode=`. */
export type AuthMode = 'sign-in' | 'sign-up' | 'forgotten' | 'link' | 'sso' | 'phone' | 'new-password'

export const modeTitles: Record<AuthMode, string> = {
	'sign-in': 'Sign in',
	'sign-up': 'Make an account',
	forgotten: 'Forgotten password',
	link: 'A link by mail',
	sso: 'Single sign-on',
	phone: 'A code by phone',
	'new-password': 'New password',
}

/** Screens for sign-in with an address. */
const emailModes: readonly AuthMode[] = ['sign-up', 'forgotten', 'link']

/** Parses `?mode=`; unknown modes, and modes disabled in this installation, become sign-in. */
export function parseMode(text: string | null, config: Pick<AppConfig, 'email' | 'signup'> | undefined): AuthMode {
	if (text === null || !Object.hasOwn(modeTitles, text)) return 'sign-in'
	const mode = text as AuthMode
	if (config?.email === false && emailModes.includes(mode)) return 'sign-in'
	return mode === 'sign-up' && !isSignupOpen(config) ? 'sign-in' : mode
}

/** True when open sign-up is enabled. */
export const isSignupOpen = (config: Pick<AppConfig, 'signup'> | undefined): boolean =>
	(config?.signup ?? 'open') === 'open'

/** A text for people without an account, where sign-up is restricted. */
export const signupClosedText = (config: Pick<AppConfig, 'signup'> | undefined): string =>
	config?.signup === 'invite'
		? 'New accounts are by invitation here: open the link in yours, or ask the administrator of this Plaudit.'
		: 'No new accounts are made here. Ask the administrator of this Plaudit.'

/** Props of each screen of /auth. */
export type AuthScreenProps = {
	draft: AuthDraft
	change: (part: Partial<AuthDraft>) => void
	showMode: (mode: AuthMode) => void
	onSent: (sent: SentEmail) => void
}

/** A sent mail: purpose, address and time (ms), so that its screen survives a reload. */
export type SentEmail = { email: string; purpose: 'signup' | 'recovery' | 'email'; at: number }

/** Error text for an address, or undefined. The server validates it again. */
export function emailError(email: string): string | undefined {
	if (!email.trim()) return 'Type your e-mail address.'
	if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())) return 'This does not look like an e-mail address.'
	return undefined
}
