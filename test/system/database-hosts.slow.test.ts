import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#platform/pg/connections.ts'
import { parseDatabaseUrl } from '#platform/pg/database-url.ts'
import { openDb } from '#platform/pg/db.ts'
import { isOutage } from '#platform/pg/pg-errors.ts'
import { sql } from '#platform/pg/sql.ts'
import { freePort } from '#test/support/http/free-port.ts'
import { type Certificates, makeCertificates } from '#test/support/postgres/certificates.ts'
import { type DebianCluster, startDebianCluster } from '#test/support/postgres/debian-cluster.ts'
import { startTlsRelay } from '#test/support/postgres/tls-relay.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { plaudit, startServer } from '#test/support/server-process.ts'

let certificates: Certificates
/** `trusted` needs no password, and `clear` sends it as it is. */
const hba = `
	local all all scram-sha-256
	host all trusted all trust
	host all clear all password
	host all all all scram-sha-256
`
/** With TLS; read-only and without TLS; and one that ends during a test. */
let encrypted: DebianCluster
let readOnly: DebianCluster
let ending: DebianCluster
beforeAll(async () => {
	certificates = makeCertificates()
	encrypted = await startDebianCluster((write) => ({
		ssl: 'on',
		hba_file: write('hba.conf', hba),
		ssl_cert_file: write('server.crt', certificates.certificate),
		ssl_key_file: write('server.key', certificates.key),
	}))
	readOnly = await startDebianCluster(() => ({ default_transaction_read_only: 'on' }))
	ending = await startDebianCluster()
	for (const { owner } of [encrypted, ending])
		await withClient(owner, (client) => client.query('create role anon nologin noinherit'))
})
afterAll(async () => {
	await Promise.all([encrypted, readOnly, ending].map((cluster) => cluster?.stop()))
	certificates.remove()
})

const identity = () => `${encrypted.owner.user}:${encrypted.owner.password}`
const urlOf = (places: string, parameters = '') => `postgres://${identity()}@${places}/postgres?${parameters}`
/** Port of the server that a URL leads to, and whether the connection is encrypted. */
const reach = (url: string) =>
	withClient(parseDatabaseUrl(url), async (client) => {
		const { rows } = await client.query(
			"select current_setting('port')::int as port, (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as ssl",
		)
		return rows[0] as { port: number; ssl: boolean }
	})

describe('sslmode, against a PostgreSQL with a certificate for localhost', () => {
	const at = (host: string, parameters: string) => reach(urlOf(`${host}:${encrypted.port}`, parameters))
	const plain = (parameters: string) => reach(urlOf(`127.0.0.1:${readOnly.port}`, parameters))

	it('disable does not encrypt, prefer does where the server can, and require insists', async () => {
		expect((await at('127.0.0.1', 'sslmode=disable')).ssl).toBe(false)
		expect((await at('127.0.0.1', 'sslmode=prefer')).ssl).toBe(true)
		expect((await plain('sslmode=prefer')).ssl).toBe(false)
		expect((await at('127.0.0.1', 'sslmode=require')).ssl).toBe(true)
		await expect(plain('sslmode=require')).rejects.toThrow('does not support SSL')
	})

	it('verify-ca checks who signed the certificate, and so does require with sslrootcert', async () => {
		for (const mode of ['verify-ca', 'require']) {
			expect((await at('127.0.0.1', `sslmode=${mode}&sslrootcert=${certificates.authority}`)).ssl).toBe(true)
			await expect(at('127.0.0.1', `sslmode=${mode}&sslrootcert=${certificates.stranger}`)).rejects.toThrow(
				/certificate/,
			)
		}
	})

	it('verify-full checks the name of the host too, and knows public authorities alone without sslrootcert', async () => {
		expect((await at('localhost', `sslmode=verify-full&sslrootcert=${certificates.authority}`)).ssl).toBe(true)
		await expect(at('127.0.0.1', `sslmode=verify-full&sslrootcert=${certificates.authority}`)).rejects.toThrow(
			"IP: 127.0.0.1 is not in the cert's list",
		)
		for (const root of ['', '&sslrootcert=system'])
			await expect(at('localhost', `sslmode=verify-full${root}`)).rejects.toThrow(/certificate/)
	})
})

describe('channel_binding, against a PostgreSQL with a certificate', () => {
	const at = (port: number, parameters: string) => reach(urlOf(`127.0.0.1:${port}`, parameters))
	const required = 'sslmode=require&channel_binding=require'
	let relay: { port: number; close(): void }
	beforeAll(async () => {
		relay = await startTlsRelay(encrypted.port)
		await withClient(encrypted.owner, (client) =>
			client.query("create role trusted login; create role clear login password 'only-for-this-run'"),
		)
	})
	afterAll(() => relay.close())

	it('require connects to the server itself, by each mode of encryption', async () => {
		for (const mode of ['require', 'prefer', `verify-ca&sslrootcert=${certificates.authority}`])
			expect((await at(encrypted.port, `sslmode=${mode}&channel_binding=require`)).ssl).toBe(true)
		expect((await at(encrypted.port, 'sslmode=require&channel_binding=prefer')).ssl).toBe(true)
	})

	it('a relay with a certificate of its own is found out, which encryption alone does not', async () => {
		expect((await at(relay.port, 'sslmode=require')).ssl).toBe(true)
		for (const parameters of [required, `${required}&connect_timeout=2`, 'sslmode=require&channel_binding=prefer'])
			await expect(at(relay.port, parameters)).rejects.toThrow(/channel binding/)
	})

	it('require refuses servers without TLS, and users without a password or with one that is sent as it is', async () => {
		for (const mode of ['prefer', 'require'])
			await expect(at(readOnly.port, `sslmode=${mode}&channel_binding=require`)).rejects.toThrow('does not support SSL')
		for (const user of ['trusted', 'clear']) {
			const url = `postgres://${user}:only-for-this-run@127.0.0.1:${encrypted.port}/postgres`
			expect((await reach(`${url}?sslmode=require`)).ssl).toBe(true)
			await expect(reach(`${url}?${required}`)).rejects.toThrow('offers no channel binding')
		}
	})
})

