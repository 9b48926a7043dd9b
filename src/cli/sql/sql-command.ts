import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { flag, readOptions, resolveCallerPath, text, UsageError } from '#cli/read-options.ts'
import { withDatabase } from '#cli/with-deps.ts'
import { decode } from '#platform/pg/migrations/own-migrations.ts'
import { readScript, requireNoTransactionControl, runStatements, ScriptError } from '#platform/pg/scripts/sql-script.ts'
import { errorJson, errorText } from './error-text.ts'
import { outcomeJson } from './json-text.ts'
import { runPsql } from './run-psql.ts'
import { type Outcome, openSession, type Session } from './sql-session.ts'
import { outcomeText } from './table-text.ts'

type Script = { text: string; source?: string }

/** Runs SQL as the database's owner: from a file, standard input, an option, or psql on a terminal. */
export async function run(args: string[]): Promise<number> {
	const options = readOptions(args, {
		file: { ...text, short: 'f' },
		command: { ...text, short: 'c' },
		json: flag,
		'no-transaction': flag,
	})
	const isForPsql = options.file === undefined && options.command === undefined && process.stdin.isTTY
	if (isForPsql && (options.json || options['no-transaction']))
		throw new UsageError('--json and --no-transaction belong to -f, -c or standard input.')
	const input = isForPsql ? undefined : await readInput(options)
	return withDatabase(async ({ owner }, config) => {
		const session = await openSession(owner, (line) => console.error(line))
		if (!session.isMigrated) console.error('Plaudit has not been started on this database: run plaudit migrate first.')
		try {
			const code = input ? undefined : await runPsql(owner, config)
			if (code !== undefined) return code
			if (!input) console.error('psql is not installed. Type statements here, and end them with Ctrl+D.')
			const script = input ?? (await readInput({}))
			return await runInput(session, script, !options['no-transaction'], options.json === true)
		} finally {
			await session.close()
		}
	})
}

async function readInput(options: { file?: string; command?: string }): Promise<Script> {
	const { file, command } = options
	if (file !== undefined && command !== undefined) throw new UsageError('Give -f or -c, not both.')
	if (command !== undefined) return { text: command }
	if (file !== undefined && file !== '-') {
		const bytes = await readFile(resolveCallerPath(file)).catch((cause) => {
			throw new Error(`${file} cannot be read: ${cause.message}`, { cause })
		})
		return { text: decode(bytes, file), source: file }
	}
	const parts: Buffer[] = []
	for await (const part of process.stdin) parts.push(part)
	return { text: decode(Buffer.concat(parts), 'Standard input'), source: '<stdin>' }
}

async function runInput(session: Session, script: Script, inTransaction: boolean, json: boolean): Promise<number> {
	const cancel = () => session.cancel()
	process.on('SIGINT', cancel)
	try {
		const failure = await runScript(session, script.text, inTransaction, (outcome) =>
			console.log(json ? outcomeJson(outcome) : outcomeText(outcome)),
		)
		if (!failure) return 0
		if (json) console.log(errorJson(failure.error))
		console.error(errorText(failure.error, script.source))
		if (failure.isUndone) console.error('Nothing was changed.')
		return 1
	} finally {
		process.off('SIGINT', cancel)
	}
}

/** Failure of a script. `isUndone`: it was one transaction that was certainly not committed. */
type Failure = { error: ScriptError; isUndone: boolean }

/** Runs a script; several statements are one transaction unless disabled. @returns the first failure */
async function runScript(
	session: Session,
	text: string,
	inTransaction: boolean,
	tell: (outcome: Outcome) => void,
): Promise<Failure | undefined> {
	let isUndone = inTransaction
	try {
		const statements = readScript(text)
		const isWrapped = inTransaction && statements.length > 1
		if (isWrapped) requireNoTransactionControl(statements, 'Leave it out, or give --no-transaction.')
		isUndone = isWrapped
		if (isWrapped) await session.run('begin')
		await runStatements(statements, async (statement) => tell(await session.run(statement.text)))
		const [last] = statements.slice(-1)
		if (!isWrapped || !last) return undefined
		await session.run('commit').catch((cause: Error) => {
			// If the connection is lost here, the transaction may have committed.
			isUndone = cause instanceof pg.DatabaseError && !session.isLost()
			throw new ScriptError(last, cause)
		})
		return undefined
	} catch (error) {
		if (session.transaction() !== 'I') await session.run('rollback').catch(() => {})
		if (!(error instanceof ScriptError)) throw error
		return { error, isUndone }
	}
}
