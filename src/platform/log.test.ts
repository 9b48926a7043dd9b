import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const log = new URL('log.ts', import.meta.url).href

/** Logs two lines to a standard output that takes none, and says on standard error that it still runs. */
const program = (onTerminal: boolean) => `
	import pino from 'pino'
	import { createLog } from ${JSON.stringify(log)}
	process.stdout.isTTY = ${onTerminal}
	process.on('uncaughtException', ({ message }) => {
		console.error(message)
		process.kill(process.pid, 'SIGKILL')
	})
	setInterval(() => {}, 1000)
	const log = createLog('info')
	const ended = new Promise((resolve) => log[pino.symbols.streamSym].once('close', resolve))
	log.info('one')
	if (${onTerminal}) await ended
	log.info('two')
	await new Promise(setImmediate)
	console.error('still runs')
	process.exit(0)`

it.each([
	['a terminal', true],
	['a file', false],
])('a log line that cannot be written to %s does not end the process', async (_, onTerminal) => {
	const child = spawn('node', ['--input-type=module', '-e', program(onTerminal)], {
		stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
		cwd: new URL('../..', import.meta.url).pathname,
	})
	expect(await text(child.stderr as NonNullable<typeof child.stderr>)).toMatch(/still runs\n$/)
})