it('application_name and options reach the server', async () => {
	const url = urlOf(`127.0.0.1:${encrypted.port}`, 'application_name=praise&options=-c%20work_mem%3D7MB&pool_timeout=9')
	const rows = await withClient(parseDatabaseUrl(url), async (client) => {
		return (
			await client.query("select current_setting('application_name') as name, current_setting('work_mem') as memory")
		).rows
	})
	expect(rows).toEqual([{ name: 'praise', memory: '7MB' }])
})

describe('several hosts', () => {
	it('a host that is down is passed over, by address and by socket', async () => {
		const dead = await freePort()
		const places = `127.0.0.1:${dead},127.0.0.1:${encrypted.port}`
		expect((await reach(urlOf(places))).port).toBe(encrypted.port)
		const sockets = `host=/nowhere,${encrypted.folder}&port=${encrypted.port}`
		expect(await reach(urlOf('', sockets))).toMatchObject({ port: encrypted.port, ssl: false })
		await expect(reach(urlOf(`127.0.0.1:${dead},127.0.0.1:${dead}`))).rejects.toThrow(
			/^no host of the database can be used: 127\.0\.0\.1:\d+ .*ECONNREFUSED.*; 127\.0\.0\.1:\d+ .*ECONNREFUSED/,
		)
	})

	it('a server that is read-only is passed over with target_session_attrs=read-write alone', async () => {
		const places = `127.0.0.1:${readOnly.port},127.0.0.1:${encrypted.port}`
		expect((await reach(urlOf(places))).port).toBe(readOnly.port)
		expect((await reach(urlOf(places, 'target_session_attrs=read-write'))).port).toBe(encrypted.port)
		await expect(reach(urlOf(`127.0.0.1:${readOnly.port}`, 'target_session_attrs=primary'))).rejects.toThrow(
			'is read-only',
		)
	})

	it.each(['read-only first', 'dead first'])('hosts of which none takes writes are an outage, %s', async (order) => {
		const both = [`127.0.0.1:${readOnly.port}`, `127.0.0.1:${await freePort()}`]
		const places = order === 'dead first' ? both.toReversed() : both
		const failure = await reach(urlOf(places.join(), 'target_session_attrs=read-write')).catch((error) => error)
		expect([String(failure), isOutage(failure)]).toEqual([expect.stringContaining('is read-only'), true])
		await expect(reach(urlOf(`127.0.0.1:${readOnly.port}`, 'target_session_attrs=primary'))).rejects.toSatisfy(isOutage)
	})

	it('the product serves from the one host of three that it can write to', async () => {
		const dead = await freePort()
		const places = [dead, readOnly.port, encrypted.port].map((port) => `127.0.0.1:${port}`).join(',')
		const settings = {
			DATABASE_URL: urlOf(places, 'target_session_attrs=read-write&sslmode=prefer'),
			RATE_LIMITS: 'off',
		}
		const server = await startServer(settings)
		try {
			const { client, spaceId } = await makeSpace(server.url)
			const { data } = await client.from('spaces').select('id').throwOnError()
			expect(data).toEqual([{ id: spaceId }])
			const printed = await plaudit(server, ['sql', '--json', '-c', 'show port'], settings)
			expect(printed).toContain(String(encrypted.port))
		} finally {
			await server.stop()
		}
	})

	it('open connections move to the next host when theirs ends, and notifications are heard there', async () => {
		const places = `127.0.0.1:${ending.port},127.0.0.1:${encrypted.port}`
		const db = openDb(parseDatabaseUrl(urlOf(places, 'target_session_attrs=read-write')), 2, () => {})
		const port = () =>
			db.as({ role: 'anon' }, async (tx) => {
				const [row] = await tx.query<{ port: string }>(sql`select current_setting('port') as port`)
				return Number(row?.port)
			})
		const heard: string[] = []
		const gap = Promise.withResolvers<void>()
		await db.listen('news', (payload) => heard.push(payload), gap.resolve)
		expect(await port()).toBe(ending.port)
		await ending.stop()
		await gap.promise
		await expect.poll(() => port().catch(() => 0)).toBe(encrypted.port)
		await withClient(encrypted.owner, (client) => client.query("notify news, 'moved'"))
		await expect.poll(() => heard).toEqual(['moved'])
		await db.close()
	})
})
