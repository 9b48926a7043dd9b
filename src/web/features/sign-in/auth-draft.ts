import { useState } from 'react'
import type { AppConfig } from '#web/lib/config.ts'
import { useKept } from '#web/lib/kept.ts'

/** What a person typed on /auth; it outlives a change of face, every error and, but for the password, a reload. */
export type AuthDraft = { email: string; username: string; password: string; phone: string }

const kept = 'plaudit-auth-draft'
const empty = { email: '', username: '', phone: '' }

/** The draft, and how to change a part of it. The password is never written anywhere. */
export function useAuthDraft(): [AuthDraft, (part: Partial<AuthDraft>) => void] {
	const [words, setWords] = useKept(kept, empty)
	const [password, setPassword] = useState('')
	const change = ({ password: secret, ...part }: Partial<AuthDraft>) => {
		if (secret !== undefined) setPassword(secret)
		if (Object.keys(part).length > 0) setWords((before) => ({ ...before, ...part }))
	}
	return [{ ...empty, ...words, password }, change]
}

/** The faces of /auth; in the address as `?mode=`. */
export type AuthMode =
	| 'sign-in'
	| 'sign-up'
	| 'forgotten'
	| 'link'
	| 'sso'
	| 'phone'
	| 'new-password'

export const modeTitles: Record<AuthMode, string> = {
	'sign-in': 'Sign in',
	'sign-up': 'Make an account',
	forgotten: 'Forgotten password',
	link: 'A link by mail',
	sso: 'Single sign-on',
	phone: 'A code by phone',
	'new-password': 'New password',
}

/** Faces that are for people who sign in with an address. */
const byAddress: readonly AuthMode[] = ['sign-up', 'forgotten', 'link']

/** Reads `?mode=`; anything unknown, and what is not for this installation, is signing in. */
export function modeOf(
	text: string | null,
	config: Pick<AppConfig, 'email' | 'signup'> | undefined,
): AuthMode {
	if (text === null || !Object.hasOwn(modeTitles, text)) return 'sign-in'
	const mode = text as AuthMode
	if (config?.email === false && byAddress.includes(mode)) return 'sign-in'
	return mode === 'sign-up' && !isOpen(config) ? 'sign-in' : mode
}

/** Whether anybody may make an account here. */
export const isOpen = (config: Pick<AppConfig, 'signup'> | undefined): boolean =>
	(config?.signup ?? 'open') === 'open'

/** What to tell those who have no account where not everybody may make one. */
export const noNewAccounts = (config: Pick<AppConfig, 'signup'> | undefined): string =>
	config?.signup === 'invite'
		? 'New accounts are by invitation here. Ask whoever runs this Plaudit.'
		: 'No new accounts are made here. Ask whoever runs this Plaudit.'

/** What each face of /auth gets. */
export type AuthFaceProps = {
	draft: AuthDraft
	change: (part: Partial<AuthDraft>) => void
	turnTo: (mode: AuthMode) => void
	onSent: (sent: Sent) => void
}

/** A mail that went out: why, where to and when (ms), so that its screen outlives a reload. */
export type Sent = { email: string; purpose: 'signup' | 'recovery' | 'email'; at: number }

/** What is wrong with an address, or undefined. The server has the last word. */
export function emailProblem(email: string): string | undefined {
	if (!email.trim()) return 'Type your e-mail address.'
	if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()))
		return 'This does not look like an e-mail address.'
	return undefined
}
