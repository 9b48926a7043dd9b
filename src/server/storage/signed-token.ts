import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#server/keyed-hash.ts'
import type { Keys } from '#server/keys.ts'
import { StorageError } from './storage-error.ts'

/** What a link grants: one object, to read or to write. Callers never choose anything but the lifetime. */
export type Grant = {
	/** `bucket/path`. */
	url: string
	scope: 'download' | 'upload'
	owner?: string
	upsert?: boolean
	/** Of a picture: this is shown of it, and nothing else. */
	transform?: Record<string, unknown>
	/** This version of it, and no later one. */
	version?: string
	exp: number
}

export type Links = {
	/** @param seconds lifetime */
	sign(grant: Omit<Grant, 'exp'>, seconds: number): string
	/** @throws StorageError when the token is forged, expired, for another object or for another use */
	verify(token: string | undefined, url: string, scope: Grant['scope']): Grant
}

const maxTokenLength = 8192
const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')

/** Signs links with a key of their own, so that nothing signed elsewhere is a link, nor the reverse. */
export function createLinks({ secret }: Pick<Keys, 'secret'>): Links {
	const key = createHmac('sha256', secret).update('storage links').digest()
	const signature = (text: string) => keyedHash(key).update(text).digest()

	return {
		sign(grant, seconds) {
			const iat = Math.floor(Date.now() / 1000)
			const body = Buffer.from(JSON.stringify({ ...grant, iat, exp: iat + seconds }))
			const text = `${head}.${body.toString('base64url')}`
			return `${text}.${signature(text).toString('base64url')}`
		},
		verify(token, url, scope) {
			if (!token) throw new StorageError('InvalidJWT', 'The token is missing')
			const [first, body = '', given = '', ...more] = token.split('.')
			const expected = signature(`${first}.${body}`)
			const sent = Buffer.from(given, 'base64url')
			const isGood =
				token.length <= maxTokenLength &&
				first === head &&
				more.length === 0 &&
				sent.length === expected.length &&
				timingSafeEqual(sent, expected)
			if (!isGood) throw new StorageError('InvalidSignature', 'signature verification failed')
			const grant = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Grant
			if (grant.scope !== scope || grant.url !== url)
				throw new StorageError('InvalidSignature', 'Invalid signature')
			if (grant.exp * 1000 <= Date.now())
				throw new StorageError('InvalidJWT', '"exp" claim timestamp check failed')
			return grant
		},
	}
}
