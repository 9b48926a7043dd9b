import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { run as rotateKeysCommand } from '#cli/keys/keys-rotate.ts'
import { requireKeysOfDatabase } from '#platform/auth/accounts/keys/root-key.ts'
import { rotateKeys } from '#platform/auth/accounts/keys/rotate-keys.ts'
import { replaceApiKeys } from '#platform/auth/accounts/keys/stored-api-keys.ts'
import { sealEmailData, unsealEmailData } from '#platform/auth/delivery/email/send-email-hook.ts'
import { clientSecretPurpose } from '#platform/auth/providers/oauth/find-provider.ts'
import { samlKeyPurpose } from '#platform/auth/providers/saml/service-provider/request-signer.ts'
import { rotateRootSecret } from '#platform/auth/root-secret/rotate-root-secret.ts'
import { noteNextSecret, readKeyFile } from '#platform/keys/key-file.ts'
import { trustedSecrets } from '#platform/keys/keys.ts'
import { seal, unseal } from '#platform/keys/sealed-secret.ts'
import { writeSharedKeys } from '#platform/keys/shared-keys.ts'
import { createLinkSigner } from '#platform/storage/links/link-token.ts'
import { unsubscribeTokenOf } from '#product/notifications/unsubscribe-token.ts'
import { receiptTokenOf } from '#product/receipts/receipt-token.ts'
import { checkOrder } from '#product/verifications/check-order.ts'
import { orderKeyOf } from '#product/verifications/order-key.ts'
import type { SignedOrder } from '#product/verifications/order-signature.ts'
import { readConfig } from '#server/settings.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
let folder: string
let space: SpaceFixture
beforeAll(async () => {
	database = await createTestDatabase()
	folder = await mkdtemp(join(tmpdir(), 'plaudit-root-'))
	space = await createSpace(database)
})
afterAll(async () => {
	await rm(folder, { recursive: true })
	await database.drop()
})
beforeEach(() => {
	const { host, port, user, password = '', database: name } = database.owner
	vi.stubEnv('DATABASE_URL', `postgres://${user}:${password}@localhost:${port}/${name}?host=${host}`)
	vi.stubEnv('DATA_DIR', folder)
	for (const name of ['log', 'error'] as const) vi.spyOn(console, name).mockImplementation(() => {})
})
afterEach(() => {
	vi.unstubAllEnvs()
	vi.restoreAllMocks()
})

const rotateRoot = (...args: string[]) => rotateKeysCommand(['--root', ...args])
async function withApp<T>(work: (app: TestApp) => Promise<T>, env: Record<string, string> = {}): Promise<T> {
	const app = await createTestApp({ DATA_DIR: folder, ...env }, database)
	try {
		return await work(app)
	} finally {
		await app.close()
	}
}
const secretOf = async () => Buffer.from((await readKeyFile(folder))?.secret ?? '', 'base64url')

/** A user whose authenticator and recovery codes are enrolled. */
async function enroll(app: TestApp) {
	const { client, email } = await app.person()
	const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
	const totp = new TOTP({ secret: Secret.fromBase32(data?.totp?.secret ?? '') })
	await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: totp.generate() })
	const codes = (await client.auth.mfa.recoveryCodes.generate()).data?.codes ?? []
	const refreshToken = (await client.auth.getSession()).data.session?.refresh_token ?? ''
	await asOwner(database, 'update auth.mfa_factors set last_used_step = null where id = $1', [data?.id])
	return { email, totp, factorId: data?.id ?? '', codes, refreshToken }
}

async function signIn(app: TestApp, email: string) {
	const client = app.client()
	const { error } = await client.auth.signInWithPassword({ email, password: 'correct horse battery' })
	expect(error).toBeNull()
	return client
}

async function submit(app: TestApp): Promise<string> {
	const author = { name: 'Ines Castellanos', email: 'ines@example.test' }
	return (await postSubmission(app, submissionBody(space, { author }))).body.id ?? ''
}

async function signOrder(secret: Buffer) {
	const [row] = await asOwner<{ salt: string }>(
		database,
		`insert into private.order_keys (space_id) values ($1)
		on conflict (space_id) do update set salt = private.order_keys.salt returning salt`,
		[space.space_id],
	)
	const key = orderKeyOf(secret, space.space_id, row?.salt ?? '')
	return { reference: 'A-1', signature: createHmac('sha256', key).update('A-1').digest('hex') }
}

const stateOf = (app: TestApp, order: SignedOrder) =>
	checkOrder(app.deps.db, { secrets: trustedSecrets(app.deps.keys), form: space.form_id, space: space.space_id }, order)

const statusOf = async (app: TestApp, path: string) => (await app.fetch(`${app.url}${path}`)).status

