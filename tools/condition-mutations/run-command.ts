import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Milliseconds between the request to end and the end by force. */
const graceMs = 20_000

export type CommandOptions = {
	cwd: string
	limitSeconds: number
	/** Receives all output, after what it contains. */
	log: string
	/** Ends the command and all its children. */
	signal: AbortSignal
}

export type CommandResult = { code: number | null; isTimeout: boolean; output: string; seconds: number }

/**
 * Runs a command of a checkout with its own temporary folder. At its end nothing that it started is left.
 * @throws when the signal aborts
 */
export async function runCommand(command: string, args: string[], options: CommandOptions): Promise<CommandResult> {
	const { cwd, limitSeconds, log, signal } = options
	signal.throwIfAborted()
	const temporary = await mkdtemp(join(tmpdir(), 'mutant-'))
	// PostgreSQL runs as another user when we are root.
	await chmod(temporary, 0o1777)
	await mkdir(dirname(log), { recursive: true })
	const file = createWriteStream(log, { flags: 'a' })
	file.write(`$ ${command} ${args.join(' ')}\n`)
	const started = performance.now()
	const env = {
		...process.env,
		PATH: `${join(cwd, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
		TMPDIR: temporary,
		NODE_COMPILE_CACHE: join(cwd, '.cache/node'),
		NO_COLOR: '1',
		FORCE_COLOR: undefined,
	}
	// A group of its own is ended as a whole, and does not get the terminal's Ctrl-C before its turn.
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
	let output = ''
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8')
		stream.on('data', (text: string) => {
			output += text
			file.write(text)
		})
	}
	const exit = Promise.withResolvers<number | null>()
	child.on('error', exit.reject)
	child.on('exit', (code) => exit.resolve(code))
	const limit = AbortSignal.timeout(limitSeconds * 1000)
	const end = () => void endGroup(child.pid, exit.promise)
	for (const reason of [limit, signal]) reason.addEventListener('abort', end, { once: true })
	try {
		const code = await exit.promise
		signal.throwIfAborted()
		return { code, isTimeout: limit.aborted, output, seconds: Math.round((performance.now() - started) / 1000) }
	} finally {
		for (const reason of [limit, signal]) reason.removeEventListener('abort', end)
		signalGroup(child.pid, 'SIGKILL')
		await endPostmasters(temporary)
		await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
		file.end()
	}
}

async function endGroup(pid: number | undefined, ended: Promise<unknown>): Promise<void> {
	signalGroup(pid, 'SIGINT')
	await Promise.race([ended, setTimeout(graceMs, undefined, { ref: false })])
	signalGroup(pid, 'SIGKILL')
}

function signalGroup(pid: number | undefined, name: NodeJS.Signals): void {
	try {
		if (pid) process.kill(-pid, name)
	} catch {
		// The group has ended.
	}
}

/** A postmaster has a group of its own, and outlives a test that was ended by force. */
async function endPostmasters(folder: string): Promise<void> {
	const names = await readdir(folder, { recursive: true })
	for (const name of names.filter((path) => path.endsWith('postmaster.pid'))) {
		const pid = Number.parseInt(await readFile(join(folder, name), 'utf8').catch(() => ''), 10)
		if (pid > 1) endProcess(pid)
	}
}

function endProcess(pid: number): void {
	try {
		process.kill(pid, 'SIGQUIT')
	} catch {
		// It has ended.
	}
}
