import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EthereumWallet, openEthereumWallet } from '#test/fakes/ethereum-wallet.ts'
import { walletSite as site, walletSettings, writeWalletMessage } from '#test/fakes/wallet-message.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
const mismatch = {
	error: 'invalid_grant',
	error_description: 'Signature does not match address in message',
}

describe('sign-in with an Ethereum wallet', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ ...walletSettings, WEB3_ETHEREUM_ENABLED: 'on' })
	})
	afterAll(() => app.close())

	const grant = (body: unknown, at = app) => callAuth(at, 'POST', '/token?grant_type=web3', { body })
	const write = ({ address }: Pick<EthereumWallet, 'address'>, change: Record<string, string | undefined> = {}) =>
		writeWalletMessage('Ethereum', address, change)
	const body = (message: string, signature: Buffer) => ({
		chain: 'ethereum',
		message,
		signature: `0x${signature.toString('hex')}`,
	})
	const signed = (wallet: EthereumWallet, message: string) => body(message, wallet.sign(message))

	it('sign-in with an Ethereum wallet works through the official client, which asks the wallet or brings what was signed', async () => {
		const wallet = openEthereumWallet()
		const subject = `web3:ethereum:${wallet.address.toLowerCase()}`
		const first = await app.client().auth.signInWithWeb3({
			chain: 'ethereum',
			statement: 'Sign in to Praise',
			wallet: wallet as never,
			options: {
				url: `${site}/auth`,
				signInWithEthereum: {
					nonce: 'abcdefgh',
					requestId: '7',
					expirationTime: new Date(minutes(5)),
					notBefore: new Date(minutes(-1)),
					resources: ['https://praise.example/terms'],
				},
			},
		})
		expect(first.error).toBeNull()
		expect(first.data.user).toMatchObject({
			email: '',
			is_anonymous: false,
			app_metadata: { provider: 'web3', providers: ['web3'] },
			user_metadata: {
				sub: subject,
				custom_claims: {
					address: wallet.address.toLowerCase(),
					chain: 'ethereum',
					network: '10',
					domain: 'praise.example',
					statement: 'Sign in to Praise',
				},
				email_verified: false,
				phone_verified: false,
			},
			identities: [{ provider: 'web3', id: subject }],
		})
		const message = write(wallet)
		const signature = `0x${wallet.sign(message).toString('hex')}` as const
		const second = await app.client().auth.signInWithWeb3({ chain: 'ethereum', message, signature })
		expect(second.data.user?.id).toBe(first.data.user?.id)
		const token = second.data.session?.access_token ?? ''
		const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
		expect(claims.amr).toMatchObject([{ method: 'web3', provider: 'web3' }])
	})

	it('sign-in with an Ethereum wallet makes one user of one wallet, in any case of its address', async () => {
		const wallet = openEthereumWallet()
		const digits = wallet.address.slice(2)
		const forms = [wallet.address, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`]
		const answers = await Promise.all(forms.map((address) => grant(signed(wallet, write({ address })))))
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
		const rows = await asOwner(app.database, "select from auth.users where raw_user_meta_data ->> 'sub' = $1", [
			`web3:ethereum:${wallet.address.toLowerCase()}`,
		])
		expect(rows).toHaveLength(1)
	})

	it('sign-in with an Ethereum wallet takes recovery ids of both kinds, with and without 0x, in either case', async () => {
		for (const shift of [0, 27])
			for (const form of [
				(hex: string) => hex,
				(hex: string) => `0x${hex}`,
				(hex: string) => `0x${hex.toUpperCase()}`,
			]) {
				const wallet = openEthereumWallet()
				const message = write(wallet)
				const bytes = wallet.sign(message)
				bytes[64] = (bytes[64] ?? 0) - 27 + shift
				const signature = form(bytes.toString('hex'))
				expect((await grant({ chain: 'ethereum', message, signature })).status).toBe(200)
			}
	})

	it('sign-in with an Ethereum wallet refuses every other recovery id, and the other one of the two', async () => {
		const wallet = openEthereumWallet()
		const message = write(wallet)
		const good = wallet.sign(message)
		const written = good[64] ?? 0
		const others = [2, 3, 4, 26, 29, 30, 31, 37, 255, written - 27 === 0 ? 1 : 0, 55 - written]
		for (const recovery of others) {
			const bytes = Buffer.from(good)
			bytes[64] = recovery
			const answer = await grant(body(message, bytes))
			expect([answer.status, answer.body]).toEqual([400, mismatch])
		}
		expect((await grant(body(message, good))).status).toBe(200)
	})

	it('sign-in with an Ethereum wallet refuses the twin of a signature, with a high s, before and after the message was used', async () => {
		const wallet = openEthereumWallet()
		const message = write(wallet)
		const good = wallet.sign(message)
		const s = BigInt(`0x${good.subarray(32, 64).toString('hex')}`)
		const twin = Buffer.concat([
			good.subarray(0, 32),
			Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex'),
			Buffer.from([55 - (good[64] ?? 0)]),
		])
		expect((await grant(body(message, twin))).body).toEqual(mismatch)
		expect((await grant(body(message, good))).status).toBe(200)
		expect((await grant(body(message, twin))).body).toEqual(mismatch)
	})

	it('sign-in with an Ethereum wallet refuses a signature of another wallet, of another message, changed, or out of range', async () => {
		const [wallet, other] = [openEthereumWallet(), openEthereumWallet()]
		const message = write(wallet)
		const good = wallet.sign(message)
		const at = (index: number, bytes: Buffer) => {
			const copy = Buffer.from(good)
			bytes.copy(copy, index)
			return copy
		}
		const number = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
		const bad = [
			other.sign(message),
			wallet.sign(`${message} `),
			wallet.sign(write(wallet, { Version: '1 ' })),
			at(40, Buffer.from([(good[40] ?? 0) ^ 1])),
			at(0, number(0n)),
			at(0, number(order)),
			at(0, number(2n ** 256n - 1n)),
			at(32, number(0n)),
			at(32, number(order)),
			Buffer.alloc(65),
		]
		for (const signature of bad) {
			const answer = await grant(body(message, signature))
			expect([answer.status, answer.body]).toEqual([400, mismatch])
		}
		expect((await grant(body(message, good))).status).toBe(200)
	})

	it('sign-in with an Ethereum wallet takes a message once, on any node, however many come at the same time', async () => {
		const wallet = openEthereumWallet()
		const once = signed(wallet, write(wallet))
		const answers = await Promise.all(Array.from({ length: 20 }, () => grant(once)))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		for (const answer of answers.filter(({ status }) => status !== 200))
			expect([answer.status, answer.body]).toEqual([
				400,
				{
					error: 'invalid_grant',
					error_description: 'Signed Ethereum message was used already',
				},
			])
	})

	const elsewhere =
		'Signed Ethereum message is using a Domain that does not match the one in URI which is not allowed on this server'
	it.each<[Record<string, string | undefined>, string]>([
		[{ URI: 'http://praise.example/' }, 'Signed Ethereum message is using URI which does not use HTTPS'],
		[
			{ URI: 'https://evil.test/', domain: 'evil.test' },
			'Signed Ethereum message is using URI which is not allowed on this server, message was signed for another app',
		],
		[{ domain: 'evil.test' }, elsewhere],
		[{ URI: 'https://narrow.example/only', domain: 'narrow.example' }, elsewhere],
		[{ 'Not Before': minutes(1) }, 'Signed Ethereum message becomes valid in the future'],
		[{ 'Issued At': minutes(-5), 'Expiration Time': minutes(-1) }, 'Signed Ethereum message is expired'],
		[
			{
				'Issued At': minutes(-5),
				'Not Before': minutes(-4),
				'Expiration Time': minutes(-1),
			},
			'Signed Ethereum message is expired',
		],
		[{ 'Issued At': minutes(-11) }, 'Ethereum message was issued too long ago'],
		[{ 'Issued At': minutes(11) }, 'Ethereum message was issued too far in the future'],
	])(
		'sign-in with an Ethereum wallet refuses what was signed for elsewhere or for another time: %#',
		async (change, words) => {
			const wallet = openEthereumWallet()
			const answer = await grant(signed(wallet, write(wallet, change)))
			expect([answer.status, answer.body]).toEqual([400, { error: 'invalid_grant', error_description: words }])
		},
	)

	it.each<Record<string, string | undefined>>([
		{ URI: 'https://app.example/x', domain: 'app.example' },
		{ URI: 'http://localhost:3000/x', domain: 'localhost:3000' },
		{ 'Not Before': minutes(-1), 'Expiration Time': minutes(5) },
		{ 'Chain ID': undefined },
		{ 'Issued At': minutes(-9) },
		{ 'Issued At': minutes(9) },
	])('sign-in with an Ethereum wallet takes %j', async (change) => {
		const wallet = openEthereumWallet()
		expect((await grant(signed(wallet, write(wallet, change)))).status).toBe(200)
	})

	const notASignature = 'signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string'
	it.each<[Record<string, unknown>, string]>([
		[{}, 'message is too short'],
		[{ message: 'x'.repeat(63) }, 'message is too short'],
		[{ message: 'x'.repeat(20 * 1024 + 1) }, 'message must not exceed 20KB'],
		...['', '0x', '0'.repeat(128), '0'.repeat(132), 'g'.repeat(130), `0x0x${'0'.repeat(128)}`].map(
			(signature): [Record<string, unknown>, string] => [{ message: 'x'.repeat(64), signature }, notASignature],
		),
		[{ message: 'x'.repeat(64), signature: '0'.repeat(130) }, 'siwe: message needs at least 6 lines'],
	])('sign-in with an Ethereum wallet refuses %# by its name', async (given, words) => {
		expect(errorParts(await grant({ chain: 'ethereum', ...given }))).toEqual([400, 'validation_failed', words])
	})

	it('sign-in with an Ethereum wallet is on by itself: Solana stays off, and other chains are not known', async () => {
		expect(errorParts(await grant({ chain: 'solana' }))).toEqual([
			422,
			'web3_provider_disabled',
			'Solana Web3 provider is disabled',
		])
		expect(errorParts(await grant({ chain: 'Ethereum' }))).toEqual([400, 'web3_unsupported_chain', 'Unsupported chain'])
	})
})
