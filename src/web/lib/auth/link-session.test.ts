import { expect, it } from 'vitest'
import { readLinkSession, storedUserId } from './link-session.ts'

const encode = (claims: unknown) => Buffer.from(JSON.stringify(claims)).toString('base64url')
const tokenOf = (claims: unknown) => `e30.${encode(claims)}.x`
const complete = (token = tokenOf({ sub: 'u-1', email: 'mæve@example.test' })) =>
	`#access_token=${token}&refresh_token=r&expires_in=3600&token_type=bearer`

it('the session of a link is read with the account that its token names', () => {
	expect(readLinkSession({ search: '', hash: complete() })).toEqual({ userId: 'u-1', account: 'mæve@example.test' })
	const byPhone = complete(tokenOf({ sub: 'u-2', email: '', phone: '15550001111' }))
	expect(readLinkSession({ search: '?x=1', hash: byPhone })).toEqual({ userId: 'u-2', account: '15550001111' })
})

it('a token that cannot be read is a session without a name', () => {
	const deep = `e30.${Buffer.from('['.repeat(10_000)).toString('base64url')}.x`
	for (const token of ['x', 'a.b.c', 'a.%%%.c', tokenOf(null), tokenOf(['x']), tokenOf({ sub: 1, email: {} }), deep])
		expect(readLinkSession({ search: '', hash: complete(token) })).toEqual({ userId: undefined, account: undefined })
})

it('the query replaces the fragment, as in the client', () => {
	const search = `?access_token=${tokenOf({ sub: 'u-3', email: 'other@example.test' })}`
	expect(readLinkSession({ search, hash: complete() })).toEqual({ userId: 'u-3', account: 'other@example.test' })
	const split = { search: '?refresh_token=r&expires_in=3600&token_type=bearer', hash: '#access_token=x' }
	expect(readLinkSession(split)).toBeDefined()
})

it.each([
	['no fragment', '', ''],
	['tokens in the query alone', `?${complete().slice(1)}`, ''],
	['an incomplete session', '', '#access_token=x'],
	['a session without a refresh token', '', '#access_token=x&expires_in=1&token_type=bearer'],
	['an error', '', `${complete()}&error=access_denied`],
	['an error in the query', '?error_code=otp_expired', complete()],
	['the anchor of a page', '', '#brand'],
])('the client itself handles %s', (_, search, hash) => {
	expect(readLinkSession({ search, hash })).toBeUndefined()
})

const storage = (items: Record<string, string>) => ({
	length: Object.keys(items).length,
	key: (at: number) => Object.keys(items)[at] ?? null,
	getItem: (name: string) => items[name] ?? null,
})

it('the user of the stored session is found, and a session that cannot be read still counts as one', () => {
	const key = 'sb-localhost-auth-token'
	expect(storedUserId(storage({ other: 'x', [key]: JSON.stringify({ user: { id: 'u-1' } }) }))).toBe('u-1')
	for (const value of ['', 'null', '{', '{}', '{"user":{"id":1}}'])
		expect(storedUserId(storage({ [key]: value }))).toBeNull()
	expect(storedUserId(storage({ [`${key}-code-verifier`]: 'x', theme: 'dark' }))).toBeUndefined()
})
