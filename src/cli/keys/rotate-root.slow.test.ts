import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { requireKeysOfDatabase } from '#platform/auth/accounts/keys/root-key.ts'
import { readKeyFile } from '#platform/keys/key-file.ts'
import { seal, unseal } from '#platform/keys/sealed-secret.ts'
import { readConfig } from '#server/settings.ts'
import { asOwner, createTestDatabase } from '#test/support/test-database.ts'
import { openTestDeps } from '#test/support/test-deps.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it('a rotation of the root secret that is killed at any time leaves keys that fit the database', {
	timeout: 300_000,
}, async () => {
	const database = await createTestDatabase()
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-killed-'))
	const { host, port, user, password = '', database: name } = database.owner
	const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${name}?host=${host}`
	const env = { ...process.env, DATABASE_URL, DATA_DIR: folder }
	const { config } = readConfig({ DATA_DIR: folder })
	const rotate = () =>
		spawn('node', ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', 'keys', 'rotate', '--root'], {
			cwd: root,
			env,
			stdio: 'ignore',
		})
	/** The secret that fits the database, after a start would have completed what was cut off. */
	const currentSecret = async () => {
		await requireKeysOfDatabase(database.owner, config)
		return Buffer.from((await readKeyFile(folder))?.secret ?? '', 'base64url')
	}
	try {
		const first = await openTestDeps({ DATA_DIR: folder }, database)
		await first.close()
		await asOwner(database, 'insert into auth.saml_signing_key (sealed_key) values ($1)', [
			seal(Buffer.from('der'), first.deps.keys.secret, 'saml'),
		])
		// Enough rows that the transaction takes a while.
		await asOwner(
			database,
			'insert into auth.users (id, email) select gen_random_uuid(), g || $1 from generate_series(1, 3000) g',
			['@example.test'],
		)
		await asOwner(
			database,
			`insert into auth.mfa_factors (user_id, factor_type, secret) select id, 'totp', $1 from auth.users`,
			[seal(Buffer.from('seed'), first.deps.keys.secret, 'totp')],
		)
		const started = performance.now()
		const whole = rotate()
		await once(whole, 'exit')
		const duration = performance.now() - started
		let kills = 0
		// Killed later each time, until one came to its end.
		for (let delay = duration * 0.4, isWhole = false; !isWhole; delay *= 1.08) {
			const child = rotate()
			const timer = setTimeout(() => child.kill('SIGKILL'), delay)
			const [code] = await once(child, 'exit')
			clearTimeout(timer)
			isWhole = code === 0
			if (!isWhole) kills++
			const secret = await currentSecret()
			const [row] = await asOwner<{ sealed_key: Buffer }>(database, 'select sealed_key from auth.saml_signing_key')
			expect(unseal(row?.sealed_key ?? Buffer.alloc(0), secret, 'saml').toString()).toBe('der')
			const factors = await asOwner<{ secret: Buffer }>(database, 'select secret from auth.mfa_factors')
			for (const factor of factors) expect(unseal(factor.secret, secret, 'totp').toString()).toBe('seed')
			await (await openTestDeps({ DATA_DIR: folder }, database)).close()
		}
		expect(kills).toBeGreaterThan(2)
	} finally {
		await rm(folder, { recursive: true, force: true })
		await database.drop()
	}
})
