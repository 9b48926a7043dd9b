import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { withDeps } from '#cli/with-deps.ts'
import { rotateKeys } from '#platform/auth/accounts/keys/rotate-keys.ts'
import { type HookReceiver, startHookReceiver } from '#test/fakes/hook-receiver.ts'
import { functionUri, makeHookFunction } from '#test/support/auth/hook-function.ts'
import { makeWall } from '#test/support/product/wall-fixture.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { checkHooks } from './check-hooks.ts'
import { checkLandingPage } from './check-landing-page.ts'
import { checkOperators } from './check-operators.ts'
import { checks } from './doctor.ts'

describe('the doctor', () => {
	let database: TestDatabase
	let receiver: HookReceiver
	let folder: string
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-doctor-'))
		database = await createTestDatabase()
		receiver = await startHookReceiver()
	})
	beforeEach(() => {
		const { host, port, user, password, database: name } = database.owner
		const secret = typeof password === 'string' ? `:${password}` : ''
		const url = `postgres://${user}${secret}@localhost:${port}/${name}?host=${host}`
		given({ DATABASE_URL: url, DATA_DIR: folder })
	})
	afterEach(() => {
		vi.unstubAllEnvs()
	})
	afterAll(async () => {
		await receiver.close()
		await database.drop()
		await rm(folder, { recursive: true })
	})
	function given(env: Record<string, string>) {
		for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
	}

	it('the doctor counts the hooks that answer, and reports nothing without hooks', async () => {
		expect(await checkHooks()).toBe('none are set')
		given(receiver.settings('SEND_EMAIL', 'SEND_SMS'))
		await makeHookFunction(database, 'good_hook', "return '{}';")
		given({ HOOK_CUSTOM_ACCESS_TOKEN_URI: functionUri('good_hook') })
		expect(await checkHooks()).toBe('3 of 7 set, and there')
		expect(receiver.calls).toEqual([])
	})

	it('the doctor says what / shows, and refuses a landing page that is no published wall', async () => {
		expect(await checkLandingPage()).toBe('/ shows the sign-in')
		given({ LANDING_PAGE: 'plaudit' })
		expect(await checkLandingPage()).toBe("/ shows Plaudit's own page")
		given({ LANDING_PAGE: 'wall:fernhill' })
		await expect(checkLandingPage()).rejects.toThrow('LANDING_PAGE: no wall is published at /w/fernhill')
		await makeWall(database, 'fernhill')
		expect(await checkLandingPage()).toBe('/ shows the wall /w/fernhill')
		given({ LANDING_PAGE: 'walls' })
		await expect(checkLandingPage()).rejects.toThrow('LANDING_PAGE: must be plaudit, sign-in, or wall:')
	})

	it('the doctor says who operates the server, and what an address of OPERATORS without a proof needs', async () => {
		expect(await checkOperators()).toBe('none yet: plaudit setup-link prints a link that makes an account one')
		given({ OPERATORS: 'ines@harbour.test, bo@harbour.test' })
		expect(await checkOperators()).toBe('the accounts of ines@harbour.test, bo@harbour.test')
		await asOwner(
			database,
			"insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'ines@harbour.test', now())",
		)
		await expect(checkOperators()).rejects.toThrow(
			/^ines@harbour.test is in OPERATORS, but its account never proved the address, .*run plaudit setup-link/,
		)
		await asOwner(database, "insert into auth.email_proofs select id, email, 'mail' from auth.users")
		expect(await checkOperators()).toBe('the accounts of ines@harbour.test, bo@harbour.test')
		await asOwner(database, "insert into auth.operators select id, 'setup_link' from auth.users")
		given({ OPERATORS: '' })
		expect(await checkOperators()).toBe('the accounts of ines@harbour.test')
	})

	it('the doctor names the hook endpoint that does not answer and the function or grant that is missing', async () => {
		await makeHookFunction(database, 'shut_hook', "return '{}';")
		await asOwner(database, 'revoke execute on function public.shut_hook from supabase_auth_admin')
		given({
			HOOK_SEND_SMS_URI: 'http://127.0.0.1:1/sms',
			HOOK_SEND_SMS_SECRETS: receiver.secrets[0],
			HOOK_CUSTOM_ACCESS_TOKEN_URI: functionUri('no_hook'),
			HOOK_BEFORE_USER_CREATED_URI: functionUri('shut_hook'),
		})
		await expect(checkHooks()).rejects.toThrow(
			'HOOK_SEND_SMS_URI: nothing answers at 127.0.0.1:1. ' +
				'HOOK_CUSTOM_ACCESS_TOKEN_URI: there is no function public.no_hook(event jsonb). ' +
				'HOOK_BEFORE_USER_CREATED_URI: run: grant usage on schema public to supabase_auth_admin; ' +
				'grant execute on function public.shut_hook to supabase_auth_admin;',
		)
	})

	const found = (wanted: string) => checks.find(({ name }) => name === wanted)?.check()

	it('the doctor names a missing folder or bucket, and keys of another installation', async () => {
		given({ FUNCTIONS_DIR: join(folder, 'none'), MAIL_TEMPLATES: join(folder, 'none') })
		await expect(found('functions')).rejects.toThrow('FUNCTIONS_DIR: there is no folder')
		await expect(found('mail')).rejects.toThrow('MAIL_TEMPLATES: there is no folder')
		const s3 = {
			S3_ACCESS_KEY_ID: 'a',
			S3_SECRET_ACCESS_KEY: 'b',
			S3_ENDPOINT: 'http://127.0.0.1:1',
		}
		given({ MAIL_TEMPLATES: '', S3_BUCKET: 'away', ...s3 })
		await expect(found('files')).rejects.toThrow('The bucket away cannot be used')
		for (const name of Object.keys({ S3_BUCKET: 'away', ...s3 })) given({ [name]: '' })
		expect(await found('keys')).toBe('signing with ES256, 1 public key published')
		await withDeps((deps) => rotateKeys(deps, { delaySeconds: 0, compromised: false }))
		expect(await found('keys')).toBe('signing with ES256, 2 public keys published')
		given({ DATA_DIR: join(folder, 'other') })
		await expect(found('keys')).rejects.toThrow('were made with another keys.json')
	})

	it('the doctor says which program writes captions, or that there is no such program', async () => {
		expect(await found('captions')).toContain('members type or upload them')
		given({ TRANSCRIBE_COMMAND: `"${process.execPath}" {file}` })
		expect(await found('captions')).toBe(`${process.execPath} writes captions`)
		given({ TRANSCRIBE_COMMAND: 'sh -c' })
		expect(await found('captions')).toMatch(/bin\/sh writes captions$/)
		given({ TRANSCRIBE_COMMAND: './no-such-program {file}' })
		await expect(found('captions')).rejects.toThrow('there is no program ./no-such-program')
	})

	it('the doctor says what ffmpeg can do here, or what to do about it', async () => {
		expect(await found('recordings')).toMatch(/^ffmpeg \d\S*, run with .*(limits of memory and time|low priority)/)
		given({ FFMPEG_PATH: join(folder, 'none') })
		await expect(found('recordings')).rejects.toThrow('FFMPEG_PATH: there is no')
		given({ FFMPEG_PATH: '', PATH: folder })
		expect(await found('recordings')).toContain('Install the package ffmpeg, or set FFMPEG_PATH.')
	})
})
