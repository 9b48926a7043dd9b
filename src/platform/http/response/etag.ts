/** Whether an `if-none-match` names this version (RFC 9110 §13.1.2): a list or `*`, with weak comparison. */
export function hasEtag(given: string | undefined, etag: string): boolean {
	if (given === undefined) return false
	if (given === etag || given === '*') return true
	return given.includes(',') || given.startsWith('W/')
		? given.split(',').some((entry) => entry.trim().replace(/^W\//, '') === etag)
		: false
}