it('a rotation while a server runs is refused and changes nothing', async () => {
	await withApp(async (app) => {
		const before = await readFile(join(folder, 'keys.json'), 'utf8')
		await expect(rotateRoot()).rejects.toThrow(/A server runs on this database .* Stop all servers first/)
		expect(await secretOf()).toEqual(app.deps.keys.secret)
		expect(JSON.parse(await readFile(join(folder, 'keys.json'), 'utf8')).secret).toBe(JSON.parse(before).secret)
	})
	await withApp(async () => {})
})

it('authenticators, recovery codes, secrets of providers, SAML, signing and API keys and waiting mails outlive the root secret', async () => {
	const former = await withApp(async (app) => {
		const { keys } = app.deps
		const person = await enroll(app)
		const { kid } = await rotateKeys(app.deps, { delaySeconds: 0 })
		await replaceApiKeys(app.deps)
		await keys.reload()
		const [provider] = await asOwner<{ id: string }>(
			database,
			`insert into auth.custom_providers (provider_type, identifier, name, client_id, sealed_secret, issuer)
			values ('oidc', 'custom:x', 'x', 'x', '', 'https://x.example') returning id`,
		)
		const providerId = provider?.id ?? ''
		const sealed = seal(Buffer.from('hidden'), keys.secret, clientSecretPurpose(providerId))
		await asOwner(database, 'update auth.custom_providers set sealed_secret = $1', [sealed])
		const saml = seal(Buffer.from('der'), keys.secret, samlKeyPurpose)
		await asOwner(database, 'insert into auth.saml_signing_key (sealed_key) values ($1)', [saml])
		const mail = sealEmailData(keys.secret, { code: '123456' })
		return { ...person, kid, providerId, mail, secret: keys.secret, apiKeys: [...keys.roleByApiKey.keys()] }
	})

	expect(await rotateRoot('--json')).toBe(0)
	expect((await secretOf()).equals(former.secret)).toBe(false)
	expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
	await withApp(async (app) => {
		const { keys } = app.deps
		expect(keys.secret).toEqual(await secretOf())
		expect(keys.signing.kid).toBe(former.kid)
		expect([...keys.roleByApiKey.keys()]).toEqual(former.apiKeys)
		const client = await signIn(app, former.email)
		const code = former.totp.generate()
		const raised = await client.auth.mfa.challengeAndVerify({ factorId: former.factorId, code })
		expect(raised.error).toBeNull()
		const byCode = await signIn(app, former.email)
		expect((await byCode.auth.mfa.recoveryCodes.verify({ code: former.codes[0] ?? '' })).error).toBeNull()
		expect((await byCode.auth.mfa.recoveryCodes.verify({ code: former.codes[0] ?? '' })).error).not.toBeNull()
		const [row] = await asOwner<{ provider: Buffer; saml: Buffer }>(
			database,
			'select sealed_secret as provider, sealed_key as saml from auth.custom_providers, auth.saml_signing_key',
		)
		const { provider, saml } = row ?? { provider: Buffer.alloc(0), saml: Buffer.alloc(0) }
		expect(unseal(provider, keys.secret, clientSecretPurpose(former.providerId)).toString()).toBe('hidden')
		expect(unseal(saml, keys.secret, samlKeyPurpose).toString()).toBe('der')
		expect(() => unseal(saml, former.secret, samlKeyPurpose)).toThrow()
		expect(unsealEmailData(keys, former.mail)).toEqual({ code: '123456' })
		const refreshed = await app.client().auth.refreshSession({ refresh_token: former.refreshToken })
		expect(refreshed.error).not.toBeNull()
	})
})

it('private pages, order keys and links to unsubscribe outlive a rotation, and signed links to files end', async () => {
	const former = await withApp(async (app) => {
		const id = await submit(app)
		return { id, secret: app.deps.keys.secret }
	})
	const order = await signOrder(former.secret)
	await rotateRoot()
	await withApp(async (app) => {
		const { secret } = app.deps.keys
		expect(await stateOf(app, order)).toBe('signed')
		for (const root of [former.secret, secret]) {
			expect(await statusOf(app, `/t/${receiptTokenOf(root, space.space_id, former.id)}`)).toBe(200)
			const token = unsubscribeTokenOf(root, { kind: 'submitter', testimonial: former.id })
			expect(await statusOf(app, `/unsubscribe/${token}`)).toBe(200)
		}
		const grant = { url: 'photos/x', scope: 'download' } as const
		const link = createLinkSigner({ secret: former.secret }).sign(grant, 600)
		const refused = await app.fetch(`${app.url}/storage/v1/object/sign/photos/x?token=${link}`)
		expect(await refused.json()).toMatchObject({ error: 'InvalidSignature' })
	})
})

