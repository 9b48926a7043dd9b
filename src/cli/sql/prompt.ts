import { createInterface, type Interface } from 'node:readline'
import { refuseCopy, runStatements, ScriptError } from '#server/pg/script.ts'
import { splitStatements } from '#server/pg/split-statements.ts'
import { errorText } from './error-text.ts'
import { printableLines } from './printable-text.ts'
import { runPromptCommand } from './prompt-commands.ts'
import type { Session } from './session.ts'
import { outcomeText } from './table-text.ts'

export type Terminal = {
	input: NodeJS.ReadableStream
	output: NodeJS.WritableStream
	/** Lines typed before, the newest first. */
	history: string[]
}

/**
 * Reads statements and runs each when its semicolon is there, until the input ends.
 * @returns the lines to remember, the newest first
 */
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
	/** What was typed of a statement that has not ended. */
	#typed = ''
	#open: string | undefined
	#isRunning = false
	/** Set once the input has ended. */
	#whenDone: (() => void) | undefined
	/** Lines that came while a statement ran are taken one after the other. */
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
				// The statement that runs is waited for.
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
				refuseCopy(statement)
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
		// Empties the line that is being typed.
		this.#lines.write(null, { ctrl: true, name: 'e' })
		this.#lines.write(null, { ctrl: true, name: 'u' })
		this.#ask()
	}

	#forget(): void {
		this.#typed = ''
		this.#open = undefined
	}

	/** As psql: `=` ready, `-` in a statement, else what is open; `*` in a transaction, `!` in a failed one. */
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
