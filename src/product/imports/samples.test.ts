import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportAnalysis, ImportMapping } from '#shared/import/import-api.ts'
import { sendImport } from '#test/support/product/send-import.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

/** The expectation of one file: only what is named is compared. */
type Expected = {
	mapping?: Partial<ImportMapping>
	/** A word of the refusal. */
	refusedWith?: string
	source?: string
	counts?: Partial<ImportAnalysis['counts']>
	rows?: Record<string, Record<string, unknown>>
	changes?: string[]
}

/** `round-trip` holds an export of our own, and LibreOffice's files of it. */
const folders = ['given', 'own', 'sources', 'encodings', 'shapes', 'round-trip'].map(
	(name) => new URL(`../../../test/fixtures/imports/${name}/`, import.meta.url),
)
const cases = folders.flatMap((folder) => {
	const expected = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Record<string, Expected>
	return Object.entries(expected).map(([name, want]) => ({
		name: `${folder.pathname.split('/').at(-2)}/${name}`,
		want,
		folder,
	}))
})

let app: TestApp
let owner: Person
let space: string

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	space = (await createOwnSpace(owner.client)).space_id
})
afterAll(() => app.close())

it.each(cases)('the sample $name is read as its people would', async ({ name, want, folder }) => {
	const file = name.replace(/^[^/]*\/|#.*$/g, '')
	const bytes = readFileSync(new URL(file, folder))
	const sent = { file: new Uint8Array(bytes), name: file, dry_run: 'true' }
	const response = await sendImport(app, owner.token, space, {
		...sent,
		...(want.mapping ? { mapping: want.mapping } : {}),
	})
	const body = await response.json()
	if (want.refusedWith !== undefined) {
		expect([response.status, JSON.stringify(body)]).toEqual([
			422,
			expect.stringMatching(new RegExp(want.refusedWith, 'i')),
		])
		return
	}
	expect([response.status, body.error]).toEqual([200, undefined])
	const analysis = body as ImportAnalysis
	if (want.source !== undefined) expect(analysis.source).toBe(want.source)
	const counts = Object.fromEntries(Object.keys(want.counts ?? {}).map((key) => [key, analysis.counts[key as 'new']]))
	expect(counts).toEqual(want.counts ?? {})
	for (const [number, row] of Object.entries(want.rows ?? {})) {
		const seen = analysis.preview.find((shown) => shown.row === Number(number))
		const found = Object.fromEntries(
			Object.keys(row).map((key) => [key, (key === 'at' ? seen?.submitted_at : seen?.[key as 'name']) ?? null]),
		)
		expect(found).toEqual(row)
	}
	expect(analysis.changes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(want.changes ?? []))
})
