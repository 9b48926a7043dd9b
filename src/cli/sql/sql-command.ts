import { readFile } from 'node:fs/promises'
import { openForCommand } from '#cli/open-for-command.ts'
import { flag, readOptions, resolveCallerPath, text, UsageError } from '#cli/read-options.ts'
import { cliConfig } from '#cli/with-deps.ts'
import { decode } from '#platform/pg/migrations/own-migrations.ts'
import { errorJson, errorText } from './error-text.ts'
import { outcomeJson } from './json-text.ts'
import { runPrompt } from './prompt.ts'
import { readHistory, writeHistory } from './prompt-history.ts'
import { runScript } from './run-script.ts'
import { openSession, type Session } from './sql-session.ts'
import { outcomeText } from './table-text.ts'

type Script = { text: string; source?: string }

/** Runs SQL as the database's owner: from a file, standard input, an option or a prompt. */
export async function run(args: string[]): Promise<number> {
	const options = readOptions(args, {
		file: { ...text, short: 'f' },
		command: { ...text, short: 'c' },
		json: flag,
		'no-transaction': flag,
	})
	const script = await readInput(options)
	if (!script && (options.json || options['no-transaction']))
		throw new UsageError('--json and --no-transaction belong to -f, -c or standard input.')
	const database = await openForCommand(cliConfig())
	try {
		const session = await openSession(database.owner, (line) => console.error(line))
		if (!session.isMigrated) console.error('Plaudit has not been started on this database: run plaudit migrate first.')
		try {
			if (!script) return await startPrompt(session)
			return await runInput(session, script, !options['no-transaction'], options.json === true)
		} finally {
			await session.close()
		}
	} finally {
		await database.stop()
	}
}

/** @returns undefined for an interactive terminal */
async function readInput(options: { file?: string; command?: string }): Promise<Script | undefined> {
	const { file, command } = options
	if (file !== undefined && command !== undefined) throw new UsageError('Give -f or -c, not both.')
	if (command !== undefined) return { text: command }
	if (file !== undefined && file !== '-') {
		const bytes = await readFile(resolveCallerPath(file)).catch((cause) => {
			throw new Error(`${file} cannot be read: ${cause.message}`, { cause })
		})
		return { text: decode(bytes, file), source: file }
	}
	if (file === undefined && process.stdin.isTTY) return undefined
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

async function startPrompt(session: Session): Promise<number> {
	console.log(
		`Connected to ${session.database} as ${session.user}, the database's owner: every table is open, row-level security does not hold here.\nStatements end with a semicolon; \\? helps, \\q leaves.`,
	)
	const history = await readHistory()
	const { stdin, stdout } = process
	await writeHistory(await runPrompt(session, { input: stdin, output: stdout, history }))
	return session.isLost() ? 1 : 0
}
