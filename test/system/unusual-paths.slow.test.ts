import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { root } from '#test/support/launched-server.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'

const run = promisify(execFile)
/** Characters that mean something in URLs, shells, lists of PostgreSQL or PATH; Node.js itself refuses a backslash. */
const unusual = join('Anna Müller', 'Application Support', "100%41 it's #1 & $HOME `x` [a], {b}; c: 😀 ")

let folder: string
let checkout: string
let data: string
let server: ChildProcess | undefined
/** Shorter than `unusual`, as the path of a Unix socket ends after 103 bytes. */
const at = (name: string) => join(data, "Ä 100%41 it's #1, $HOME ", name)
const env = (dataDir: string) => ({
	PATH: process.env.PATH ?? '',
	PORT: '0',
	LOG_LEVEL: 'warn',
	SUBMIT_MIN_SECONDS: '0',
	DATA_DIR: dataDir,
})

beforeAll(async () => {
	// Hard links need the file system of the checkout.
	await mkdir(join(root, '.cache'), { recursive: true })
	folder = await mkdtemp(join(root, '.cache', 'unusual-'))
	data = await mkdtemp(join(tmpdir(), 'plaudit-data-'))
	await chmod(data, 0o711)
	checkout = join(folder, unusual, 'checkout')
	await mkdir(checkout, { recursive: true })
	const names = (await readdir(root)).filter((name) => !['.cache', '.git', 'data', '.env'].includes(name))
	await run('cp', ['-al', ...names.map((name) => join(root, name)), checkout])
})
afterAll(async () => {
	await stop()
	for (const path of [folder, data]) await rm(path, { recursive: true, force: true })
})

/** Starts the checkout from another working directory. @returns its URL */
async function start(dataDir: string): Promise<string> {
	const child = spawn(process.execPath, [join(checkout, 'bootstrap', 'start.mjs')], {
		cwd: tmpdir(),
		env: { ...env(dataDir), PLAUDIT_LAUNCHERS: String(process.pid) },
	})
	server = child
	let output = ''
	return new Promise((resolve, reject) => {
		const read = (chunk: Buffer) => {
			output += chunk
			const url = /ready at (\S+)/.exec(output)?.[1]
			if (url) resolve(url)
		}
		child.stdout.on('data', read)
		child.stderr.on('data', read)
		child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
	})
}

async function stop(): Promise<number | null> {
	const child = server
	if (!child || child.exitCode !== null) return child?.exitCode ?? null
	const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
	child.kill('SIGTERM')
	return ended
}

/** Runs the command line of the checkout. @returns its exit code and all that it printed */
function plaudit(dataDir: string, port: string, ...args: string[]) {
	return new Promise<{ code: number; output: string }>((resolve) => {
		const child = execFile(
			process.execPath,
			[join(checkout, 'bootstrap', 'plaudit.mjs'), ...args],
			{ cwd: tmpdir(), env: { ...env(dataDir), PORT: port } },
			(_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
		)
	})
}

it('a checkout and its data in folders of unusual names start, serve, back up, restore and check themselves', async () => {
	const url = await start(at('data'))
	const { port } = new URL(url)
	const space = await makeSpace(url)
	const { id } = await submitTestimonial(url, space, { body: 'They framed our map of the fjord.' })
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	const { data: wall } = await space.client.from('walls').select('slug').single().throwOnError()
	const shown = async (address: string) => (await fetch(`${address}/w/${wall.slug}`)).text()
	await expect.poll(() => shown(url)).toContain('our map of the fjord')
	for (const path of ['/', '/auth', `/p/${id}/card.png`, `/collect/${space.slug}`])
		expect([path, (await fetch(url + path)).status]).toEqual([path, 200])

	const doctor = await plaudit(at('data'), port, 'doctor', '--json')
	const findings = JSON.parse(doctor.output) as { name: string; ok: boolean; detail: string }[]
	expect(findings.filter(({ ok, name }) => !ok && name !== 'operators')).toEqual([])
	expect(await plaudit(at('data'), port, 'backup', at('copy'))).toMatchObject({ code: 0 })
	expect(await stop()).toBe(0)

	expect(await plaudit(at('restored'), '0', 'restore', at('copy'))).toMatchObject({ code: 0 })
	const restored = await start(at('restored'))
	expect(await shown(restored)).toContain('our map of the fjord')
	expect(await stop()).toBe(0)
})

it.each(['is it?', 'all*'])('a checkout in a folder named %j says that it has to be renamed', async (name) => {
	const renamed = join(folder, name)
	await rename(checkout, renamed)
	checkout = renamed
	expect(await plaudit(at('data'), '0', 'doctor')).toEqual({
		code: 1,
		output: `Plaudit cannot be built in ${checkout}: rename the folder so that its path has neither ? nor *.\n`,
	})
})

it.each(['a\\b', 'a"b', 'a?b', 'a*', 'a,b', ' a ', '$a'])('a data directory named %j is served', async (name) => {
	const embedded = await startEmbedded(join(data, name), 4)
	expect(await embedded.stop()).toBe(true)
	expect(await readdir(join(data, name))).toContain('postgres')
})
