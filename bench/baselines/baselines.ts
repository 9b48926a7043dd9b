import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { serverFlags } from '#test/support/server-process.ts'

/**
 * Baselines: minimal programs that do the same work, alternating with the server in one run. Absolute figures differ
 * four-fold between machines.
 */
export type Baseline = { url: string; pid: number; stop(): void }
type Answer = { head: string[]; body: string }

/** Starts a program of this folder, which prints its port. */
async function start(name: string, argument: string): Promise<Baseline> {
	const file = fileURLToPath(new URL(name, import.meta.url))
	// Both servers need the same V8 flags: a larger young generation alone would make one of them faster.
	const child = spawn('node', [...serverFlags, file, argument])
	child.stderr.pipe(process.stderr)
	const port = await new Promise<string>((resolve) =>
		child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
	)
	return {
		url: `http://127.0.0.1:${port}`,
		pid: child.pid ?? 0,
		stop: () => child.kill('SIGTERM'),
	}
}

/** A bare node:http server with one fixed response. */
export const startBare = (answer: Answer) => start('bare-http.ts', JSON.stringify(answer))
/** Hand-written handlers over the server's database. */
export const startHandWritten = (dataDir: string) => start('hand-written.ts', dataDir)
/** Pipes a body to a file and back. */
export const startPipe = (path: string) => start('pipe.ts', path)

/** Headers that Node adds to every response. */
const ofTheConnection = ['connection', 'keep-alive', 'date']

/** Fetches a response of the server, which a bare server then repeats. */
export async function answerOf(address: string): Promise<Answer> {
	const answer = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
	const head = [...answer.headers].filter(([name]) => !ofTheConnection.includes(name)).flat()
	return { head, body: await answer.text() }
}
