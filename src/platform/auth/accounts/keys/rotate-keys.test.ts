import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { makeJwk } from '#platform/keys/jwk.ts'
import type { Db } from '#platform/pg/db.ts'
import { sql } from '#platform/pg/sql.ts'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { rotateKeys } from './rotate-keys.ts'

const kidOf = (jwt: string): string => JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()).kid

describe('rotating keys, on two nodes over one database', () => {
	let first: TestApp
	let second: TestApp
	let nodes: TestApp[]
	let settings: Record<string, string>
	beforeAll(async () => {
		first = await createTestApp()
		settings = { DATA_DIR: first.deps.config.DATA_DIR }
	})
	beforeEach(async () => {
		second = await createTestApp(settings, first.database)
		nodes = [first, second]
	})
	afterEach(() => second.close())
	afterAll(() => first.close())

	const publishedBy = async (node: TestApp): Promise<string[]> => {
		const { body } = await callAuth(node, 'GET', '/.well-known/jwks.json')
		return body.keys.map(({ kid }: { kid: string }) => kid)
	}
	const until = (node: TestApp, signer: string) => expect.poll(() => node.deps.keys.signing.kid).toBe(signer)
	const signIn = async (node: TestApp, email: string) => {
		const client = node.client()
		const { data } = await client.auth.signInWithPassword({
			email,
			password: 'correct horse battery',
		})
		return { client, token: data.session?.access_token ?? '' }
	}
	const statusOn = async (node: TestApp, bearer: string) => (await callAuth(node, 'GET', '/user', { bearer })).status
	const end = (kid: string) =>
		asOwner(
			first.database,
			`with ended as (update auth.signing_keys set verifies_until = now() where kid = $1)
			select pg_notify('auth_signing_keys', '')`,
			[kid],
		)

	it('the new key signs on both, and tokens of the old one stay good until they have run out', async () => {
		const old = first.deps.keys.signing.kid
		const { email, token } = await first.person()
		const { kid, ended } = await rotateKeys(first.deps, { delaySeconds: 0 })
		expect(ended.map((one) => one.kid)).toEqual([old])
		const kept = (ended[0]?.verifiesUntil.getTime() ?? 0) - Date.now()
		expect(kept).toBeGreaterThan((3600 + 600) * 1000)
		for (const node of nodes) {
			await until(node, kid)
			expect(await publishedBy(node)).toEqual([kid, old])
			expect(await statusOn(node, token)).toBe(200)
			const fresh = await signIn(node, email)
			expect(kidOf(fresh.token)).toBe(kid)
			const { data } = await fresh.client.auth.getClaims()
			expect(data?.claims.email).toBe(email)
			for (const other of nodes) expect(await statusOn(other, fresh.token)).toBe(200)
		}

		await end(old)
		for (const node of nodes) {
			await expect.poll(() => publishedBy(node)).toEqual([kid])
			const refused = await callAuth(node, 'GET', '/user', { bearer: token })
			expect([refused.status, refused.body.code]).toEqual([403, 'bad_jwt'])
			expect((await node.admin().auth.admin.listUsers()).error).toBeNull()
			expect((await signIn(node, email)).token).not.toBe('')
		}
	})

	it('a key is published before it signs', async () => {
		const old = first.deps.keys.signing.kid
		const { kid } = await rotateKeys(first.deps, { delaySeconds: 3600 })
		for (const node of nodes) await expect.poll(() => publishedBy(node)).toContain(kid)
		expect(nodes.map(({ deps }) => deps.keys.signing.kid)).toEqual([old, old])
		await asOwner(first.database, "update auth.signing_keys set signs_from = now() + interval '0.3 s' where kid = $1", [
			kid,
		])
		await asOwner(first.database, "select pg_notify('auth_signing_keys', '')")
		for (const node of nodes) await until(node, kid)
	})

	it('a node that missed the notice learns of it when it can hear again', async () => {
		await asOwner(
			first.database,
			`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and application_name like 'plaudit-listen%'`,
		)
		const { kid } = await rotateKeys(first.deps, { delaySeconds: 0 })
		for (const node of nodes) await until(node, kid)
	})

	it('a node that starts later signs with the newest', async () => {
		const { kid } = await rotateKeys(first.deps, { delaySeconds: 0 })
		const third = await createTestApp(settings, first.database)
		expect(third.deps.keys.signing.kid).toBe(kid)
		await third.close()
	})

	it('two concurrent rotations leave one signing key', async () => {
		const rotations = await Promise.all(nodes.map(({ deps }) => rotateKeys(deps, { delaySeconds: 0 })))
		const rows = await asOwner<{ kid: string }>(
			first.database,
			'select kid from auth.signing_keys where verifies_until is null',
		)
		expect(rows).toHaveLength(1)
		expect(rotations.map(({ kid }) => kid)).toContain(rows[0]?.kid)
		for (const node of nodes) await until(node, rows[0]?.kid ?? '')
	})

	it('of two concurrent rotations the last one signs', async () => {
		const last = await first.deps.db.as(authServiceRole, async (tx) => {
			await tx.query(sql`select now()`)
			await rotateKeys(second.deps, { delaySeconds: 0 })
			const db: Db = { ...first.deps.db, as: (_claims, work) => work(tx) }
			return rotateKeys({ ...first.deps, db }, { delaySeconds: 0 })
		})
		for (const node of nodes) await until(node, last.kid)
	})

	it('a stolen key ends at once, with every session', async () => {
		const { client, token, email } = await first.person()
		const { kid } = await rotateKeys(first.deps, { delaySeconds: 0, compromised: true })
		for (const node of nodes) {
			await until(node, kid)
			expect(await publishedBy(node)).toEqual([kid])
			expect(await statusOn(node, token)).toBe(403)
		}
		expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
		expect(kidOf((await signIn(second, email)).token)).toBe(kid)
	})

	it('private halves are kept encrypted, and another secret cannot open them', async () => {
		const rows = await asOwner<{ sealed: Buffer | null }>(first.database, 'select sealed from auth.signing_keys')
		for (const { sealed } of rows) expect(sealed?.toString('latin1') ?? '').not.toContain('"d"')
		const others = createTestApp({ JWT_KEYS: JSON.stringify([makeJwk()]) }, first.database)
		await expect(others).rejects.toThrow('another keys.json')
	})
})
