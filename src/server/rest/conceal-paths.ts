/** An error as PostgreSQL words it. */
export type PgError = {
	code: string
	message: string
	detail: string | undefined
	hint: string | undefined
}

const path = /(?:^|[\s"'(=])(?:[a-z]:[\\/]|\.{0,2}\/|[\w.-]+\/)[\w.-]/i

/** Errors of the machine, and the codes that PostgreSQL gives to a file that is no file or may not be opened. */
const ofServer = /^(?:53|58|XX)/
const ofFiles = /^(?:42501|42809)$/
const aboutFile = /^could not [a-z ]*(?:file|directory|link)\b/

/**
 * The words for an error that names a file of the server: callers learn what kind of error it is and not where.
 * @returns undefined for an error that names none
 */
export function concealPaths({ code, message, detail, hint }: PgError): PgError | undefined {
	const isOurs = ofServer.test(code) || (ofFiles.test(code) && aboutFile.test(message))
	if (!isOurs || ![message, detail, hint].some((text) => text && path.test(text))) return undefined
	const worded = (message: string, hint?: string) => ({ code, message, detail: undefined, hint })
	if (code === '53100') return worded('The server has no room to write.', 'Try again later.')
	if (code.startsWith('53')) return worded('The server has too much to do.', 'Try again later.')
	if (code.startsWith('XX')) return worded('The server made a mistake.')
	return worded('The server could not read or write one of its files.')
}
