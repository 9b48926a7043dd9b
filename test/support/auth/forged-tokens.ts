import {
	constants,
	createHmac,
	createPublicKey,
	createSign,
	generateKeyPairSync,
	type KeyObject,
	sign,
} from 'node:crypto'
import type { Keys } from '#platform/keys/keys.ts'

export type Forgery = [what: string, token: string]

const encode = (value: object | string) =>
	Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** The JWT_SECRET of the installation that is attacked. */
export const sharedSecret = 'a shared secret of at least thirty-two characters'

/**
 * Tokens that must be refused: forged ones, and ones that the installation itself signed with a header that it does not accept.
 * @param token an access token of the installation, whose JWT_SECRET is `sharedSecret`
 */
export function forgeTokens(keys: Keys, token: string): Forgery[] {
	const [head = '', body = '', signature = ''] = token.split('.')
	const { kid } = keys.signing
	const [published] = keys.publicJwks.keys
	const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
	const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
	const hmac = (header: object, secret: string | Buffer, payload = body, hash = 'sha256') => {
		const signed = `${encode(header)}.${payload}`
		return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
	}
	const es = (header: object, key: KeyObject = own.privateKey, payload = body) => {
		const signed = `${encode(header)}.${payload}`
		const made = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
		return `${signed}.${made.toString('base64url')}`
	}
	const jwk = own.publicKey.export({ format: 'jwk' })
	const publics = [
		JSON.stringify(published),
		JSON.stringify(keys.publicJwks),
		String(published?.x),
		String(published?.y),
		Buffer.from(String(published?.x), 'base64url'),
		'',
		kid,
		'secret',
	]
	const kids = [
		'',
		'x',
		'../../../keys.json',
		'/dev/null',
		"' or 1=1 --",
		'__proto__',
		'constructor',
		'JWT_SECRET\0',
		`${kid} `,
		kid.toUpperCase(),
	]
	const algs = ['none', 'None', 'NONE', 'nOnE', '', 'HS384', 'HS512', 'RS256', 'ES384', 'PS256', 'EdDSA', 'dir']
	const later = encode({ ...claims, role: 'service_role' })
	const ours = (header: object, payload = body) => es({ alg: 'ES256', kid, ...header }, keys.signing.key, payload)
	const pem = String(createPublicKey(keys.signing.key).export({ type: 'spki', format: 'pem' }))
	return [
		...algs.map((alg): Forgery => [`alg ${alg}, unsigned`, `${encode({ alg, kid })}.${later}.`]),
		...algs.map((alg): Forgery => [`alg ${alg}, old signature`, `${encode({ alg, kid })}.${later}.${signature}`]),
		...publics.map(
			(secret, i): Forgery => [`public part ${i} as a secret, with kid`, hmac({ alg: 'HS256', kid }, secret, later)],
		),
		...publics.map((secret, i): Forgery => [`public part ${i} as a secret`, hmac({ alg: 'HS256' }, secret, later)]),
		...kids.map((one): Forgery => [`kid ${one}, own key`, es({ alg: 'ES256', kid: one })]),
		...kids.map((one): Forgery => [`kid ${one}, empty secret`, hmac({ alg: 'HS256', kid: one }, '')]),
		['kid is an object', es({ alg: 'ES256', kid: { toString: kid } })],
		['kid is a list', es({ alg: 'ES256', kid: [kid] })],
		['kid is a number', es({ alg: 'ES256', kid: 0 })],
		['no kid, own key', es({ alg: 'ES256' })],
		['own key in the head', es({ alg: 'ES256', jwk })],
		['own key in the head, with kid', es({ alg: 'ES256', kid, jwk })],
		['jku', es({ alg: 'ES256', kid, jku: 'https://evil.example/keys' })],
		['x5u', es({ alg: 'ES256', kid, x5u: 'https://evil.example/cert' })],
		['x5c', es({ alg: 'ES256', kid, x5c: ['MIIB'] })],
		['public key as a secret', hmac({ alg: 'HS256', kid }, pem, later)],
		['public key as a secret, without kid', hmac({ alg: 'HS256' }, pem, later)],
		['our key, critical extension', ours({ crit: ['x'], x: 1 })],
		['our key, critical extension that is absent', ours({ crit: ['x'] })],
		['our key, no critical extension', ours({ crit: [] })],
		['our key, payload not encoded', ours({ crit: ['b64'], b64: false }, JSON.stringify({ role: 'service_role' }))],
		['our key, payload said to be not encoded', ours({ crit: ['b64'], b64: false })],
		['our key, payload said to be not encoded, not critical', ours({ b64: false })],
		['our key, payload said to be encoded', ours({ crit: ['b64'], b64: true })],
		['our key, logout token', ours({ typ: 'logout+jwt' })],
		['our key, encrypted token', ours({ typ: 'JWE' })],
		['our key, type is a number', ours({ typ: 1 })],
		['our key, alg RS256', ours({ alg: 'RS256' })],
		['our key, alg none', ours({ alg: 'none' })],
		['our key, longer than any', ours({}, encode({ ...claims, filler: 'x'.repeat(13_000) }))],
		['crit', `${encode({ alg: 'ES256', kid, crit: ['b64'], b64: false })}.${body}.${signature}`],
		['own key', es({ alg: 'ES256', kid })],
		[
			'RS256 under our kid',
			`${encode({ alg: 'RS256', kid })}.${body}.${sign('sha256', Buffer.from(`${encode({ alg: 'RS256', kid })}.${body}`), rsa.privateKey).toString('base64url')}`,
		],
		[
			'PS256 under our kid',
			`${encode({ alg: 'PS256', kid })}.${body}.${createSign('sha256')
				.update(`${encode({ alg: 'PS256', kid })}.${body}`)
				.sign({ key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING })
				.toString('base64url')}`,
		],
		['signature of zeros', `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`],
		['signature of ones', `${head}.${body}.${Buffer.alloc(64, 255).toString('base64url')}`],
		['empty signature', `${head}.${body}.`],
		['half a signature', `${head}.${body}.${signature.slice(0, 43)}`],
		['doubled signature', `${head}.${body}.${signature}${signature}`],
		['other claims', `${head}.${later}.${signature}`],
		['claims twice', `${head}.${body}.${later}.${signature}`],
		['no claims', `${head}..${signature}`],
		['claims are a list', `${head}.${encode('[]')}.${signature}`],
		['claims are null', `${head}.${encode('null')}.${signature}`],
		['claims are not JSON', `${head}.${encode('{')}.${signature}`],
		['head is not JSON', `${encode('{')}.${body}.${signature}`],
		['head is null', `${encode('null')}.${body}.${signature}`],
		['serialised as JSON', encode({ payload: body, signatures: [{ protected: head, signature }] })],
		['five parts', `${head}.a.b.c.${signature}`],
		['longer than any', `${head}.${'A'.repeat(17_000)}.${signature}`],
		['nothing', '.'],
		['two dots', '..'],
		['a thousand dots', '.'.repeat(1000)],
		[
			'another installation’s secret',
			hmac({ alg: 'HS256', typ: 'JWT' }, 'a shared secret of some other installation', later),
		],
		['the shared secret under another hash', hmac({ alg: 'HS512' }, sharedSecret, later, 'sha512')],
	]
}
