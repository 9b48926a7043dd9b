import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { checks } from '#cli/doctor/doctor.ts'
import { run as resetKeys } from '#cli/keys/keys-reset.ts'
import { type Jwk, makeJwk } from '#platform/keys/jwk.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { openTestDeps } from '#test/support/test-deps.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(async () => {
	vi.unstubAllEnvs()
	vi.restoreAllMocks()
	await database.drop()
})

const own = makeJwk()
const other = makeJwk()
const start = async (...keys: Jwk[]) => {
	const { deps, close } = await openTestDeps({ JWT_KEYS: JSON.stringify(keys) }, database)
	const { kid } = deps.keys.signing
	await close()
	return kid
}
const refusal = 'This database belongs to another keys.json (or JWT_KEYS)'

it('of two nodes with different keys that start first at once, one is refused with advice', async () => {
	const outcomes = await Promise.allSettled([start(own), start(other)])
	const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
	expect(refused.map(({ reason }) => reason.message)).toEqual([
		expect.stringContaining('plaudit keys reset --sign-everybody-out'),
	])
	await asOwner(database, 'delete from auth.root_key')
})

it('a node starts with the keys of the first one, and with keys added behind them', async () => {
	expect(await start(own)).toBe(own.kid)
	expect(await start(own)).toBe(own.kid)
	expect(await start(own, other)).toBe(own.kid)
	await expect(start(other, own)).rejects.toThrow(refusal)
	await expect(start(other)).rejects.toThrow(refusal)
})

it('the doctor reports other keys, and a reset makes the database belong to them', async () => {
	const { host, port, user, password = '', database: name } = database.owner
	vi.stubEnv('DATABASE_URL', `postgres://${user}:${password}@localhost:${port}/${name}?host=${host}`)
	vi.stubEnv('JWT_KEYS', JSON.stringify([other]))
	vi.spyOn(console, 'log').mockImplementation(() => {})
	const check = () => checks.find(({ name }) => name === 'keys')?.check()
	await expect(check()).rejects.toThrow(refusal)
	expect(await resetKeys(['--sign-everybody-out'])).toBe(0)
	expect(await check()).toContain('signing with ES256')
	expect(await start(other)).toBe(other.kid)
	await expect(start(own)).rejects.toThrow(refusal)
})
