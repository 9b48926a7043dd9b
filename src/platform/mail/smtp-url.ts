import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** The mail server that SMTP_URL names. */
export type SmtpServer = {
	/** A name in ASCII, or an address without brackets. */
	host: string
	port: number
	/** TLS from the first byte (`smtps`); otherwise STARTTLS where the server offers it. */
	secure: boolean
	auth?: { user: string; pass: string }
}

/** An SMTP_URL that cannot be used, with one line of advice. It never contains user or password. */
export class SmtpUrlError extends Error {}

const example = 'must be an address such as smtp://user:password@mail.example.com:587'
const encode = 'In user and password, write % as %25, @ as %40, : as %3A, / as %2F, ? as %3F and # as %23'

/**
 * Parses an address of a mail server. The last @ ends user and password, so that a password may contain most characters
 * as they are. Ports are 587 for smtp and 465 for smtps by default.
 * @throws SmtpUrlError for anything that would be read in two ways, or not at all
 */
export function parseSmtpUrl(text: string): SmtpServer {
	const [, scheme = '', rest = ''] = /^(smtps?):\/\/(.*)$/is.exec(text.trim()) ?? []
	if (!rest) throw new SmtpUrlError(example)
	const at = rest.lastIndexOf('@')
	const identity = rest.slice(0, Math.max(at, 0))
	// A URL parser would end the host there and take the rest for a path or for options.
	const [start = '', ending] = identity.split(/[/?#]/, 2)
	if (ending !== undefined && parsePlace(start.slice(start.lastIndexOf('@') + 1)))
		throw new SmtpUrlError(`could be read in two ways. ${encode}`)
	const [, place = '', after = ''] = /^([^/?#]*)(.*)$/s.exec(rest.slice(at + 1)) ?? []
	if (/^\/?\?/.test(after)) throw new SmtpUrlError(`takes no options behind "?": leave them out. ${encode}`)
	if (after && after !== '/')
		throw new SmtpUrlError(`must end after the host and its port${at < 0 ? '' : `. ${encode}`}`)
	const found = parsePlace(place)
	if (!found) throw new SmtpUrlError(example)
	const secure = scheme.toLowerCase() === 'smtps'
	const auth = at < 0 ? undefined : parseIdentity(identity)
	return { host: found.host, port: found.port ?? (secure ? 465 : 587), secure, ...(auth ? { auth } : {}) }
}

function parsePlace(place: string): { host: string; port: number | undefined } | undefined {
	const [, bracketed, name = '', digits] = /^(?:\[([^\]]*)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(place) ?? []
	const port = digits === undefined ? undefined : Number(digits)
	if (port !== undefined && (port < 1 || port > 65_535)) return undefined
	if (bracketed !== undefined) return isIP(bracketed) === 6 ? { host: bracketed, port } : undefined
	const host = domainToASCII(name)
	return host ? { host, port } : undefined
}

function parseIdentity(identity: string) {
	const colon = identity.indexOf(':')
	const user = decode(colon < 0 ? identity : identity.slice(0, colon))
	const pass = colon < 0 ? '' : decode(identity.slice(colon + 1))
	if (!user && !pass) return undefined
	if (!user || !pass)
		throw new SmtpUrlError(`has a ${user ? 'user without a password' : 'password without a user'}: ${example}`)
	return { user, pass }
}

function decode(text: string): string {
	let decoded: string
	try {
		decoded = decodeURIComponent(text)
	} catch {
		throw new SmtpUrlError(`has a % that begins no escape. ${encode}`)
	}
	if (/\p{Cc}/u.test(decoded)) throw new SmtpUrlError('has a control character in its user or password')
	return decoded
}
