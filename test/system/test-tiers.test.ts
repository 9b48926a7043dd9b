import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { foundations, journeyBindings, slowBindings } from '#tools/affected-tests/test-bindings.ts'
import { tierOf } from '#tools/affected-tests/test-tier.ts'

const root = join(import.meta.dirname, '../..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
	cwd: root,
	encoding: 'utf8',
})
	.split('\n')
	.filter((file) => file && existsSync(join(root, file)))

it('every test file belongs to a tier: src/**/*.test.ts, *.slow.test.ts, *.component.tsx, or e2e/**/*.spec.ts', () => {
	expect(files.filter((file) => tierOf(file) === null)).toEqual([])
})

it('every folder of journeys is bound to folders of sources in tools/affected-tests/test-bindings.ts', () => {
	const folders = new Set(files.filter((file) => tierOf(file) === 'journey').map((file) => dirname(file)))
	expect([...folders].filter((folder) => !journeyBindings[folder])).toEqual([])
	expect(Object.keys(journeyBindings).filter((folder) => !folders.has(folder))).toEqual([])
})

it('every slow test of the system is bound to folders of sources in tools/affected-tests/test-bindings.ts', () => {
	const names = files.flatMap((file) => /^test\/system\/([\w-]+)\.slow\.test\.ts$/.exec(file)?.[1] ?? [])
	expect(Object.keys(slowBindings).sort()).toEqual(names.sort())
})

it('tests are bound to folders that exist', () => {
	const bound = [...Object.values(journeyBindings), ...Object.values(slowBindings)].flat()
	expect(bound.filter((folder) => !existsSync(join(root, folder)))).toEqual([])
})

it('every feature and every noun of the product is bound to journeys or to tests beside it, unless it is a foundation', () => {
	const bound = Object.values(journeyBindings).flat()
	const folders = new Set(
		files.flatMap((file) => /^src\/(?:product|web\/features)\/[\w-]+(?=\/)/.exec(file)?.[0] ?? []),
	)
	const tested = (folder: string) => files.some((file) => tierOf(file) && file.startsWith(`${folder}/`))
	const isFoundation = (folder: string) => foundations.test(`${folder}/`)
	expect([...folders].filter((folder) => !isFoundation(folder) && !bound.includes(folder) && !tested(folder))).toEqual(
		[],
	)
})
