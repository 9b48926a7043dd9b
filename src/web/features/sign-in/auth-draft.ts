/** What a person typed on /auth; it outlives a change of mode and every error. */
export type AuthDraft = { email: string; username: string; password: string }
export const emptyDraft: AuthDraft = { email: '', username: '', password: '' }

/** The faces of /auth; in the address as `?mode=`. */
export type AuthMode = 'sign-in' | 'sign-up' | 'forgotten' | 'link' | 'new-password'

export const modeTitles: Record<AuthMode, string> = {
	'sign-in': 'Sign in',
	'sign-up': 'Make an account',
	forgotten: 'Forgotten password',
	link: 'A link by mail',
	'new-password': 'New password',
}

/** Reads `?mode=`; anything unknown is signing in. */
export function modeOf(text: string | null): AuthMode {
	return text !== null && Object.hasOwn(modeTitles, text) ? (text as AuthMode) : 'sign-in'
}

/** What each face of /auth gets. */
export type AuthFaceProps = {
	draft: AuthDraft
	change: (part: Partial<AuthDraft>) => void
	turnTo: (mode: AuthMode) => void
	onSent: (sent: { email: string; purpose: 'signup' | 'recovery' | 'email' }) => void
}

/** What is wrong with an address, or undefined. The server has the last word. */
export function emailProblem(email: string): string | undefined {
	if (!email.trim()) return 'Type your e-mail address.'
	if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()))
		return 'This does not look like an e-mail address.'
	return undefined
}
