import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageDownloads } from '#product/pages/package-downloads.ts'
import { repositoryRoot } from '#test/support/repository-sources.ts'
import { packNodePackages } from '#tools/node-packages.ts'

const folders = { 'plaudit-react.tgz': 'react', 'n8n-nodes-plaudit.tgz': 'n8n' } as const
const names = Object.keys(folders) as (keyof typeof folders)[]

let folder: string
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'plaudit-packages-'))
	await packNodePackages(join(folder, 'packages'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const bytesOf = (name: string) => readFileSync(join(folder, 'packages', name))
const listed = (name: string) =>
	execFileSync('tar', ['-tzf', join(folder, 'packages', name)], { encoding: 'utf8' })
		.trim()
		.split('\n')

it('each package has the files that npm would pack, and twice the same bytes', async () => {
	const first = names.map((name) => bytesOf(name))
	await packNodePackages(join(folder, 'packages'))
	expect(names.map((name) => bytesOf(name))).toEqual(first)
	for (const name of names) {
		const cwd = join(repositoryRoot, 'packages', folders[name])
		const output = execFileSync('npm', ['pack', '--ignore-scripts', '--dry-run', '--json'], { cwd, encoding: 'utf8' })
		const [packed] = JSON.parse(output) as { files: { path: string }[] }[]
		const expected = new Set([...(packed?.files.map(({ path }) => `package/${path}`) ?? []), 'package/LICENSE'])
		expect(listed(name).sort()).toEqual([...expected].sort())
	}
})

it('npm installs the package for React from the file without a registry, and it can be imported', () => {
	const site = join(folder, 'site')
	mkdirSync(site)
	writeFileSync(join(site, 'package.json'), '{"name":"site","private":true,"type":"module"}')
	cpSync(join(folder, 'packages/plaudit-react.tgz'), join(site, 'plaudit-react.tgz'))
	const args = ['install', './plaudit-react.tgz', '--offline', '--no-audit', '--no-fund', '--legacy-peer-deps']
	execFileSync('npm', args, { cwd: site, stdio: 'ignore' })
	const code = 'import { renderWall } from "@plaudit/react/static"; console.log(typeof renderWall)'
	const printed = execFileSync('node', ['--input-type=module', '--eval', code], { cwd: site, encoding: 'utf8' })
	expect(printed).toBe('function\n')
})

it('a built server offers each package as a download', async () => {
	const downloads = await packageDownloads(folder)
	expect([...downloads.keys()]).toEqual(names.map((name) => `/packages/${name}`))
	for (const name of names)
		expect(downloads.get(`/packages/${name}`)).toMatchObject({
			status: 200,
			headers: { 'content-type': 'application/gzip', 'content-disposition': `attachment; filename="${name}"` },
			body: bytesOf(name),
		})
})
