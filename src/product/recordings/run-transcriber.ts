import { type ChildProcess, spawn } from 'node:child_process'
import { Hopeless } from '#platform/jobs/jobs.ts'
import { lowerPriority } from '#platform/lower-priority.ts'
import { splitCommand } from './split-command.ts'

const maxOutputBytes = 1_000_000
const keptLogBytes = 2000
/** Where programs without a path are searched for. */
export const transcriberPath = '/usr/local/bin:/usr/bin:/bin'

export type TranscriberRun = {
	/** The setting TRANSCRIBE_COMMAND. */
	command: string
	/** A WAV file. It replaces `{file}`, or follows the last argument. */
	file: string
	/** Replaces `{language}`: `en` of `en-GB`. */
	language: string
	/** Folder in which it runs, and of its temporary files. */
	folder: string
	seconds: number
	signal?: AbortSignal
}

/**
 * Runs the program that transcribes, without a shell, with low priority and without this server's environment.
 * @returns what it wrote to its standard output
 * @throws Error with the end of its log when it fails or writes more than 1 MB
 * @throws Hopeless when it takes too long, as it would again
 */
export function runTranscriber({ command, file, language, folder, seconds, signal }: TranscriberRun): Promise<string> {
	const words = splitCommand(command)
	const named = words.map((word) => word.replaceAll('{file}', file).replaceAll('{language}', language))
	const [program = '', ...args] = words.some((word) => word.includes('{file}')) ? named : [...named, file]
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			cwd: folder,
			// The whole group is ended at once.
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
			env: { PATH: transcriberPath, LANG: 'C.UTF-8', HOME: folder, TMPDIR: folder },
		})
		if (child.pid !== undefined) void lowerPriority(child.pid)
		const output: Buffer[] = []
		let size = 0
		let log = ''
		let failure: Error | undefined
		const stop = (error: Error) => {
			failure ??= error
			endGroup(child)
		}
		const onAbort = () => stop(new Error('The transcriber was interrupted.'))
		signal?.addEventListener('abort', onAbort, { once: true })
		const timer = setTimeout(() => stop(new Hopeless(`The transcriber ran longer than ${seconds} s.`)), seconds * 1000)
		child.stdout.on('data', (chunk: Buffer) => {
			size += chunk.length
			if (size > maxOutputBytes) stop(new Error(`The transcriber wrote more than ${maxOutputBytes / 1_000_000} MB.`))
			else output.push(chunk)
		})
		child.stderr.on('data', (chunk: Buffer) => {
			log = (log + chunk.toString('utf8')).slice(-keptLogBytes)
		})
		child.on('error', (cause) => {
			clearTimeout(timer)
			reject(new Error(`The transcriber cannot be started: ${cause.message}`, { cause }))
		})
		child.on('exit', () => endGroup(child))
		child.on('close', (code, endedBy) => {
			clearTimeout(timer)
			signal?.removeEventListener('abort', onAbort)
			if (failure) reject(failure)
			else if (code === 0) resolve(Buffer.concat(output).toString('utf8'))
			else reject(new Error(`The transcriber ended with ${endedBy ?? code}: ${log.trim()}`))
		})
	})
}

/** Ends it with the processes that it started, which would keep its output open. */
function endGroup({ pid }: ChildProcess): void {
	try {
		if (pid !== undefined) process.kill(-pid, 'SIGKILL')
	} catch {
		// They have ended already.
	}
}