it('after a rotation of a compromised secret, everything that it alone can compute is refused, under earlier secrets too', async () => {
	const former = await withApp(async (app) => {
		const id = await submit(app)
		return { id, secret: app.deps.keys.secret, person: await enroll(app) }
	})
	const order = await signOrder(former.secret)
	await rotateRoot('--compromised')
	await withApp(async (app) => {
		const { keys } = app.deps
		expect(await statusOf(app, `/t/${receiptTokenOf(former.secret, space.space_id, former.id)}`)).toBe(404)
		expect(await statusOf(app, `/t/${receiptTokenOf(keys.secret, space.space_id, former.id)}`)).toBe(200)
		const token = unsubscribeTokenOf(former.secret, { kind: 'submitter', testimonial: former.id })
		expect(await statusOf(app, `/unsubscribe/${token}`)).toBe(404)
		const client = await signIn(app, former.person.email)
		expect((await client.auth.mfa.recoveryCodes.verify({ code: former.person.codes[1] ?? '' })).error).toBeNull()
		expect(await stateOf(app, order)).toBe('forged')
		expect(await stateOf(app, await signOrder(keys.secret))).toBe('signed')
	})
	await rotateRoot()
	await withApp(async (app) => {
		const token = unsubscribeTokenOf(former.secret, { kind: 'submitter', testimonial: former.id })
		expect(await statusOf(app, `/unsubscribe/${token}`)).toBe(404)
	})
})

it('a rotation that was cut off before its commit leaves the former secret, and after its commit the new one', async () => {
	const before = await secretOf()
	const next = await noteNextSecret(folder)
	expect(await noteNextSecret(folder)).toBe(next)
	await withApp(async (app) => {
		await requireKeysOfDatabase(database.owner, app.deps.config)
		expect(app.deps.keys.secret).toEqual(before)
	})
	const noted = await readFile(join(folder, 'keys.json'), 'utf8')
	await rotateRoot()
	// As it was between the commit and the change of keys.json.
	await writeFile(join(folder, 'keys.json'), noted)
	await expect(withApp(async () => {})).rejects.toThrow(/keys.json/)
	const { config } = await openConfig()
	await requireKeysOfDatabase(database.owner, config)
	expect(await secretOf()).toEqual(Buffer.from(next, 'base64url'))
	expect((await readKeyFile(folder))?.nextSecret).toBeUndefined()
	await withApp(async (app) => expect(app.deps.keys.secret).toEqual(Buffer.from(next, 'base64url')))
})

it('a failure in the middle of a rotation leaves everything as it was', async () => {
	const { person, secret } = await withApp(async (app) => ({
		person: await enroll(app),
		secret: app.deps.keys.secret,
	}))
	const other = await withApp(async (app) => {
		const { db } = app.deps
		const owner = { ...database.owner, database: 'postgres' }
		const rotation = { from: secret, to: Buffer.alloc(32, 7), isCompromised: false }
		const failing = rotateRootSecret({ db, owner }, rotation, async () => {
			throw new Error('cut off')
		})
		await expect(failing).rejects.toThrow()
		return app.deps.keys.secret
	})
	expect(other).toEqual(secret)
	await withApp(async (app) => {
		const client = await signIn(app, person.email)
		const code = person.totp.generate()
		expect((await client.auth.mfa.challengeAndVerify({ factorId: person.factorId, code })).error).toBeNull()
	})
})

it('with JWT_KEYS the new value is in a file before the database changes, and a second run says that it is done', async () => {
	const { exported } = await openConfig()
	vi.stubEnv('JWT_KEYS', exported)
	const file = join(folder, 'next.env')
	await expect(rotateRoot()).rejects.toThrow('--file')
	expect(await rotateRoot('--file', file)).toBe(0)
	expect((await stat(file)).mode & 0o777).toBe(0o600)
	const value = /^JWT_KEYS='(.*)'\n$/.exec(await readFile(file, 'utf8'))?.[1] ?? ''
	expect(await rotateRoot('--file', file)).toBe(0)
	await withApp(async (app) => expect((await app.admin().auth.admin.listUsers()).error).toBeNull(), {
		JWT_KEYS: value,
	})
	await expect(withApp(async () => {}, { JWT_KEYS: exported })).rejects.toThrow('JWT_KEYS')
	await writeFile(join(folder, 'other.env'), 'mine')
	vi.stubEnv('JWT_KEYS', value)
	await expect(rotateRoot('--file', join(folder, 'other.env'))).rejects.toThrow('exists and is left as it is')
	expect(await readFile(join(folder, 'other.env'), 'utf8')).toBe('mine')
})

it.each([
	['--file', 'x'],
	['--root', '--now'],
	['--root', '--file', '/tmp/x'],
])('keys rotate %s %s is refused with advice', async (...args) => {
	await expect(rotateKeysCommand(args)).rejects.toThrow(/--root|JWT_KEYS/)
})

async function openConfig() {
	const { config } = readConfig({ DATA_DIR: folder })
	const file = await readKeyFile(folder)
	if (!file) throw new Error('there is no keys.json')
	return { config, exported: writeSharedKeys(file) }
}
