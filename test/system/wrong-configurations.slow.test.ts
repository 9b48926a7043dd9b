import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#platform/pg/connections.ts'
import { freePort } from '#test/support/http/free-port.ts'
import { type DebianCluster, startDebianCluster } from '#test/support/postgres/debian-cluster.ts'
import { type PgBouncer, startPgBouncer } from '#test/support/postgres/pgbouncer.ts'
import { serverFlags } from '#test/support/server-process.ts'

let cluster: DebianCluster
let pooler: PgBouncer
/** Answers each request as a web server does. */
let website: Server
let folder: string
let closedPort: number
beforeAll(async () => {
	cluster = await startDebianCluster()
	pooler = await startPgBouncer(cluster.owner, 'transaction')
	website = createServer((_, response) => response.end('<html></html>')).listen(0, '127.0.0.1')
	closedPort = await freePort()
	folder = await mkdtemp(join(tmpdir(), 'plaudit-wrong-'))
	// PostgreSQL runs under another user when the tests run as root.
	await chmod(folder, 0o755)
	await writeFile(join(folder, 'file'), 'text')
	await withClient(cluster.owner, async (client) => {
		for (const name of ['empty', 'other', 'read_only']) await client.query(`create database ${name}`)
		await client.query("create database ascii encoding 'SQL_ASCII' template template0 lc_collate 'C' lc_ctype 'C'")
		await client.query('alter database read_only set default_transaction_read_only = on')
		await client.query("create role visitor login password 'visitor'")
	})
})
afterAll(async () => {
	website.close()
	await pooler.stop()
	await cluster.stop()
	await rm(folder, { recursive: true, force: true })
})

type Settings = Record<string, string>
type Case = [title: string, settings: () => Settings, line: RegExp]

const urlOf = (database: string, parameters = '', identity = `postgres:${cluster.owner.password}`) =>
	`postgres://${identity}@127.0.0.1:${cluster.port}/${database}${parameters}`
const at = (name: string) => join(folder, name)
const websitePort = () => (website.address() as AddressInfo).port
const token = (role: string) => `e30.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.c2lnbmF0dXJl`
const ecKey = { kty: 'EC', kid: 'one', alg: 'ES256', crv: 'P-256', x: 'AA', y: 'AA' }
const daily = { BACKUP_SCHEDULE: 'daily' }

/** Starts the program in an own data directory. @returns its exit code, what it said, and which files it left there */
async function start(settings: Settings, dataDir: string) {
	const env = { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...settings }
	const child = spawn('node', [...serverFlags, 'src/server/main.ts'], { env })
	let output = ''
	const read = (chunk: Buffer) => {
		output += chunk
		// A server that starts although it should not is stopped, and its exit code fails the test.
		if (output.includes('ready at')) child.kill('SIGTERM')
	}
	child.stdout.on('data', read)
	child.stderr.on('data', read)
	const code = await new Promise((resolve) => child.once('close', resolve))
	const left = await readdir(dataDir, { recursive: true }).catch(() => [])
	return { code, lines: output.trim().split('\n'), left }
}

const fixedClock = '--import=data:text/javascript,Date.now=()=>5e6'

