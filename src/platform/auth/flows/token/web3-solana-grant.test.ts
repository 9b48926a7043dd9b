import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSolanaWallet, type SolanaWallet } from '#test/fakes/solana-wallet.ts'
import { walletSite as site, walletSettings, writeWalletMessage } from '#test/fakes/wallet-message.ts'
import { callAuth, errorParts } from '#test/support/auth/auth-requests.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

describe('sign-in with a Solana wallet', () => {
	let app: TestApp
	beforeAll(async () => {
		app = await createTestApp({ ...walletSettings, WEB3_SOLANA_ENABLED: 'on' })
	})
	afterAll(() => app.close())

	const grant = (body: unknown, at = app) => callAuth(at, 'POST', '/token?grant_type=web3', { body })
	const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
	const write = ({ address }: SolanaWallet, change: Record<string, string | undefined> = {}) =>
		writeWalletMessage(address, change)
	const signed = (wallet: SolanaWallet, message: string) => ({
		chain: 'solana',
		message,
		signature: base64(wallet.sign(Buffer.from(message))),
	})

	it('sign-in with a Solana wallet works through the official client, whichever side writes the message', async () => {
		const wallet = openSolanaWallet()
		const options = { url: `${site}/auth`, signInWithSolana: { chainId: 'solana:mainnet' } }
		const first = await app.client().auth.signInWithWeb3({
			chain: 'solana',
			statement: 'Sign in to Praise',
			wallet: wallet as never,
			options,
		})
		expect(first.error).toBeNull()
		const subject = `web3:solana:${wallet.address}`
		expect(first.data.user).toMatchObject({
			email: '',
			is_anonymous: false,
			app_metadata: { provider: 'web3', providers: ['web3'] },
			user_metadata: {
				sub: subject,
				custom_claims: {
					address: wallet.address,
					chain: 'solana',
					network: 'solana:mainnet',
					domain: 'praise.example',
					statement: 'Sign in to Praise',
				},
				email_verified: false,
				phone_verified: false,
			},
			identities: [{ provider: 'web3', id: subject }],
		})
		const { signIn: _, ...plain } = wallet
		const second = await app
			.client()
			.auth.signInWithWeb3({ chain: 'solana', wallet: plain as never, options: { url: site } })
		expect(second.data.user?.id).toBe(first.data.user?.id)
		const token = second.data.session?.access_token ?? ''
		const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
		expect(claims.amr).toMatchObject([{ method: 'web3', provider: 'web3' }])
		expect(claims.email).toBe('')
	})

	it('sign-in with a Solana wallet takes the client’s own message with resources, which has no colon there', async () => {
		const { signIn: _, ...plain } = openSolanaWallet()
		const { error } = await app.client().auth.signInWithWeb3({
			chain: 'solana',
			wallet: plain as never,
			options: { url: site, signInWithSolana: { resources: ['https://praise.example/terms'] } },
		})
		expect(error).toBeNull()
	})

	it('sign-in with a Solana wallet takes either alphabet, with and without padding', async () => {
		for (const form of ['base64', 'base64url'] as const)
			for (const padding of ['', '==']) {
				const wallet = openSolanaWallet()
				const message = write(wallet)
				const bytes = Buffer.from(wallet.sign(Buffer.from(message)))
				const signature = bytes.toString(form).replace(/=+$/, '') + padding
				expect((await grant({ chain: 'solana', message, signature })).status).toBe(200)
			}
	})

	it.each([0, 1])('sign-in with a Solana wallet takes what a Ledger device signs, in format %i', async (format) => {
		const wallet = openSolanaWallet()
		const message = write(wallet)
		const text = Buffer.from(message)
		const header = Buffer.concat([
			Buffer.from([0xff]),
			Buffer.from('solana offchain'),
			Buffer.from([0, format, text.length & 0xff, text.length >> 8]),
		])
		const signature = base64(wallet.sign(Buffer.concat([header, text])))
		expect((await grant({ chain: 'solana', message, signature })).status).toBe(200)
	})

	it('sign-in with a Solana wallet takes a message once, on any node, however many come at the same time', async () => {
		const wallet = openSolanaWallet()
		const body = signed(wallet, write(wallet))
		const answers = await Promise.all(Array.from({ length: 20 }, () => grant(body)))
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
		for (const { status, body: answer } of answers.filter(({ status }) => status !== 200))
			expect([status, answer]).toEqual([
				400,
				{
					error: 'invalid_grant',
					error_description: 'Signed Solana message was used already',
				},
			])
	})

	it('sign-in with a Solana wallet makes one user of one wallet, however many messages come at the same time', async () => {
		const wallet = openSolanaWallet()
		const answers = await Promise.all(Array.from({ length: 10 }, () => grant(signed(wallet, write(wallet)))))
		expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
		const rows = await asOwner(app.database, "select from auth.users where raw_user_meta_data ->> 'sub' = $1", [
			`web3:solana:${wallet.address}`,
		])
		expect(rows).toHaveLength(1)
	})

	it.each<[Record<string, string | undefined>, string]>([
		[{ URI: 'http://praise.example/' }, 'Signed Solana message is using URI which does not use HTTPS'],
		[
			{ URI: 'https://evil.test/', domain: 'evil.test' },
			'Signed Solana message is using URI which is not allowed on this server, message was signed for another app',
		],
		[
			{ URI: 'https://praise.example@evil.test/' },
			'Signed Solana message is using URI which is not allowed on this server, message was signed for another app',
		],
		...[
			{ domain: 'evil.test' },
			{ domain: 'praise.example:8443' },
			{ URI: 'https://app.example/x' },
			{ URI: 'https://narrow.example/only', domain: 'narrow.example' },
			{ URI: 'http://localhost:3000/', domain: 'localhost:4000' },
		].map((change): [Record<string, string>, string] => [
			change as Record<string, string>,
			'Signed Solana message is using a Domain that does not match the one in URI which is not allowed on this server',
		]),
		[{ 'Not Before': minutes(1) }, 'Signed Solana message becomes valid in the future'],
		[{ 'Issued At': minutes(-5), 'Expiration Time': minutes(-1) }, 'Signed Solana message is expired'],
		[{ 'Issued At': minutes(-11) }, 'Solana message was issued too long ago'],
		[{ 'Issued At': minutes(11) }, 'Solana message was issued too far in the future'],
	])(
		'sign-in with a Solana wallet refuses what was signed for elsewhere or for another time: %#',
		async (change, description) => {
			const wallet = openSolanaWallet()
			const answer = await grant(signed(wallet, write(wallet, change)))
			expect([answer.status, answer.body]).toEqual([400, { error: 'invalid_grant', error_description: description }])
		},
	)

	it.each<Record<string, string>>([
		{ URI: 'https://app.example/x', domain: 'app.example' },
		{ URI: 'http://localhost:3000/x', domain: 'localhost:3000' },
		{ 'Not Before': minutes(-1), 'Expiration Time': minutes(5) },
		{ 'Issued At': minutes(-9) },
		{ 'Issued At': minutes(9) },
	])('sign-in with a Solana wallet takes %j', async (change) => {
		const wallet = openSolanaWallet()
		expect((await grant(signed(wallet, write(wallet, change)))).status).toBe(200)
	})

	it('sign-in with a Solana wallet refuses a signature of another wallet, of another message, or changed', async () => {
		const [wallet, other] = [openSolanaWallet(), openSolanaWallet()]
		const message = write(wallet)
		const good = wallet.sign(Buffer.from(message))
		const changed = Uint8Array.from(good, (byte, index) => (index === 40 ? byte ^ 1 : byte))
		const zero = new Uint8Array(64)
		const theirs = other.sign(Buffer.from(message))
		const another = wallet.sign(Buffer.from(`${message} `))
		for (const signature of [changed, zero, theirs, another])
			expect((await grant({ chain: 'solana', message, signature: base64(signature) })).body).toEqual({
				error: 'invalid_grant',
				error_description: 'Signature does not match address in message',
			})
		expect((await grant({ chain: 'solana', message, signature: base64(good) })).status).toBe(200)
	})

	it.each<[Record<string, unknown>, number, string, string]>([
		[{}, 400, 'web3_unsupported_chain', 'Unsupported chain'],
		[{ chain: 'kaspa' }, 400, 'web3_unsupported_chain', 'Unsupported chain'],
		[{ chain: 'ethereum' }, 422, 'web3_provider_disabled', 'Ethereum Web3 provider is disabled'],
		[{ chain: 'solana' }, 400, 'validation_failed', 'message is too short'],
		[{ chain: 'solana', message: 'x'.repeat(63) }, 400, 'validation_failed', 'message is too short'],
		[{ chain: 'solana', message: 'x'.repeat(20 * 1024 + 1) }, 400, 'validation_failed', 'message must not exceed 20KB'],
		...['', 'x'.repeat(85), 'x'.repeat(87), 'x'.repeat(88), `${'x'.repeat(85)}!`].map(
			(signature): [Record<string, unknown>, number, string, string] => [
				{ chain: 'solana', message: 'x'.repeat(64), signature },
				400,
				'validation_failed',
				'signature must be 64 bytes encoded as base64 with or without padding',
			],
		),
		[
			{ chain: 'solana', message: 'x'.repeat(64), signature: 'A'.repeat(86) },
			400,
			'validation_failed',
			'siws: message needs at least 6 lines',
		],
	])('sign-in with a Solana wallet refuses %# by its name', async (body, ...expected) => {
		expect(errorParts(await grant(body))).toEqual(expected)
	})

	it('sign-in with a Solana wallet is off unless the operator wants it, before the body is read', async () => {
		const off = await createTestApp({}, app.database)
		expect(errorParts(await grant('{', off))).toEqual([422, 'web3_provider_disabled', 'Web3 provider is disabled'])
		await off.close()
	})
})
