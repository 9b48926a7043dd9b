import { createCipheriv, scryptSync } from 'node:crypto'
import { hash as hashArgon2 } from '@node-rs/argon2'
import { hashSync as hashBcrypt } from '@node-rs/bcrypt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAuth } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const password = 'five days of paddling'

/** The members of a password in Firebase's export, written as the wire wants it. */
function firebaseHash(): string {
	const [salt, separator, signer] = ['a salt of theirs', '\x0a', 'their signer key of any length at all']
	const key = scryptSync(password, `${salt}${separator}`, 32, {
		cost: 2 ** 14,
		blockSize: 8,
		parallelization: 1,
	})
	const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
	const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
	return `$fbscrypt$v=1,n=14,r=8,p=1,ss=${base64(separator)},sk=${base64(signer)}$${base64(salt)}$${base64(cipher.update(signer))}`
}

describe('users imported with a password hash', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp()
	})
	afterAll(() => app.close())

	let number = 0
	async function imported(passwordHash: string) {
		const email = `imported-${++number}@skerry.example`
		const { data, error } = await app.admin().auth.admin.createUser({
			email,
			email_confirm: true,
			password_hash: passwordHash,
		} as never)
		return { email, id: data.user?.id, error }
	}
	const signIn = (email: string, given = password) =>
		callAuth(app, 'POST', '/token?grant_type=password', { body: { email, password: given } })
	const storedOf = async (email: string) => {
		const rows = await asOwner<{ encrypted_password: string }>(
			app.database,
			'select encrypted_password from auth.users where email = $1',
			[email],
		)
		return rows[0]?.encrypted_password ?? ''
	}

	it.each([
		['bcrypt', () => hashBcrypt(password, { cost: 4 })],
		['bcrypt as PHP writes it', () => hashBcrypt(password, { cost: 4, version: '2y' })],
		['argon2i', () => hashArgon2(password, { algorithm: 1, memoryCost: 4096, timeCost: 3 })],
		['argon2id of lower cost', () => hashArgon2(password, { memoryCost: 4096, timeCost: 1 })],
		['Firebase’s scrypt', firebaseHash],
	])('users imported with a password hash sign in with %s, and are kept as argon2id afterwards', async (_, make) => {
		const { email, error } = await imported(await make())
		expect(error).toBeNull()
		expect((await signIn(email, 'not this one')).body.code).toBe('invalid_credentials')
		const before = await storedOf(email)
		expect((await signIn(email)).status).toBe(200)
		const after = await storedOf(email)
		expect(after).not.toBe(before)
		expect(after).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
		expect((await signIn(email)).status).toBe(200)
		expect(await storedOf(email)).toBe(after)
	})

	it('users imported with a password hash keep a hash that costs more than ours', async () => {
		const strong = await hashArgon2(password, { memoryCost: 32_768, timeCost: 3 })
		const { email } = await imported(strong)
		expect((await signIn(email)).status).toBe(200)
		expect(await storedOf(email)).toBe(strong)
	})

	it.each([
		['no hash at all', 'five days of paddling'],
		['MD5', '$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/'],
		['a bcrypt that would take minutes', `$2b$31$${'a'.repeat(53)}`],
		[
			'an argon2id that would take all memory',
			'$argon2id$v=19$m=9999999,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaA',
		],
		['a Firebase hash without its signer key', '$fbscrypt$v=1,n=14,r=8,p=1$c2FsdA==$aGFzaA=='],
		['a Firebase hash that would take all memory', '$fbscrypt$v=1,n=30,r=8,p=1,sk=a2V5$c2FsdA==$aGFzaA=='],
	])('users imported with a password hash are refused with %s', async (_, hash) => {
		const { error } = await imported(hash)
		expect(error?.code).toBe('validation_failed')
	})
})
