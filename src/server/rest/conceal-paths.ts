/** An error as PostgreSQL words it. */
export type PgError = {
	code: string
	message: string
	detail: string | undefined
	hint: string | undefined
}

const start = String.raw`(?:^|[\s"'(=])`
/** Any path, also one below a folder of any name. */
const path = new RegExp(String.raw`${start}(?:[a-z]:[\\/]|\.{0,2}/|[\w.-]+/)[\w.-]`, 'i')
const absolutePath = new RegExp(String.raw`${start}(?:[a-z]:[\\/]|\.{0,2}/)[\w.-]`, 'i')
/** An absolute path, or one below a folder of the database: extensions word their own errors as XX000, with slashes in them. */
const ownPath = new RegExp(
	String.raw`${absolutePath.source}|${start}(?:base|global|pg_\w+)/\w`,
	'i',
)

/** Errors of the machine, and the codes that PostgreSQL gives to a file that is no file or may not be opened. */
const ofServer = /^(?:53|58|XX)/
const ofFiles = /^(?:42501|42809)$/
const aboutFile = /^could not [a-z ]*(?:file|directory|link)\b/
const ofConnections = /^08/

/**
 * The words for an error that names a file of the server: callers learn what kind of error it is and not where.
 * @returns undefined for an error that names none
 */
export function concealPaths({ code, message, detail, hint }: PgError): PgError | undefined {
	const sought = soughtIn(code, message)
	if (![message, detail, hint].some((text) => text && sought?.test(text))) return undefined
	const worded = (message: string, hint?: string) => ({ code, message, detail: undefined, hint })
	if (code === '53100') return worded('The server has no room to write.', 'Try again later.')
	if (code.startsWith('53')) return worded('The server has too much to do.', 'Try again later.')
	if (ofConnections.test(code)) return worded('The server could not reach another server.')
	if (code.startsWith('XX')) return worded('The server made a mistake.')
	return worded('The server could not read or write one of its files.')
}

/** What counts as a path in an error of this code; undefined where paths are not looked for. */
function soughtIn(code: string, message: string): RegExp | undefined {
	if (code === 'XX000') return ownPath
	if (ofConnections.test(code)) return absolutePath
	return ofServer.test(code) || (ofFiles.test(code) && aboutFile.test(message)) ? path : undefined
}
