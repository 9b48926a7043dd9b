import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchAnonKey } from '#test/support/official-client.ts'
import { interWoff2 } from '#test/support/product/font-files.ts'
import { makeSpace, submitTestimonial } from '#test/support/product/make-space.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

describe('the package that npm pack makes', () => {
	let folder: string
	let dataDir: string
	let npx: ChildProcess
	let ended: Promise<unknown>
	let output = ''
	let url = ''
	const env = () => ({
		...process.env,
		DATA_DIR: dataDir,
		FUNCTIONS_DIR: './functions',
		LOG_LEVEL: 'warn',
		PORT: '0',
		SUBMIT_MIN_SECONDS: '0',
	})
	const plaudit = (...args: string[]) =>
		run('node_modules/.bin/plaudit', args, {
			cwd: folder,
			env: { ...env(), PORT: new URL(url).port },
		})

	beforeAll(async () => {
		// Not in memory like the folders of other tests: it grows to 300 MB.
		await mkdir(join(root, '.cache'), { recursive: true })
		folder = await mkdtemp(join(root, '.cache', "package of Müller's 100%41 #1 & $HOME "))
		dataDir = await mkdtemp(join(tmpdir(), 'plaudit run ä%41 $HOME '))
		await mkdir(join(folder, 'functions'))
		await writeFile(
			join(folder, 'functions', 'hello.ts'),
			"export default (_: Request): Response => new Response('hello')",
		)
		await writeFile(join(folder, 'package.json'), '{ "private": true }')
		const times = [performance.now()]
		await run('npm', ['pack', '--pack-destination', folder, ...quiet], { cwd: root })
		times.push(performance.now())
		const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
		const install = ['install', '--prefix', folder, '--omit=dev', '--prefer-offline', ...quiet]
		await run('npm', [...install, join(folder, archive)], { cwd: folder })
		times.push(performance.now())
		npx = spawn('npx', ['--no-install', 'plaudit', 'start'], { cwd: folder, env: env() })
		ended = new Promise((resolve) => npx.once('close', resolve))
		url = await new Promise<string>((resolve, reject) => {
			const read = (chunk: Buffer) => {
				output += chunk
				const ready = /ready at (\S+)/.exec(output)?.[1]
				if (ready) resolve(ready)
			}
			npx.stdout?.on('data', read)
			npx.stderr?.on('data', read)
			npx.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
		})
		times.push(performance.now())
		const [pack = 0, installed = 0, ready = 0] = times.slice(1).map((time, i) => Math.round(time - (times[i] ?? 0)))
		console.log(`packed in ${pack} ms, installed in ${installed} ms, ready in ${ready} ms`)
	})
	afterAll(async () => {
		npx.kill('SIGTERM')
		await ended
		for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true })
	})

	it('the package installs at most 340 MB of files, without sources', async () => {
		const { stdout } = await run('du', ['-sm', join(folder, 'node_modules')])
		const size = Number.parseInt(stdout, 10)
		console.log(`${size} MB installed`)
		expect(size).toBeLessThanOrEqual(340)
		const names = await readdir(join(folder, 'node_modules', 'plaudit'), { recursive: true })
		expect(names.filter((name) => /\.tsx?$|\.map$|\.test\.|^src\b|^test\b/.test(name))).toEqual([])
	})

	it('the package has the manual, the changes and a list of all settings', async () => {
		const installed = join(folder, 'node_modules', 'plaudit')
		const read = (name: string) => readFile(join(installed, name), 'utf8')
		const { version } = JSON.parse(await read('package.json'))
		expect(await read('CHANGELOG.md')).toContain(`\n## ${version} · `)
		expect(await read('.env.example')).toContain('BACKUP_SCHEDULE')
		const manual = await readdir(join(root, 'docs'))
		expect(await readdir(join(installed, 'docs'))).toEqual(manual.filter((name) => name.endsWith('.md')))
	})

	it('an installed package serves its pages and accepts a testimonial that the owner reads', async () => {
		const landing = await fetch(url)
		expect(await landing.text()).toContain('<title>')
		const script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(`${url}/auth`)).text())
		expect((await fetch(`${url}${script?.[1]}`)).status).toBe(200)
		const space = await makeSpace(url)
		const { id } = await submitTestimonial(url, space, {
			body: 'They framed our map of the fjord.',
		})
		const { data } = await space.client.from('testimonials').select('id, body').throwOnError()
		expect(data).toEqual([{ id, body: 'They framed our map of the fjord.' }])
		await space.client.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
		const card = await fetch(`${url}/p/${id}/card.png`)
		expect([card.status, (await sharp(await card.arrayBuffer()).metadata()).width]).toEqual([200, 1200])
	})

	it('an installed package starts its threads and child processes: functions, common passwords, pictures and fonts', async () => {
		const headers = { apikey: await fetchAnonKey(url) }
		const hello = await fetch(`${url}/functions/v1/hello`, { headers })
		expect(await hello.text()).toBe('hello')
		const common = await fetch(`${url}/auth/v1/signup`, {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: JSON.stringify({ email: 'jonas@example.test', password: 'password123' }),
		})
		expect(await common.json()).toMatchObject({ error_code: 'weak_password' })
		const keys = JSON.parse((await plaudit('keys', '--json')).stdout)
		const service = { authorization: `Bearer ${keys.serviceRoleKey}`, apikey: keys.serviceRoleKey }
		const bucket = JSON.stringify({ id: 'pictures', name: 'pictures' })
		await fetch(`${url}/storage/v1/bucket`, {
			method: 'POST',
			headers: { ...service, 'content-type': 'application/json' },
			body: bucket,
		})
		const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
			.png()
			.toBuffer()
		await fetch(`${url}/storage/v1/object/pictures/red.png`, {
			method: 'POST',
			headers: { ...service, 'content-type': 'image/png' },
			body: new Uint8Array(picture),
		})
		const small = await fetch(`${url}/storage/v1/render/image/authenticated/pictures/red.png?width=4`, {
			headers: service,
		})
		const { width } = await sharp(await small.arrayBuffer()).metadata()
		const { client, spaceId } = await makeSpace(url)
		const body = new Blob([new Uint8Array(await interWoff2())])
		const font = await client.functions.invoke<{ name: string }>(`font?space_id=${spaceId}`, { method: 'PUT', body })
		expect(font.data?.name).toBe('Inter')
		expect(width).toBe(4)
	})

	it('an installed package has its command line, and stops when npx gets SIGTERM', async () => {
		expect((await plaudit('doctor')).stdout).toContain('pages are built')
		expect((await plaudit('sql', '-c', 'select 6 * 7')).stdout).toContain('42')
		npx.kill('SIGTERM')
		await ended
		const log = join(dataDir, 'postgres.log')
		await expect.poll(() => readFile(log, 'utf8')).toMatch(/is shut down\n$/)
	})
})
