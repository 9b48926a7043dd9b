import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import type { Keys } from '#platform/keys/keys.ts'
import { StorageError } from '#platform/storage/storage-error.ts'

/** Grant of a link: one object, to read or to write. A caller chooses only the lifetime. */
export type LinkGrant = {
	/** `bucket/path`. */
	url: string
	scope: 'download' | 'upload'
	owner?: string
	upsert?: boolean
	/** The largest file that it may write, in bytes. */
	bytes?: number
	/** The only transformation that the link shows. */
	transform?: Record<string, unknown>
	/** The only version that the link shows. */
	version?: string
	exp: number
}

export type LinkSigner = ReturnType<typeof createLinkSigner>

const maxTokenLength = 8192
const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')

/** Signs links with a derived key, so that no other token is a valid link, nor the reverse. */
export function createLinkSigner({ secret }: Pick<Keys, 'secret'>) {
	const key = createHmac('sha256', secret).update('storage links').digest()
	const signature = (text: string) => keyedHash(key).update(text).digest()

	/** The grant of a token that was signed here, which may have expired. */
	const open = (token: string): LinkGrant | undefined => {
		const [first, body = '', encodedSignature = '', ...more] = token.split('.')
		const expected = signature(`${first}.${body}`)
		const sent = Buffer.from(encodedSignature, 'base64url')
		const isGood =
			token.length <= maxTokenLength &&
			first === head &&
			more.length === 0 &&
			sent.length === expected.length &&
			timingSafeEqual(sent, expected)
		return isGood ? (JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as LinkGrant) : undefined
	}

	return {
		open,
		/** @param seconds lifetime */
		sign(grant: Omit<LinkGrant, 'exp'>, seconds: number): string {
			const iat = Math.floor(Date.now() / 1000)
			const body = Buffer.from(JSON.stringify({ ...grant, iat, exp: iat + seconds }))
			const text = `${head}.${body.toString('base64url')}`
			return `${text}.${signature(text).toString('base64url')}`
		},
		/** @throws StorageError when the token is forged, expired, for another object or for another use */
		verify(token: string | undefined, url: string, scope: LinkGrant['scope']): LinkGrant {
			if (!token) throw new StorageError('InvalidJWT', 'The token is missing')
			const grant = open(token)
			if (!grant) throw new StorageError('InvalidSignature', 'signature verification failed')
			if (grant.scope !== scope || grant.url !== url) throw new StorageError('InvalidSignature', 'Invalid signature')
			if (grant.exp * 1000 <= Date.now()) throw new StorageError('InvalidJWT', '"exp" claim timestamp check failed')
			return grant
		},
	}
}
