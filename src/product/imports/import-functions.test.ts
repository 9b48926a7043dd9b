import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Claims } from '#platform/pg/db.ts'
import { runQuery } from '#product/run-query.ts'
import { runImport } from '#test/support/product/send-import.ts'
import { addMember, createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'
import { findKnownRows, importMemory, noteImportChanges, settleImportAnswers } from './queries.ts'

let app: TestApp
let owner: Person
let space: string
const google = JSON.stringify({
	reviews: [
		{
			reviewer: { displayName: 'Sol' },
			starRating: 'TWO',
			comment: 'Cold soup, and warm people.',
			createTime: '2022-02-02T10:00:00Z',
			name: 'accounts/1/locations/2/reviews/9',
		},
	],
})
const asked = [{ at: 0, id: 'accounts/1/locations/2/reviews/9', email: 'ines@harbour.example', name: '', body: '' }]

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	space = (await createOwnSpace(owner.client)).space_id
	await runImport(app, owner, space, { file: google, name: 'reviews.json' })
	await app.sql(`select private.remember_erased($1, '{}', '{ines@harbour.example}')`, [space])
})
afterAll(() => app.close())

const service: Claims = { role: 'service_role' }
const visitor: Claims = { role: 'anon' }
const claimsOf = ({ id }: Person): Claims => ({ role: 'authenticated', sub: id })
const memoryFor = (claims: Claims) => runQuery<{ has_ids: boolean }>(app.deps.db, claims, importMemory(space, 'google'))
const rowsFor = (claims: Claims) =>
	runQuery<{ is_erased: boolean }>(app.deps.db, claims, findKnownRows(space, 'google', asked))

it('the owner, an editor and the job of an import learn what the space has', async () => {
	const editor = await addMember(app, space, 'editor')
	for (const claims of [claimsOf(owner), claimsOf(editor), service]) {
		expect(await memoryFor(claims)).toEqual([{ has_ids: true, has_erased: true, is_large: false }])
		expect(await rowsFor(claims)).toMatchObject([{ at: 0, testimonial_id: expect.any(String), is_erased: true }])
	}
})

it('strangers, viewers, owners of other spaces and former members learn nothing of it, and visitors may not ask', async () => {
	const stranger = await app.person()
	const other = await app.person()
	await createOwnSpace(other.client)
	const viewer = await addMember(app, space, 'viewer')
	const former = await addMember(app, space, 'editor')
	await app.sql('delete from public.space_members where space_id = $1 and user_id = $2', [space, former.id])
	for (const person of [stranger, other, viewer, former]) {
		expect(await memoryFor(claimsOf(person))).toEqual([])
		expect(await rowsFor(claimsOf(person))).toEqual([])
	}
	await expect(memoryFor(visitor)).rejects.toMatchObject({ code: '42501' })
	await expect(rowsFor(visitor)).rejects.toMatchObject({ code: '42501' })
})

it('members cannot settle answers or note changes of an import themselves', async () => {
	for (const query of [
		settleImportAnswers(space, randomUUID(), []),
		noteImportChanges(space, randomUUID(), { changes: [], left_out_cells: [] }),
	])
		for (const claims of [claimsOf(owner), visitor])
			await expect(runQuery(app.deps.db, claims, query)).rejects.toMatchObject({ code: '42501' })
})

it('the answers of an import that was undone meanwhile are not stored', async () => {
	const done = await runImport(app, owner, space, {
		file: 'Name,Review\nAnn,Came on time and well packed',
		mapping: { columns: ['name', 'text'] },
	})
	const answers = [{ row: 1, to: 1, body: 'Thanks', at: null }]
	await runQuery(app.deps.db, service, settleImportAnswers(space, done.id, answers))
	await runQuery(app.deps.db, service, noteImportChanges(space, done.id, { changes: [], left_out_cells: [] }))
	expect(await app.sql('select body from public.replies where space_id = $1', [space])).toEqual([])
	expect(
		(await app.sql<{ replies: number }>('select replies from public.imports where id = $1', [done.id]))[0],
	).toEqual({
		replies: 0,
	})
})
