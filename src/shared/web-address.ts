/** Format characters, such as a zero-width space. Joiners stay: they are letters of Persian addresses. */
const invisible = /[^\P{Cf}\u200c\u200d]/gu
/** The colon of a port follows a host, that of a scheme does not. */
const scheme = /^(?!(?=[^:]*\.)[^/:]+:\d)[a-z][a-z\d+.-]*:/i
const email = /^(mailto:)?[^\s@/:]+@[^\s@/]+$/i

/** Why a typed address is refused: it is that of a mailbox, or none of a website. */
export type WebAddressProblem = 'email' | 'incomplete'

/**
 * The address of a website as a person typed it. One without a scheme gets `https://`; otherwise it stays as it was written, with
 * its scheme in lower case.
 */
export function readWebAddress(typed: string): { url: string } | { problem: WebAddressProblem } {
	const text = typed.replace(invisible, '').trim()
	if (email.test(text)) return { problem: 'email' }
	const isWhole = scheme.test(text)
	const url = isWhole
		? text.replace(/^https?(?=:)/i, (name) => name.toLowerCase())
		: `https://${text.replace(/^\/\//, '')}`
	const incomplete = { problem: 'incomplete' } as const
	// A browser reads a backslash as a slash, so that it may name another host; behind ? and # it is a sign as any other.
	if (!/^https?:\/\/[^/]/.test(url) || /[\s\p{Cc}]|^[^?#]*\\/u.test(url) || !URL.canParse(url)) return incomplete
	const { hostname, username, password } = new URL(url)
	// Without a scheme, a word or a decimal number is no website. A whole address may name a machine of the same network.
	const isHost = isWhole ? /^(\[|[\w-][\w.-]*$)/ : /^([\w-]+\.)+(?!\d+\.?$)[a-z\d-]{2,}\.?$/
	return username || password || !isHost.test(hostname) ? incomplete : { url }
}
