import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresProxy, startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
let wire: PostgresProxy
let app: TestApp
let space: SpaceFixture
let jpeg: Buffer

beforeAll(async () => {
	database = await createTestDatabase()
	wire = await startPostgresProxy(database)
	app = await createTestApp({ LOG_LEVEL: 'silent' }, wire.database)
	space = await createSpace(database)
	const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
	jpeg = await picture.jpeg().toBuffer()
	// The form is remembered from here on.
	expect((await postSubmission(app, submissionBody(space))).status).toBe(201)
	wire.close()
})
afterAll(async () => {
	await app.close()
	await database.drop()
})

const withPhoto = () => {
	const form = new FormData()
	const fields = { form: space.slug, kind: 'photo', body: 'Look.', name: 'Ines', consent: 'yes' }
	for (const [name, value] of Object.entries({ ...fields, scope: 'public' })) form.set(name, value)
	form.set('photo', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'a.jpg')
	return form
}
const storedFiles = async () => {
	const folder = join(app.deps.config.DATA_DIR, 'storage')
	const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
	return found.filter((entry) => entry.isFile())
}

test('a submission with a photo is 503 while the database is away, and its photo is deleted', async () => {
	const answer = await postSubmission(app, withPhoto(), { accept: 'application/json' })
	expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
	expect(answer.body.error?.code).toBe('unavailable')
	expect(await storedFiles()).toEqual([])
})

test('a form that a browser posts without JavaScript is a 503 page while the database is away', async () => {
	const answer = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		body: withPhoto(),
		headers: { accept: 'text/html' },
	})
	expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
	const page = await answer.text()
	expect(page).toContain('This page cannot be shown right now')
	expect(page).toContain(`in the log as <code>${answer.headers.get('sb-request-id')}</code>`)
	expect(await storedFiles()).toEqual([])
})
