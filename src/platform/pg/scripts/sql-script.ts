import { type Statement, splitStatements } from './split-statements.ts'

/** A statement of a script failed or cannot be run in a script. */
export class ScriptError extends Error {
	/** Line of the script, from 1. */
	readonly line: number
	/** Text of the statement in the script. */
	readonly statement: Statement
	/** Offset of the character that PostgreSQL points to, in UTF-16 code units. */
	readonly offset: number | undefined

	constructor(statement: Statement, cause: Error) {
		super(cause.message, { cause })
		this.statement = statement
		this.offset = offsetOf(statement.text, cause)
		const before = statement.text.slice(0, this.offset ?? 0)
		this.line = statement.line + before.split('\n').length - 1
	}
}

/** PostgreSQL counts characters, JavaScript code units. */
function offsetOf(text: string, cause: Error): number | undefined {
	const position = Number((cause as { position?: string }).position)
	return position
		? Array.from(text)
				.slice(0, position - 1)
				.join('').length
		: undefined
}

/**
 * Statements of a script; the last one needs no semicolon. Lines that pg_dump writes for psql are skipped.
 * @throws ScriptError when something is not closed, or is meant for psql
 */
export function readScript(text: string): Statement[] {
	const { statements, rest, open } = splitStatements(text)
	if (rest && open) throw new ScriptError(rest, new Error(`${openTokenNames[open]} is not closed.`))
	return [...statements, ...(rest ? [rest] : [])].filter((statement) => {
		if (!statement.text.startsWith('\\')) return rejectCopy(statement)
		if (/^\\(un)?restrict\b/.test(statement.text)) return false
		throw new ScriptError(
			statement,
			new Error(`${statement.text.split(/\s/)[0]} is a command of psql, which a script cannot have.`),
		)
	})
}

const openTokenNames = {
	"'": 'A string',
	'"': 'A quoted name',
	$: 'A string in dollar signs',
	'*': 'A comment',
	'(': 'A parenthesis or `begin atomic`',
}

/** @returns true @throws ScriptError for `copy` from or to this connection, which would wait for data forever */
function rejectCopy(statement: Statement): true {
	if (statement.words[0] !== 'copy' || !/\b(from\s+stdin|to\s+stdout)\b/i.test(statement.text)) return true
	throw new ScriptError(
		statement,
		new Error('copy from stdin and to stdout are not taken. Use insert (pg_dump --inserts), or select.'),
	)
}

/** @throws ScriptError when a statement would end the transaction that a script runs in */
export function requireNoTransactionControl(statements: readonly Statement[], advice: string): void {
	const found = statements.find(({ words }) => endsTransaction(words))
	if (found)
		throw new ScriptError(
			found,
			new Error(`"${found.words.slice(0, 2).join(' ')}" in a script that is one transaction. ${advice}`),
		)
}

function endsTransaction([first = '', second = '', third = '']: readonly string[]): boolean {
	if (first === 'rollback') return second !== 'to' && !(['work', 'transaction'].includes(second) && third === 'to')
	if (first === 'start' || first === 'prepare') return second === 'transaction'
	return ['begin', 'commit', 'end', 'abort'].includes(first)
}

/** Runs statements one after the other. @param run sends one statement @throws ScriptError for the first failure */
export async function runStatements(
	statements: readonly Statement[],
	run: (statement: Statement) => Promise<unknown>,
): Promise<void> {
	for (const statement of statements)
		await run(statement).catch((cause: Error) => {
			throw new ScriptError(statement, cause)
		})
}
