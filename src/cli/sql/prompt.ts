import { createInterface, type Interface } from 'node:readline'
import { splitStatements } from '#platform/pg/scripts/split-statements.ts'
import { rejectCopy, runStatements, ScriptError } from '#platform/pg/scripts/sql-script.ts'
import { errorText } from './error-text.ts'
import { printableLines } from './printable-text.ts'
import { describeColumns, describeParts, findRelation, listRelations } from './relation-queries.ts'
import type { Session } from './sql-session.ts'
import { outcomeText } from './table-text.ts'

export type Terminal = {
	input: NodeJS.ReadableStream
	output: NodeJS.WritableStream
	/** Earlier lines, the newest first. */
	history: string[]
}

/** Reads statements and runs each at its semicolon, until the input ends. @returns the lines to save, the newest first */
export async function runPrompt(session: Session, terminal: Terminal): Promise<string[]> {
	const lines = createInterface({ ...terminal, terminal: true, historySize: 1000 })
	let { history } = terminal
	lines.on('history', (now: string[]) => {
		history = [...now]
	})
	await new Prompt(session, lines, terminal.output).run()
	return history
}

class Prompt {
	readonly #session: Session
	readonly #lines: Interface
	readonly #output: NodeJS.WritableStream
	/** Text of an unfinished statement. */
	#typed = ''
	#open: string | undefined
	#isRunning = false
	/** Set once the input has ended. */
	#whenDone: (() => void) | undefined
	/** Lines that arrive while a statement runs are handled in order. */
	#queue: string[] = []

	constructor(session: Session, lines: Interface, output: NodeJS.WritableStream) {
		this.#session = session
		this.#lines = lines
		this.#output = output
	}

	run(): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#lines.on('SIGINT', () => this.#interrupt())
			this.#lines.on('line', (line) => {
				this.#queue.push(line)
				if (!this.#isRunning) this.#drain().catch(reject)
			})
			this.#lines.on('close', () => {
				// Waits for the running statement.
				this.#whenDone = resolve
				if (!this.#isRunning) resolve()
			})
			this.#ask()
		})
	}

	async #drain(): Promise<void> {
		this.#isRunning = true
		for (let line = this.#queue.shift(); line !== undefined; line = this.#queue.shift()) {
			await this.#take(line)
			if (!this.#session.isLost()) continue
			this.#say('The connection to the database is lost.')
			this.#leave()
		}
		this.#isRunning = false
		if (this.#whenDone) this.#whenDone()
		else this.#ask()
	}

	#leave(): void {
		this.#queue = []
		this.#lines.close()
	}

	async #take(line: string): Promise<void> {
		if (this.#typed === '') {
			const word = line.trim()
			if (/^(quit|exit);?$/i.test(word)) return this.#leave()
			if (/^\\|^help;?$/i.test(word)) return this.#command(word.startsWith('\\') ? word : '\\?')
		}
		const { statements, rest, open } = splitStatements(`${this.#typed}${line}\n`)
		this.#typed = rest?.text ?? ''
		this.#open = open
		try {
			await runStatements(statements, async (statement) => {
				rejectCopy(statement)
				this.#say(outcomeText(await this.#session.run(statement.text)))
			})
		} catch (error) {
			if (!(error instanceof ScriptError)) throw error
			this.#say(errorText(error))
			this.#forget()
		}
	}

	async #command(line: string): Promise<void> {
		try {
			const said = await runPromptCommand(this.#session, line)
			if (said === undefined) this.#leave()
			else this.#say(printableLines(said))
		} catch (error) {
			this.#say(printableLines((error as Error).message))
		}
	}

	#interrupt(): void {
		this.#queue = []
		if (this.#isRunning) {
			this.#session.cancel().catch((error: Error) => this.#say(error.message))
			return
		}
		this.#output.write('^C\n')
		this.#forget()
		// Clears the current line.
		this.#lines.write(null, { ctrl: true, name: 'e' })
		this.#lines.write(null, { ctrl: true, name: 'u' })
		this.#ask()
	}

	#forget(): void {
		this.#typed = ''
		this.#open = undefined
	}

	/** Like psql: `=` ready, `-` in a statement, else the open quote; `*` in a transaction, `!` in a failed one. */
	#ask(): void {
		const { database, isSuperuser } = this.#session
		const place = this.#typed === '' ? '=' : (this.#open ?? '-')
		const state = { I: '', T: '*', E: '!' }[this.#session.transaction()]
		this.#lines.setPrompt(`${database}${place}${state}${isSuperuser ? '#' : '>'} `)
		this.#lines.prompt()
	}

	#say(text: string): void {
		this.#output.write(`${text}\n`)
	}
}

const promptHelp = `Statements end with a semicolon and may have several lines.
  \\dt [PATTERN]  tables; PATTERN as *.name or schema.*
  \\d             tables, views and sequences
  \\d NAME        columns, indexes, policies and grants of one
  \\?             this
  \\q             leave (or Ctrl+D)
Ctrl+C cancels the statement that runs, or forgets what was typed.`

/** Runs a backslash command. @returns text to print, or undefined to quit */
async function runPromptCommand(session: Session, line: string): Promise<string | undefined> {
	const [, command = '', argument = ''] = /^(\\\S*)\s*(.*?)\s*;?$/.exec(line.trim()) ?? []
	if (command === '\\q') return undefined
	if (command === '\\?') return promptHelp
	if (command === '\\dt') return listOf(session, ['r', 'p', 'f'], argument)
	if (command === '\\d' && argument === '') return listOf(session, ['r', 'p', 'f', 'v', 'm', 'S'], '')
	if (command === '\\d') return describeRelation(session, argument)
	return `There is no command ${command}. \\? lists those there are.`
}

async function listOf(session: Session, kinds: string[], pattern: string): Promise<string> {
	const [name = '', schema = ''] = pattern.split('.').reverse()
	const found = await session.run(listRelations, [kinds, likePattern(schema), likePattern(name) || '%'])
	return found.rows.length > 0 ? outcomeText(found) : 'There is none.'
}

/** `*` and `?` as in psql; every other character is literal. */
function likePattern(pattern: string): string {
	return pattern
		.replace(/[\\%_]/g, '\\$&')
		.replaceAll('*', '%')
		.replaceAll('?', '_')
}

async function describeRelation(session: Session, name: string): Promise<string> {
	const [found] = (await session.run(findRelation, [name])).rows
	if (!found) return `There is no relation ${name}.`
	const [oid, fullName, kind, isSecured] = found
	const columns = outcomeText(await session.run(describeColumns, [oid])).replace(/\n\(\d+ rows?\)$/, '')
	const parts = Map.groupBy((await session.run(describeParts, [oid])).rows, ([part]) => part ?? '')
	const lines = [...parts].flatMap(([part, rows]) => [`${part}:`, ...rows.map(([, line]) => `    ${line}`)])
	const security = kind?.endsWith('table') ? [`Row-level security: ${isSecured === 't' ? 'on' : 'off'}`] : []
	return [`${kind} ${fullName}`, columns, ...security, ...lines].join('\n')
}
