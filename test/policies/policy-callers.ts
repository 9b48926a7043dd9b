import { generateKeyPairSync } from 'node:crypto'
import { signToken } from '#platform/keys/jwt.ts'
import type { Keys } from '#platform/keys/keys.ts'
import type { Claims } from '#platform/pg/db.ts'

const keyCallers = ['editorKey', 'viewerKey', 'narrowKey', 'revokedKey', 'expiredKey', 'otherKey'] as const
/** Every kind of caller of tenant A's API, people and keys, and three with a forged, expired or unsigned token. */
export const callers = [
	'anonymous',
	'stranger',
	'owner',
	'editor',
	'viewer',
	'exMember',
	'otherOwner',
	...keyCallers,
] as const
export type Caller = (typeof callers)[number]
export const badTokens = ['expired', 'wrongKey', 'algNone'] as const
export type BadToken = (typeof badTokens)[number]

const number = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Users, and the rows of tenant A (under test) and tenant B (foreign). */
export const ids = {
	stranger: number(1),
	owner: number(2),
	editor: number(3),
	viewer: number(4),
	exMember: number(5),
	otherOwner: number(6),
	newcomer: number(7),
	spaceA: number(10),
	spaceB: number(11),
	formA: number(20),
	formB: number(21),
	questionA: number(22),
	emptyFormA: number(23),
	shownA: number(30),
	hiddenA: number(31),
	shownB: number(32),
	tagA: number(40),
	freeTagA: number(41),
	tagB: number(42),
	wallA: number(50),
	wallB: number(51),
	emptyWallA: number(52),
	recordingA: number(80),
	unsentA: number(82),
	fresh: number(99),
} as const

export function claimsOf(caller: Caller): Claims {
	if (caller === 'anonymous') return { role: 'anon' }
	if (isKey(caller)) return { role: 'authenticated', api_key: keyIds[caller] }
	return { role: 'authenticated', sub: ids[caller], aud: 'authenticated' }
}

const keyIds: Record<KeyCaller, string> = {
	editorKey: number(100),
	viewerKey: number(101),
	narrowKey: number(102),
	revokedKey: number(103),
	expiredKey: number(104),
	otherKey: number(105),
}
type KeyCaller = (typeof keyCallers)[number]
export const isKey = (caller: string): caller is KeyCaller => caller in keyIds

/** The keys of policy-world.sql, which has their hashes. */
const textOfKey = (caller: KeyCaller) => `plk_${caller.padEnd(43, '0')}`

/** True for a key that is over: it is refused before its request reaches the database. */
export const isOver = (caller: Caller): boolean => caller === 'revokedKey' || caller === 'expiredKey'

/** The bearer token of a caller; the invalid ones claim to be tenant A's owner. */
export function tokenOf(caller: Caller | BadToken, keys: Keys): string | null {
	const now = Math.floor(Date.now() / 1000)
	const owner = { ...claimsOf('owner'), iat: now, exp: now + 3600 }
	if (caller === 'expired') return signToken({ ...owner, exp: now - 60 }, keys.signing)
	if (caller === 'wrongKey') {
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
		return signToken(owner, { ...keys.signing, key: privateKey })
	}
	if (caller === 'algNone') {
		const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
		return `${part({ alg: 'none', typ: 'JWT', kid: keys.signing.kid })}.${part(owner)}.x`
	}
	if (caller === 'anonymous') return null
	if (isKey(caller)) return textOfKey(caller)
	return signToken({ ...claimsOf(caller), iat: now, exp: now + 3600 }, keys.signing)
}
