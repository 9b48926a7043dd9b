/** True when an `if-none-match` names this version (RFC 9110 §13.1.2): a list or `*`, with weak comparison. */
export function hasEtag(header: string | undefined, etag: string): boolean {
	if (header === undefined) return false
	if (header === etag || header === '*') return true
	return header.includes(',') || header.startsWith('W/')
		? header.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)
		: false
}
