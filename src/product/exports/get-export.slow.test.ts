import Papa from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArchiveWorld, createArchiveWorld } from '#test/support/product/archive-world.ts'
import { addMember } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let world: ArchiveWorld
let owner: Person
let viewer: Person

beforeAll(async () => {
	app = await createTestApp()
	world = await createArchiveWorld(app, 1000, 500)
	owner = await addMember(app, world.space_id, 'owner')
	viewer = await addMember(app, world.space_id, 'viewer')
})
afterAll(() => app.close())

async function get(person: Person, query: Record<string, string>) {
	const search = new URLSearchParams({ space_id: world.space_id, format: 'csv', ...query })
	const response = await app.fetch(`${app.url}/functions/v1/export?${search}`, {
		headers: { authorization: `Bearer ${person.token}` },
	})
	// Unlike `text`, it keeps a byte order mark.
	const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
	return { status: response.status, headers: response.headers, text }
}

const parse = (text: string) => Papa.parse<Record<string, string>>(text.trimEnd(), { header: true, newline: '\r\n' })

it('a member downloads all testimonials as CSV, with formulas neutralised and no address unless it is asked for', async () => {
	const { status, headers, text } = await get(viewer, {})
	expect(status).toBe(200)
	expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
	expect(headers.get('content-disposition')).toMatch(/^attachment; filename="fernhill-[\w-]+-\d{4}-\d\d-\d\d\.csv"$/)
	expect(text.endsWith('\r\n')).toBe(true)
	const { data, errors } = parse(text)
	expect(errors).toEqual([])
	const [{ n } = { n: 0 }] = await app.sql<{ n: number }>(
		"select count(*)::int as n from public.testimonials where withdrawn_at is null and spam_state <> 'spam'",
	)
	expect(data.length).toBe(n)
	expect(data.map(({ email }) => email).join('')).toBe('')
	const edited = data.filter(({ text: words }) => words?.includes('SUM(A1)'))
	expect(edited.length).toBeGreaterThan(0)
	for (const { text: words } of edited) expect(words?.startsWith("'=SUM(A1)")).toBe(true)
	expect(data.filter(({ name }) => /^[=+\-@\t\r＝＋－＠]/.test(name ?? ''))).toEqual([])
	expect(data.find(({ answers }) => answers?.includes('"blue"'))).toBeDefined()

	const withMore = await get(viewer, { emails: '1', bom: '1', status: 'pending' })
	expect(withMore.text.charCodeAt(0)).toBe(0xfeff)
	const pending = parse(withMore.text.slice(1)).data
	expect(new Set(pending.map((row) => row.status))).toEqual(new Set(['pending']))
	expect(pending.length).toBeLessThan(n)
})

it('JSON has answers, consents, versions and addresses of files', async () => {
	const { status, headers, text } = await get(viewer, { format: 'json', emails: '1' })
	expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
	const { format, space, testimonials } = JSON.parse(text)
	expect([format, space.id]).toEqual(['plaudit-testimonials', world.space_id])
	const edited = testimonials.find(({ versions }: { versions: unknown[] }) => versions.length > 0)
	expect(edited.versions[0]).toMatchObject({ version: 1, text: expect.any(String) })
	expect(edited.consents[0]).toMatchObject({ scope: expect.any(String), wording: expect.any(String), revoked_at: null })
	const film = testimonials.find(({ kind }: { kind: string }) => kind === 'video')
	expect(film.media[0].url).toMatch(new RegExp(`^http://localhost:3000/media/${world.space_id}/`))
	expect((await app.fetch(film.media[0].url)).status).toBe(200)
	expect(testimonials.some(({ email }: { email: string | null }) => email?.includes('@'))).toBe(true)
})

it('a filter chooses by form, tag and date', async () => {
	const rows = async (query: Record<string, string>) => parse((await get(owner, query)).text).data
	expect((await rows({ form: 'nothing' })).length).toBe(0)
	expect((await rows({ form: world.slug })).length).toBeGreaterThan(1000)
	const tagged = await rows({ tag: 'Repair' })
	expect(tagged.length).toBeGreaterThan(10)
	for (const { tags } of tagged) expect(tags).toContain('Repair')
	expect((await rows({ from: '2999-01-01' })).length).toBe(0)
	expect((await rows({ to: '2000-01-01T00:00:00Z' })).length).toBe(0)
	const { status, text } = await get(owner, { format: 'xml', from: 'yesterday', emails: 'yes' })
	expect(status).toBe(422)
	expect(Object.keys(JSON.parse(text).error.fields).sort()).toEqual(['emails', 'format', 'from'])
})

it('exports that follow one another are never refused', async () => {
	for (let n = 0; n < 20; n++) expect((await get(viewer, { format: n % 2 === 0 ? 'csv' : 'json' })).status).toBe(200)
})

it('an export is of one moment, while rows change, and frees its place when the reader leaves', async () => {
	const url = `${await app.listen()}/functions/v1/export?space_id=${world.space_id}&format=json`
	const headers = { authorization: `Bearer ${owner.token}` }
	const response = await fetch(url, { headers })
	await app.sql(`update public.testimonials set locale = 'fr' where space_id = $1`, [world.space_id])
	const { testimonials } = (await response.json()) as { testimonials: { language: string }[] }
	expect(testimonials.some(({ language }) => language !== 'fr')).toBe(true)
	for (let n = 0; n < 5; n++) {
		const left = await fetch(url, { headers })
		await left.body?.cancel()
		await expect.poll(async () => (await fetch(url, { headers, method: 'HEAD' })).status).toBe(200)
	}
})
