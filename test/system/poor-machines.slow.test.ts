import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '#test/support/launched-server.ts'
import { serverFlags } from '#test/support/server-process.ts'

let folder: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-poor-'))
	// The PostgreSQL of root runs as another user.
	await chmod(folder, 0o711)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Starts the program below a limit of the shell, until it is ready or has ended. */
function start(limit: string, env: Record<string, string> = {}): Promise<{ code: number; lines: string[] }> {
	const program = [process.execPath, ...serverFlags, 'src/server/main.ts'].map((word) => `'${word}'`).join(' ')
	const settings = { PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: join(folder, 'data'), ...env }
	return new Promise((resolve) => {
		const done = (_: unknown, stdout: string, stderr: string) =>
			resolve({ code: child.exitCode ?? -1, lines: (stdout + stderr).trim().split('\n') })
		const child = execFile('/bin/sh', ['-c', `${limit} exec ${program}`], { cwd: root, env: settings }, done)
		child.stdout?.on('data', (chunk: string) => {
			if (chunk.includes('ready at')) child.kill('SIGTERM')
		})
	})
}

it.each([
	['256 open files', 'ulimit -n 256;', {}],
	['no PATH, HOME, LANG or folder for temporary files', '', { TMPDIR: '/nowhere', PATH: '/nowhere' }],
	['the C locale', '', { LC_ALL: 'C', LANG: 'C' }],
	['an address in brackets', '', { HOST: '[::1]' }],
])('a first start with %s serves and stops', async (_, limit, env) => {
	const { code, lines } = await start(limit, env)
	expect([code, lines[0]]).toEqual([0, expect.stringContaining('ready at')])
})

it('a first start with 64 open files ends with one line, and makes nothing', async () => {
	const { code, lines } = await start('ulimit -n 64;')
	expect([code, lines]).toEqual([
		1,
		[expect.stringMatching(/^Only 64 files may be open at a time, .* Raise the limit/)],
	])
	expect(await readdir(folder)).toEqual([])
})

it('a first start with too small a limit of file sizes ends with one line, and leaves no half database', async () => {
	const { code, lines } = await start('ulimit -f 10000;')
	expect([code, lines]).toEqual([
		1,
		[expect.stringMatching(/^PostgreSQL could not be set up in .*: File too large\.$/)],
	])
	expect(await readdir(join(folder, 'data'))).toEqual(['socket'])
})
