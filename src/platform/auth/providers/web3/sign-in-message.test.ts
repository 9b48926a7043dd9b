import { describe, expect, it } from 'vitest'
import { parseMessage } from './sign-in-message.ts'

const address = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const header = 'praise.example wants you to sign in with your Solana account:'
const fields = [
	'URI: https://praise.example/auth',
	'Version: 1',
	'Chain ID: solana:mainnet',
	'Nonce: 12345678',
	'Issued At: 2026-11-20T10:00:00.000Z',
]
const text = (lines: string[], { first = header, second = address, third = '' } = {}) =>
	[first, second, third, ...lines].join('\n')

describe('a Solana sign-in message', () => {
	it('a Solana sign-in message is read with all that it may say', () => {
		const all = [
			'Sign in to Praise',
			'',
			...fields,
			'Expiration Time: 2026-11-20T10:05:00+00:00',
			'Not Before: 2026-11-20T09:59:00Z',
			'Request ID: 7',
			'Something: new',
			'Resources:',
			'- https://praise.example/terms',
			'- ipfs://bafy',
		]
		expect(parseMessage(text(all))).toEqual({
			domain: 'praise.example',
			address,
			statement: 'Sign in to Praise',
			uri: 'https://praise.example/auth',
			chainId: 'solana:mainnet',
			issuedAt: new Date('2026-11-20T10:00:00Z'),
			expiresAt: new Date('2026-11-20T10:05:00Z'),
			notBefore: new Date('2026-11-20T09:59:00Z'),
		})
	})

	it('a Solana sign-in message needs neither statement nor the rest, in any order', () => {
		const short = [...fields].reverse()
		expect(parseMessage(text(short))).toMatchObject({ statement: '', expiresAt: undefined })
	})

	it('a Solana sign-in message may list resources as the official client writes them', () => {
		expect(parseMessage(text([...fields, 'Resources', '- https://a.example/x'])).uri).toBe(
			'https://praise.example/auth',
		)
	})

	it.each(['localhost:3000', 'praise.example:8443', 'a.b.c.example', 'X.EXAMPLE'])(
		'a Solana sign-in message knows the domain %s',
		(domain) =>
			expect(parseMessage(text(fields, { first: header.replace('praise.example', domain) })).domain).toBe(domain),
	)

	const without = (start: string) => fields.filter((line) => !line.startsWith(start))
	const withLine = (line: string) => [...without(line.split(':')[0] ?? ''), line]
	it.each<[string, string]>([
		['', 'message needs at least 6 lines'],
		[text(['URI: x']), 'message needs at least 6 lines'],
		[
			text(fields, { first: header.slice(0, -1) }),
			'message first line does not end in " wants you to sign in with your Solana account:"',
		],
		[
			text(fields, { first: header.replace('Solana', 'Ethereum') }),
			'message first line does not end in " wants you to sign in with your Solana account:"',
		],
		...['', '-a.example', 'a..b', 'a b', 'a.example/x', 'user@a.example', 'a.example:', '[::1]'].map(
			(domain): [string, string] => [
				text(fields, { first: header.replace('praise.example', domain) }),
				'domain in first line of message is not valid',
			],
		),
		...['short', `${address}x`, address.replace('4', '_'), ''].map((second): [string, string] => [
			text(fields, { second }),
			'wallet address is not in base58 format',
		]),
		[text(fields, { third: ' ' }), 'third line must be empty'],
		[text(withLine('Version: 2')), 'Version value is not supported, expected 1 got "2"'],
		[text([...without('Version'), 'Nonce 7']), 'encountered unparsable line at index 7'],
		[text([...without('Version'), '']), 'Version value is not supported, expected 1 got ""'],
		[text([...without('Issued At'), '']), 'Issued At is not specified'],
		[text([...without('URI'), '']), 'URI is not specified'],
		...['/auth', 'praise.example', '', 'http://'].map((uri): [string, string] => [
			text(withLine(`URI: ${uri}`)),
			'URI is not valid',
		]),
		...['mainnet', 'ethereum:1', 'solana:other'].map((chain): [string, string] => [
			text(withLine(`Chain ID: ${chain}`)),
			'Chain ID is not valid',
		]),
		...['Issued At', 'Expiration Time', 'Not Before'].flatMap((key) =>
			['now', '2026-11-20', '2026-11-20T10:00:00', '1763632800', '2026-13-20T10:00:00Z'].map(
				(time): [string, string] => [
					text([...without(key), `${key}: ${time}`]),
					`${key} is not a valid ISO8601 timestamp`,
				],
			),
		),
		[text([...fields, 'Expiration Time: 2026-11-20T09:00:00Z']), 'Issued At is after Expiration Time'],
		[
			text([...fields, 'Expiration Time: 2026-11-20T11:00:00Z', 'Not Before: 2026-11-20T12:00:00Z']),
			'Not Before is after Expiration Time',
		],
		[text([...fields, 'Resources:', '- https://a.example', '- not one']), 'Resource at position 1 has invalid URI'],
		[text([...fields, 'URI: https://evil.test/']), 'URI is specified twice'],
		[text([...fields, 'no colon here']), 'encountered unparsable line at index 8'],
	])('a Solana sign-in message is refused: %#', (message, reason) => {
		expect(() => parseMessage(message)).toThrow(`siws: ${reason}`)
	})
})
