import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serverFlags } from '#test/support/server-process.ts'

const controlC = '\x03'

/** The first start of a new server. @returns what its standard output held when it listened */
async function firstStart(terminal: boolean): Promise<string> {
	const dataDir = await mkdtemp(join(tmpdir(), 'plaudit-console-'))
	const command = ['node', ...serverFlags, 'src/server/main.ts']
	const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info', NO_COLOR: '1' }
	// script(1) runs a command on a pseudo-terminal.
	const [program = '', ...args] = terminal ? ['script', '-qefc', command.join(' '), '/dev/null'] : command
	const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
	const ended = new Promise((resolve) => child.on('close', resolve))
	try {
		return await new Promise<string>((resolve, reject) => {
			let output = ''
			child.stdout.on('data', (chunk) => {
				output += chunk
				if (/listening on port \d+/.test(output)) resolve(output.replaceAll('\r', ''))
			})
			ended.then(() => reject(new Error(output)))
		})
	} finally {
		if (terminal) child.stdin.write(controlC)
		else child.kill('SIGTERM')
		await ended
		await rm(dataDir, { recursive: true, force: true })
	}
}

const summary =
	/^\nPlaudit is ready at http:\S+ \(version \d+\.\d+\.\d+, \d+\.\d s\)\n\n {2}Make an account +http:\S+\/auth\?setup=[\w-]{43}\n.*\n {2}Data +\S+\n {2}Mail +written to \S+ +set SMTP_URL to send it\n {2}Sign-up +open .*\n {2}Stop +Ctrl\+C\n\n/

it('on a terminal, the first start prints its summary first, and then short lines of the log', async () => {
	const output = await firstStart(true)
	expect(output).toMatch(summary)
	const log = output.replace(summary, '').trim().split('\n')
	expect(log[0]).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: database migrated, \d{3} files, \d+\.\d s$/)
	for (const line of log) expect(line.length).toBeLessThan(200)
}, 120_000)

it('into a pipe, the first start prints its summary first, and then its log as JSON', async () => {
	const output = await firstStart(false)
	expect(output).toMatch(summary)
	const log = output.replace(summary, '').trim().split('\n')
	const messages = log.map((line) => (JSON.parse(line) as { msg: string }).msg)
	expect(messages[0]).toMatch(/^database migrated, \d{3} files/)
	expect(messages.at(-1)).toMatch(/^listening on port \d+$/)
	for (const line of log) expect(line.length).toBeLessThan(500)
}, 120_000)