const cases: Case[] = [
	['a port that is in use', () => ({ PORT: `${websitePort()}`, HOST: '127.0.0.1' }), /set PORT\.$/],
	['a port beyond the last', () => ({ PORT: '65536' }), /^PORT: /],
	[
		'an address of another machine',
		() => ({ HOST: '192.0.2.1' }),
		/^HOST: 192\.0\.2\.1 is no address .* set 0\.0\.0\.0/,
	],
	[
		'an address with a port',
		() => ({ HOST: '127.0.0.1:80' }),
		/^HOST: 127\.0\.0\.1:80 is no address .* set 0\.0\.0\.0/,
	],
	['a URL as an address', () => ({ HOST: 'http://localhost' }), /^HOST: http:\/\/localhost is no address/],
	['an address in words', () => ({ HOST: 'every network' }), /^HOST: every network is no address/],
	['a clock that was never set', () => ({ NODE_OPTIONS: fixedClock }), /^The clock of this machine says 1970-01-01, /],
	['a site with a path', () => ({ SITE_URL: 'https://x.test/praise' }), /^SITE_URL: must be an address such as/],
	['a site without a scheme', () => ({ SITE_URL: 'praise.x.test' }), /^SITE_URL: must be an address such as/],
	[
		'a data directory that is a file',
		() => ({ DATA_DIR: at('file') }),
		/^DATA_DIR \(.*\) cannot be .*: it is no folder\. Name/,
	],
	['a data directory with ~', () => ({ DATA_DIR: '~/plaudit' }), /^DATA_DIR: begins with ~, .* write the whole path/],
	[
		'a data directory where none can be',
		() => ({ DATA_DIR: '/proc/plaudit' }),
		/^DATA_DIR \(.*\) cannot be .*: ENOENT\. Name/,
	],
	[
		'the address of another database',
		() => ({ DATABASE_URL: 'mysql://a:b@c/d' }),
		/^DATABASE_URL: must be an address such as/,
	],
	[
		'a parameter that leads elsewhere',
		() => ({ DATABASE_URL: urlOf('empty', '?passfile=x') }),
		/^DATABASE_URL: the parameter passfile is not supported: leave it out/,
	],
	[
		'an unknown sslmode',
		() => ({ DATABASE_URL: urlOf('empty', '?sslmode=x') }),
		/^DATABASE_URL: sslmode=x is not supported: use /,
	],
	[
		'a certificate that is not there',
		() => ({ DATABASE_URL: urlOf('empty', '?sslrootcert=/none&sslmode=verify-ca') }),
		/^DATABASE_URL: sslrootcert: \/none cannot be read/,
	],
	[
		'a database without TLS',
		() => ({ DATABASE_URL: urlOf('empty', '?sslmode=require') }),
		/^DATABASE_URL cannot .* Turn TLS on there/,
	],
	[
		'a closed port of a database',
		() => ({ DATABASE_URL: `postgres://a:b@127.0.0.1:${closedPort}/c` }),
		/^DATABASE_URL cannot .* Start PostgreSQL there, or/,
	],
	[
		'an unknown host of a database',
		() => ({ DATABASE_URL: 'postgres://a:b@none.invalid/c' }),
		/^DATABASE_URL cannot .* Correct the name of the host/,
	],
	[
		'a website as a database',
		() => ({ DATABASE_URL: `postgres://a:b@127.0.0.1:${websitePort()}/c` }),
		/^DATABASE_URL cannot .* Is it PostgreSQL/,
	],
	[
		'a wrong password',
		() => ({ DATABASE_URL: urlOf('empty', '', 'postgres:wrong') }),
		/^DATABASE_URL cannot .* Correct user and password\.$/,
	],
	[
		'a database that is not there',
		() => ({ DATABASE_URL: urlOf('none') }),
		/^DATABASE_URL cannot .* Create it: create database none encoding 'UTF8'/,
	],
	[
		'a database of another encoding',
		() => ({ DATABASE_URL: urlOf('ascii') }),
		/^DATABASE_URL cannot .* its encoding is SQL_ASCII\. Make another one/,
	],
	[
		'a read-only database',
		() => ({ DATABASE_URL: urlOf('read_only') }),
		/^DATABASE_URL cannot .* Reset default_transaction_read_only/,
	],
	[
		'only read-only hosts',
		() => ({ DATABASE_URL: urlOf('read_only', '?target_session_attrs=read-write') }),
		/^DATABASE_URL cannot .* is read-only/,
	],
	[
		'a user without rights',
		() => ({ DATABASE_URL: urlOf('empty', '', 'visitor:visitor') }),
		/The user of DATABASE_URL lacks a right: "plaudit roles"/,
	],
	['a pooler alone', () => ({ DATABASE_URL: pooler.url }), /^DATABASE_URL cannot .* Set DATABASE_DIRECT_URL to/],
	[
		'a direct address alone',
		() => ({ DATABASE_DIRECT_URL: urlOf('empty') }),
		/^DATABASE_DIRECT_URL needs DATABASE_URL/,
	],
	[
		'a direct address of another database',
		() => ({ DATABASE_URL: urlOf('empty'), DATABASE_DIRECT_URL: urlOf('other') }),
		/^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases\. Set/,
	],
	[
		'a clock that is an hour fast',
		() => ({
			DATABASE_URL: urlOf('empty'),
			NODE_OPTIONS: '--import=data:text/javascript,Date.now=(now=>()=>now()+36e5)(Date.now)',
		}),
		/^DATABASE_URL cannot .* differ by 36\d\d s\. Let a time service/,
	],
	['a pool of one connection', () => ({ DATABASE_POOL: '1' }), /^DATABASE_POOL: /],
	['keys that only verify', () => ({ JWT_KEYS: JSON.stringify([ecKey]) }), /^JWT_KEYS: /],
	['keys that are no JSON', () => ({ JWT_KEYS: 'secret' }), /^JWT_KEYS: /],
	[
		'a secret key for browsers',
		() => ({ ANON_KEY: 'sb_secret_0123456789abcdef' }),
		/^ANON_KEY: has the role of SERVICE_ROLE_KEY: exchange/,
	],
	[
		'a token of a server for browsers',
		() => ({ ANON_KEY: token('service_role') }),
		/^ANON_KEY: has the role of SERVICE_ROLE_KEY: exchange/,
	],
	[
		'a publishable key for servers',
		() => ({ SERVICE_ROLE_KEY: 'sb_publishable_0123456789' }),
		/^SERVICE_ROLE_KEY: has the role of ANON_KEY: exchange/,
	],
	[
		'a key that is too short',
		() => ({ ANON_KEY: 'anon' }),
		/^ANON_KEY: must be a key of at least 20 characters, as "plaudit keys"/,
	],
	[
		'a mail server without a scheme',
		() => ({ SMTP_URL: 'mail.x.test' }),
		/^SMTP_URL: must be an address such as smtp:\/\//,
	],
	[
		'a percent sign in the password of mails',
		() => ({ SMTP_URL: 'smtp://ada:100%sesame@mail.x.test' }),
		/^SMTP_URL: has a % that begins no escape\. .* write % as %25(?!.*sesame)/,
	],
	[
		'options of a mail server',
		() => ({ SMTP_URL: 'smtps://mail.x.test/?tls.rejectUnauthorized=false' }),
		/^SMTP_URL: takes no options behind "\?"/,
	],
	[
		'an authority of a mail server that is not there',
		() => ({ SMTP_URL: 'smtps://mail.x.test', SMTP_CA_FILE: at('none') }),
		/^SMTP_CA_FILE: .* cannot be read \(ENOENT\)\.$/,
	],
	['a sender without an address', () => ({ MAIL_FROM: 'Plaudit' }), /^MAIL_FROM: must be an address/],
	['a bucket without a region', () => ({ S3_BUCKET: 'files' }), /^S3_BUCKET needs S3_REGION, or S3_ENDPOINT/],
	[
		'half a key of S3',
		() => ({ S3_BUCKET: 'files', S3_REGION: 'x', S3_ACCESS_KEY_ID: 'a' }),
		/^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together\.$/,
	],
	['S3 without a bucket', () => ({ S3_REGION: 'x' }), /^The S3_… settings need S3_BUCKET/],
	[
		'a schedule in words',
		() => ({ ...daily, BACKUP_TARGET: folder, BACKUP_SCHEDULE: 'every night' }),
		/^BACKUP_SCHEDULE: must be hourly, daily, weekly, or/,
	],
	[
		'a schedule of a day that never comes',
		() => ({ BACKUP_TARGET: folder, BACKUP_SCHEDULE: '0 0 30 2 *' }),
		/^BACKUP_SCHEDULE: .* names a day that never comes/,
	],
	['backups without a place', () => daily, /^BACKUP_SCHEDULE needs BACKUP_TARGET, a folder/],
	[
		'backups into a file',
		() => ({ ...daily, BACKUP_TARGET: at('file') }),
		/^BACKUP_TARGET: .* is no folder\. Name one\.$/,
	],
	[
		'backups beside the data',
		() => ({ ...daily, DATA_DIR: at('data'), BACKUP_TARGET: at('data/backups') }),
		/^BACKUP_TARGET \(.*\) is in DATA_DIR .*: name a folder outside/,
	],
	[
		'a password as the key of backups',
		() => ({ ...daily, BACKUP_TARGET: folder, BACKUP_KEY: 'secret' }),
		/^BACKUP_KEY: must be a key of age: .* \(make one with/,
	],
	['own migrations that are not there', () => ({ OWN_MIGRATIONS: at('none') }), /^OWN_MIGRATIONS: there is no folder/],
	['functions that are not there', () => ({ FUNCTIONS_DIR: at('none') }), /^FUNCTIONS_DIR: there is no folder/],
	['mail texts that are not there', () => ({ MAIL_TEMPLATES: at('none') }), /^MAIL_TEMPLATES: there is no folder/],
	[
		'an ffmpeg that is not there',
		() => ({ FFMPEG_PATH: at('none') }),
		/^FFMPEG_PATH: there is no .* Correct it, or leave it out/,
	],
	[
		'a transcriber that is not there',
		() => ({ TRANSCRIBE_COMMAND: 'none --fast' }),
		/^TRANSCRIBE_COMMAND: there is no program none .* Name it by/,
	],
	[
		'a proxy by its name',
		() => ({ TRUSTED_PROXIES: 'proxy.x.test' }),
		/^TRUSTED_PROXIES: proxy\.x\.test is neither an address nor/,
	],
	[
		'a token of a CDN without its address',
		() => ({ CDN_PURGE_TOKEN: '0123456789abcdef' }),
		/^CDN_PURGE_TOKEN needs CDN_PURGE_URL/,
	],
	['an operator without an address', () => ({ OPERATORS: 'admin' }), /^OPERATORS: must be e-mail addresses/],
	[
		'a collector without a scheme',
		() => ({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }),
		/^OTEL_EXPORTER_OTLP_ENDPOINT: must be an address that begins/,
	],
	[
		'a target of redirects without a scheme',
		() => ({ REDIRECT_ALLOW_LIST: 'x.test/**' }),
		/^REDIRECT_ALLOW_LIST: x\.test\/\*\* is no address: one begins/,
	],
]

describe('a wrong configuration is refused with one line, and nothing is made', () => {
	it.each(cases)('%s', async (_, settings, line) => {
		const dataDir = join(folder, 'never')
		const { code, lines, left } = await start(settings(), dataDir)
		expect(lines).toEqual([expect.stringMatching(line)])
		expect(code).toBe(1)
		expect(left).toEqual([])
		await rm(dataDir, { recursive: true, force: true })
	})

	it('no database was changed by any of them', async () => {
		for (const database of ['empty', 'other', 'read_only'])
			await withClient({ ...cluster.owner, database }, async (client) => {
				const { rows } = await client.query(
					"select nspname from pg_namespace where nspname !~ '^(pg_|information_schema)'",
				)
				expect(rows).toEqual([{ nspname: 'public' }])
			})
	})

	it('damaged keys and a cluster of another major version stay as they are', async () => {
		const dataDir = join(folder, 'kept')
		await mkdir(join(dataDir, 'postgres'), { recursive: true })
		await writeFile(join(dataDir, 'keys.json'), '{"jwks":')
		expect(await start({}, dataDir)).toMatchObject({
			code: 1,
			lines: [expect.stringMatching(/keys\.json is damaged\. Restore it from a backup/)],
		})
		await rm(join(dataDir, 'keys.json'))
		await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '14\n')
		expect(await start({}, dataDir)).toMatchObject({
			code: 1,
			lines: [expect.stringMatching(/^DATA_DIR holds a database of PostgreSQL 14, and .* comes with PostgreSQL 18\./)],
		})
		expect(await readdir(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
	})
})
