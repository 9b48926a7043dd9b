import { type LinkSession, readLinkSession, storedUserId } from './link-session.ts'

/** The page's question or statement about the session of its link. */
export type LinkQuestion =
	| { kind: 'ask'; account: string | undefined; accept: () => void; refuse: () => void }
	| { kind: 'kept'; account: string | undefined; close: () => void }

let question: LinkQuestion | undefined
const listeners = new Set<() => void>()

/** The open question, for `useSyncExternalStore`. */
export const linkQuestion = (): LinkQuestion | undefined => question

export function subscribeLinkQuestion(changed: () => void): () => void {
	listeners.add(changed)
	return () => void listeners.delete(changed)
}

/**
 * The flow with which the client reads this page's URL. Sign-ins that begin here use PKCE. A session in the fragment, which any site can
 * link to, is taken out of the URL before the client sees it: it never replaces that of another person, and is put back only once
 * the person at the screen accepts its account.
 */
export async function chooseFlow(): Promise<'implicit' | 'pkce'> {
	const { pathname, search, hash } = window.location
	const hasToken = new URLSearchParams(hash.replace(/^#/, '')).has('access_token')
	const link = readLinkSession(window.location)
	// The client reports an incomplete session and takes none.
	if (!link || isOwnSession(link)) return hasToken ? 'implicit' : 'pkce'
	history.replaceState(history.state, '', pathname + search)
	if (hasStoredSession()) return keepSession(link)
	const isAccepted = await new Promise<boolean>((answer) =>
		show({ kind: 'ask', account: link.account, accept: () => answer(true), refuse: () => answer(false) }),
	)
	show(undefined)
	if (!isAccepted) return 'pkce'
	// Another tab may have signed in meanwhile.
	if (hasStoredSession() && !isOwnSession(link)) return keepSession(link)
	history.replaceState(history.state, '', pathname + search + hash)
	return 'implicit'
}

function keepSession({ account }: LinkSession): 'pkce' {
	show({ kind: 'kept', account, close: () => show(undefined) })
	return 'pkce'
}

function hasStoredSession(): boolean {
	return storedUserId(window.localStorage) !== undefined
}

/** True when the link is of the account that is signed in. The server refuses a token that only claims it. */
function isOwnSession({ userId }: LinkSession): boolean {
	return userId !== undefined && storedUserId(window.localStorage) === userId
}

function show(next: LinkQuestion | undefined): void {
	question = next
	for (const changed of listeners) changed()
}
