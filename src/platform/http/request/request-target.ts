/** The address that a request asks for. */
export type RequestTarget = {
	/** Decoded but for reserved characters and `%25`. */
	path: string
	rawPath: string
	/** With its question mark, or empty. */
	search: string
}

/** Characters that the URL standard leaves alone. A path with an escape or a dot segment is normalised first. */
const plainTarget = /^(\/[!$&-;=@-[\]_a-z~]*)(\?[!$-;=?-[\]_a-z~]*)?$/
const dotSegment = /\/\.\.?(?:\/|$)/

/**
 * Reads the request line's target (RFC 9112 §3.2): a path with a query, or a whole address.
 * @returns nothing for a target that is neither
 */
export function parseRequestTarget(url: string): RequestTarget | undefined {
	const plain = plainTarget.exec(url)
	const path = plain?.[1]
	if (path !== undefined && !(path.includes('/.') && dotSegment.test(path)))
		return { path, rawPath: path, search: dropEmpty(plain?.[2]) }
	// A backslash would be a slash to the URL standard, and something else to a proxy.
	if (/^[^?]*\\/.test(url)) return undefined
	const isPath = url.startsWith('/')
	if (!isPath && !/^https?:\/\//.test(url)) return undefined
	const address = isPath ? `http://localhost${url}` : url
	if (!URL.canParse(address)) return undefined
	const { pathname, search } = new URL(address)
	return { path: decodePath(pathname), rawPath: pathname, search }
}

/** A lone question mark is no query. */
function dropEmpty(search = ''): string {
	return search === '?' ? '' : search
}

const simpleHost = /^[a-z0-9._-]+(?::\d{4,5})?$/
let lastGood: string | undefined

/** True when a Host header names a host and nothing else. HTTP/1.0 need not send one. */
export function isValidHost(host: string | undefined): boolean {
	if (host === undefined || host === lastGood) return true
	if (!URL.canParse(`http://${host}`)) return false
	if (!simpleHost.test(host)) {
		const { hostname } = new URL(`http://${host}`)
		const named = host.replace(/:\d+$/, '').toLowerCase()
		if (hostname.length !== host.length && hostname !== named) return false
	}
	lastGood = host
	return true
}

/** Escapes that are not UTF-8 stay as they are. */
function decodePath(path: string): string {
	if (!path.includes('%')) return path
	const escaped = path.replaceAll('%25', '%2525').replace(/%(?![0-9a-f]{2})/gi, '%25')
	try {
		return decodeURI(escaped)
	} catch {
		return escaped.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
			try {
				return decodeURI(escapes)
			} catch {
				return escapes
			}
		})
	}
}
