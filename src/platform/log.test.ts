import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { withoutAddresses } from './log.ts'

const log = new URL('log.ts', import.meta.url).href

/**
 * Logs two lines to a standard output that takes none, and says on standard error that it still runs.
 * @param settle what to await between the lines: code of the program
 */
const program = (onTerminal: boolean, settle: string) => `
	import pino from 'pino'
	import { createLog } from ${JSON.stringify(log)}
	process.stdout.isTTY = ${onTerminal}
	process.on('uncaughtException', ({ message }) => {
		console.error(message)
		process.kill(process.pid, 'SIGKILL')
	})
	setInterval(() => {}, 1000)
	const log = createLog('info')
	const output = log[pino.symbols.streamSym]
	const failed = new Promise((resolve) => output.once(${onTerminal} ? 'close' : 'error', resolve))
	log.info('one')
	${settle}
	log.info('two')
	console.error('still runs')
	process.exit(0)`

it.each([
	['a terminal', true, 'await failed'],
	['a file', false, 'await failed'],
	['a file, at the end of the process,', false, ''],
])('a log line that cannot be written to %s does not hold up or end the process', async (_, onTerminal, settle) => {
	const child = spawn('node', ['--input-type=module', '-e', program(onTerminal, settle)], {
		stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
		cwd: fileURLToPath(new URL('../..', import.meta.url)),
	})
	expect(await text(child.stderr as NonNullable<typeof child.stderr>)).toMatch(/still runs\n$/)
})

const held = (then: string) => `
	import { createHeldLog } from ${JSON.stringify(log)}
	const { log, release } = createHeldLog('info')
	log.info('one')
	log.warn('two')
	${then}
	release()
	release()
	log.info('three')`

it.each([
	['after the summary', "console.log('summary')", 'summary one two three'],
	['with an error', "log.error('failed')", 'one two failed three'],
	['at the end of the process', 'process.exit(0)', 'one two'],
	['after an error that nobody catches', "throw new Error('unexpected')", 'one two'],
])('the held lines of a start are written once, in their order, %s', async (_, then, order) => {
	const child = spawn('node', ['--input-type=module', '-e', held(then)], { stdio: ['ignore', 'pipe', 'ignore'] })
	const lines = (await text(child.stdout)).trimEnd().split('\n')
	expect(lines.map((line) => (line.startsWith('{') ? JSON.parse(line).msg : line)).join(' ')).toBe(order)
})

it('lines that were not written yet are written at the end of the process', async () => {
	const lines = 2000
	const logging = `
		import { createLog } from ${JSON.stringify(log)}
		const log = createLog('info')
		for (let line = 1; line <= ${lines}; line++) log.info({ line, filling: 'x'.repeat(100) })
		process.exit(0)`
	const child = spawn('node', ['--input-type=module', '-e', logging], { stdio: ['ignore', 'pipe', 'inherit'] })
	const written = (await text(child.stdout)).trimEnd().split('\n')
	expect(written.map((line) => JSON.parse(line).line)).toEqual(Array.from({ length: lines }, (_, index) => index + 1))
})

it.each([
	['Recipient <ada.lovelace+news@mail.harbour.example> rejected', 'Recipient <[address]> rejected'],
	['{"path":"/data/outbox/2026-11-29T10-00-00-000Z-ada@harbour.example.eml"}', '{"path":"/data/outbox/[address]"}'],
	['GET /find?email=ada%40harbour.example', 'GET /find?email=[address]'],
	["o'brien@xn--bcher-kva.example and jürgen@bücher.example", '[address] and [address]'],
	['node_modules/pg@8.16.3/lib/client.js:120:5', 'node_modules/pg@8.16.3/lib/client.js:120:5'],
	['@supabase/supabase-js', '@supabase/supabase-js'],
])('a line names no address: %s', (line, expected) => {
	expect(withoutAddresses(line)).toBe(expected)
})

it('a long line without an address takes no time', () => {
	const line = `${'a.'.repeat(200_000)}@`
	const started = performance.now()
	expect(withoutAddresses(line)).toBe(line)
	expect(performance.now() - started).toBeLessThan(1000)
})

it('neither the error of a mail server nor a field of a line reaches the log with an address', async () => {
	const lines = `
		import { createLog } from ${JSON.stringify(log)}
		const cause = new Error('550 5.1.1 <ada@harbour.example>: no such user')
		createLog('info').warn({ err: new Error('refused: ada@harbour.example', { cause }), to: 'ada@harbour.example' }, 'to ada@harbour.example')`
	const child = spawn('node', ['--input-type=module', '-e', lines], {
		cwd: fileURLToPath(new URL('../..', import.meta.url)),
	})
	const written = await text(child.stdout)
	expect(written).toContain('550 5.1.1 <[address]>: no such user')
	expect(written).not.toContain('harbour')
})

const reporting = (level: string) => `
	import { createLog, markReported } from ${JSON.stringify(log)}
	const log = createLog('${level}')
	const outage = new Error('outage')
	log.warn({ err: outage }, 'reports it')
	markReported(outage)
	log.warn({ err: outage }, 'repeats it')
	log.child({ part: 'a' }).error({ err: new Error('above', { cause: outage }) }, 'is caused by it')
	log.warn({ err: new Error('another') }, 'is another error')
	log.warn('has no error')`

it.each([
	['warn', ['reports it', 'is another error', 'has no error']],
	['debug', ['reports it', 'repeats it', 'is caused by it', 'is another error', 'has no error']],
])('an error that was reported is logged once at the level %s', async (level, messages) => {
	const child = spawn('node', ['--input-type=module', '-e', reporting(level)], { stdio: ['ignore', 'pipe', 'ignore'] })
	const lines = (await text(child.stdout as NonNullable<typeof child.stdout>)).trim().split('\n')
	expect(lines.map((line) => JSON.parse(line).msg)).toEqual(messages)
})
