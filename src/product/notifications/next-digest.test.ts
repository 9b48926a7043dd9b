import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

async function nextDigest(after: string, zone: string | null): Promise<string | undefined> {
	const [row] = await asOwner<{ next: Date }>(database, 'select private.next_digest($1, $2) as next', [after, zone])
	return row?.next.toISOString()
}

it.each([
	// On 29 March 2026 clocks in Berlin go from UTC+1 to UTC+2, on 25 October back.
	['Europe/Berlin', '2026-03-28T06:59:59Z', '2026-03-28T07:00:00.000Z'],
	['Europe/Berlin', '2026-03-28T07:00:00Z', '2026-03-29T06:00:00.000Z'],
	['Europe/Berlin', '2026-03-29T01:30:00Z', '2026-03-29T06:00:00.000Z'],
	['Europe/Berlin', '2026-10-24T06:00:00Z', '2026-10-25T07:00:00.000Z'],
	['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T07:00:00.000Z'],
	['Europe/Berlin', '2026-10-25T07:00:00Z', '2026-10-26T07:00:00.000Z'],
	['Asia/Kolkata', '2026-06-01T02:29:00Z', '2026-06-01T02:30:00.000Z'],
	['Asia/Kolkata', '2026-06-01T02:30:00Z', '2026-06-02T02:30:00.000Z'],
	['America/St_Johns', '2026-12-31T23:00:00Z', '2027-01-01T11:30:00.000Z'],
	['Pacific/Kiritimati', '2026-06-01T18:00:00Z', '2026-06-02T18:00:00.000Z'],
	[null, '2026-06-01T07:59:00Z', '2026-06-01T08:00:00.000Z'],
	['Atlantis/Capital', '2026-06-01T07:59:00Z', '2026-06-01T08:00:00.000Z'],
])('the digest in %s after %s is due at %s', async (zone, after, due) => {
	expect(await nextDigest(after, zone)).toBe(due)
})

it('a profile takes time zones of the IANA database and no others', async () => {
	const [user] = await asOwner<{ id: string }>(database, 'insert into auth.users (email) values ($1) returning id', [
		'zoned@example.test',
	])
	const set = (zone: string | null) =>
		asOwner(database, 'update public.profiles set time_zone = $2 where id = $1', [user?.id, zone])
	for (const zone of ['Europe/Berlin', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'UTC', null]) await set(zone)
	for (const zone of ['', 'Berlin', 'europe/berlin', 'CET+3', '+02:00', "Europe/Berlin'; select 1", 'x'.repeat(100)])
		await expect(set(zone)).rejects.toThrow('There is no time zone named')
})
