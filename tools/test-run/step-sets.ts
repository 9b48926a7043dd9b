import type { AffectedTests } from '#tools/affected-tests.ts'
import { journeys, program, type Step, staticChecks, vitest } from './steps.ts'

type Steps = (() => Promise<Step>)[]

const quickOnly = ['--exclude=**/*.slow.test.*']
const inBrowser = '--config=vitest.components.config.ts'
const isComponent = (file: string) => file.endsWith('.component.tsx')
const postgres15: [string, ...string[]] = ['node', 'tools/on-postgres15.ts']

/** The set of every change: quick tests, components, the oldest PostgreSQL, and one journey for each capability. */
export const changeSteps = (): Steps => [
	staticChecks,
	() => vitest('quick tests', quickOnly),
	() => vitest('components', [inBrowser, '--exclude=**/*.slow.component.*']),
	() => vitest('on PostgreSQL 15', [...quickOnly, ...oneOfEachWire], postgres15),
	() => journeys('journeys of every change', ['--grep=@each', '--timeout=120000']),
]

/** Steps for the tests that the change reaches beyond the set of every change. */
export function reachedSteps({ slow, journeys: reached, looks }: AffectedTests): Steps {
	const components = slow.map(({ file }) => file).filter(isComponent)
	const files = slow.map(({ file }) => file).filter((file) => !isComponent(file))
	const specs = [...reached.map(({ file }) => file), `--grep-invert=${looks ? '@each' : '@each|@looks'}`]
	return [
		...(files.length > 0 ? [() => vitest('slow tests that the change reaches', files)] : []),
		...(components.length > 0
			? [() => vitest('slow components that the change reaches', [inBrowser, ...components])]
			: []),
		...(reached.length > 0 ? [() => journeys('journeys that the change reaches', specs)] : []),
	]
}

/** Static checks and the tests that read documents. */
export const documentSteps = (tests: readonly string[]): Steps => [
	staticChecks,
	() => vitest('tests of documents', [...tests]),
]

/** The exhaustive set: everything at all widths, both further kinds of databases, and the fuzzers. */
export const allSteps = (): Steps => [
	staticChecks,
	() => vitest('all tests without a browser', []),
	() => vitest('all components', [inBrowser]),
	() => vitest('on PostgreSQL 15', everyWire, postgres15),
	() => vitest('with a limited owner', ['--limited-owner', ...limitedOwner], postgres15),
	() => program('fuzzer of the wires', 'node', ['tools/wire-fuzz.ts', '--seed', '1', '--requests', '15000']),
	() => program('fuzzer of realtime', 'node', ['tools/realtime-fuzz.ts', '--seed', '1', '--minutes', '1']),
	() => journeys('all journeys at all widths', [], { E2E_WIDTHS: 'all' }),
]

/** Tests on the oldest supported PostgreSQL at every change, beside the comparison of schemas. */
const oneOfEachWire = [
	'src/platform/pg/db.test.ts',
	'test/policies/policies.test.ts',
	'test/system/schema-functions.test.ts',
	'src/platform/rest/handle/handle-write.test.ts',
	'src/platform/realtime/changes/publication.test.ts',
	'src/platform/storage/objects/objects.test.ts',
	'src/platform/auth/flows/token/password-grant.test.ts',
	'src/product/submissions/create-submission.test.ts',
]

/** Tests that must also pass on an external PostgreSQL; tests without a database, or with their own PostgreSQL, run only once. */
const everyWire = [
	'src/platform/pg/db.test.ts',
	'src/platform/rest',
	'src/platform/realtime',
	'src/platform/storage',
	'src/platform/user-functions',
	'src/product',
	'test/system/gateway.test.ts',
	'test/system/two-nodes',
	'test/system/pgbouncer',
	...[
		'**/storage/render/*',
		'**/s3*',
		'**/wire/fuzz*',
		'**/changes/outages*',
		'**/rest/**/{compile,headers,parse-query,plan-cache}.test.ts',
		'**/product/{forms/form-proof,submissions/parse-multipart,walls/wall-cursor}.test.ts',
	].map((pattern) => `--exclude=${pattern}`),
]

/** Policies must also hold where no role passes row-level security by an attribute. */
const limitedOwner = ['test/policies', 'src/product/people', 'src/platform/storage/objects']
