import { expect, it } from 'vitest'
import { runtimeImports } from '#tools/affected-tests/import-graph.ts'
import { selectTests } from '#tools/affected-tests/select-tests.ts'
import { tierOf } from '#tools/affected-tests/test-tier.ts'
import { fitTime } from '#tools/affected-tests.ts'

/** Selected files of a small tree, the nearest first. */
const select = (files: Record<string, string>, ...changed: string[]) =>
	selectTests(new Map(Object.entries(files)), changed).map(({ file }) => file)

it.each([
	["import { a } from './a.ts'", ['src/x/a.ts']],
	["import type { A } from './a.ts'", []],
	["import { type A, type B } from './a.ts'", []],
	["import { type A, b } from './a.ts'", ['src/x/a.ts']],
	["export type X = number\nimport { b } from './a.ts'", ['src/x/a.ts']],
	["import {\n\ta,\n\tb,\n} from '#product/b.ts'", ['src/product/b.ts']],
	["import '#web/ui/text.css'", ['src/web/ui/text.css']],
	["export * from '#test/support/c.ts'", ['test/support/c.ts']],
	["const page = await import('./d.ts')", ['src/x/d.ts']],
	["new Worker(new URL('./e.ts', import.meta.url))", ['src/x/e.ts']],
	["import text from '/src/f.ts?raw'", ['src/f.ts']],
])('%j imports at run time: %j', (text, targets) => {
	expect(runtimeImports('src/x/y.ts', text)).toEqual(targets)
})

it('a change reaches the tests that import it over other files, the nearest first', () => {
	const files = {
		'src/product/a/a.ts': '',
		'src/product/b/b.ts': "import { a } from '#product/a/a.ts'",
		'src/product/b/b.slow.test.ts': "import { b } from './b.ts'",
		'test/system/far.slow.test.ts': "import { a } from '#product/a/a.ts'",
		'test/system/other.slow.test.ts': '',
	}
	expect(select(files, 'src/product/a/a.ts')).toEqual(['test/system/far.slow.test.ts', 'src/product/b/b.slow.test.ts'])
})

it('importers of the composition root are not reached through it', () => {
	const files = {
		'src/product/a/a.ts': '',
		'src/server/app.ts': "import { a } from '#product/a/a.ts'",
		'src/platform/x/x.slow.test.ts': "import { app } from '#server/app.ts'",
	}
	expect(select(files, 'src/product/a/a.ts')).toEqual([])
	expect(select(files, 'src/server/app.ts')).toEqual([])
})

it('a change of a SQL function reaches tests that name it, and those of the code that names it', () => {
	const files = {
		'db/functions/private/may_send.sql': '',
		'db/functions/public/send.sql': 'select private.may_send(1)',
		'test/system/caller.slow.test.ts': "rpc('send')",
		'src/product/a/a-queries.ts': 'select may_send($1)',
		'src/product/a/a.ts': "import { q } from './a-queries.ts'",
		'test/system/a.slow.test.ts': "import { a } from '#product/a/a.ts'",
		'test/system/named.slow.test.ts': 'select may_send(1)',
		'test/system/other.slow.test.ts': 'select may_send_twice(1)',
	}
	expect(select(files, 'db/functions/private/may_send.sql').sort()).toEqual([
		'test/system/a.slow.test.ts',
		'test/system/caller.slow.test.ts',
		'test/system/named.slow.test.ts',
	])
})

it('a change of a noun reaches its tests, its folder’s tests and its journeys', () => {
	const files = {
		'src/product/walls/deep/x.ts': '',
		'src/product/walls/walls.slow.test.ts': '',
		'src/product/forms/forms.slow.test.ts': '',
		'e2e/walls/walls.spec.ts': '',
		'e2e/auth/auth.spec.ts': '',
	}
	expect(select(files, 'src/product/walls/deep/x.ts')).toEqual([
		'e2e/walls/walls.spec.ts',
		'src/product/walls/walls.slow.test.ts',
	])
})

it('a slow test of the system is reached by the folders that it is bound to', () => {
	const files = { 'test/system/move.slow.test.ts': '', 'test/system/haproxy.slow.test.ts': '' }
	expect(select(files, 'deploy/haproxy/haproxy.cfg')).toEqual(['test/system/haproxy.slow.test.ts'])
})

it.each(['src/platform/pg/db.ts', 'db/schema/product/forms.sql', 'test/support/outbox.ts', 'package-lock.json'])(
	'a change of %s reaches every slow test without a browser',
	(file) => {
		const files = {
			'test/system/a.slow.test.ts': '',
			'src/product/walls/b.slow.test.ts': '',
			'e2e/auth/auth.spec.ts': '',
		}
		expect(select(files, file).sort()).toEqual(['src/product/walls/b.slow.test.ts', 'test/system/a.slow.test.ts'])
	},
)

it('a change of the public pages reaches the journeys that compare pictures of walls', () => {
	const files = { 'e2e/embed/looks.spec.ts': "{ tag: '@looks' }", 'e2e/embed/other.spec.ts': '' }
	expect(select(files, 'src/web/public/page-shell/a.css')).toEqual(['e2e/embed/looks.spec.ts'])
	expect(select(files, 'src/web/features/tags/a.css')).toEqual([])
})

it('a changed test reaches itself, and a deleted file reaches its importers', () => {
	const files = { 'e2e/auth/auth.spec.ts': "import { a } from '#e2e/support/gone.ts'", 'src/x.slow.test.ts': '' }
	expect(select(files, 'src/x.slow.test.ts', 'e2e/support/gone.ts')).toEqual([
		'src/x.slow.test.ts',
		'e2e/auth/auth.spec.ts',
	])
})

it('a document reaches no test', () => {
	expect(select({ 'test/system/documents.test.ts': "read('docs/errors.md')" }, 'docs/errors.md')).toEqual([])
})

it('tests are taken in their order while they fit into the time of two workers, and the others are listed', () => {
	const { kept, cut, seconds } = fitTime(['a', 'b', 'c', 'd'], { a: 100, b: 300, c: 100, d: 1 }, 101)
	expect(kept.map(({ file }) => file)).toEqual(['a', 'c', 'd'])
	expect(cut).toEqual([{ file: 'b', seconds: 300 }])
	expect(seconds).toBe(100.5)
})

it.each([
	['src/a/b.test.ts', 'quick'],
	['test/system/b.slow.test.ts', 'slow'],
	['test/policies/b.slow.test.ts', 'quick'],
	['src/web/b.component.tsx', 'component'],
	['src/web/b.slow.component.tsx', 'slow'],
	['e2e/a/b.spec.ts', 'journey'],
	['src/a/b.ts', undefined],
	['tools/a.test.ts', null],
	['src/a/b.spec.ts', null],
	['src/web/b.component.ts', null],
])('%s is of the tier %s', (file, tier) => {
	expect(tierOf(file)).toBe(tier)
})
