import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashToken } from '#platform/keys/secret-token.ts'
import { keyOfToken } from '#product/spaces/space-token.ts'
import { receiptSecretOf, receiptTokenOf } from './receipt-token.ts'

const secret = randomBytes(32)
const [space, id] = [randomUUID(), randomUUID()]
const token = receiptTokenOf(secret, space, id)
const spaceBytes = Buffer.from(space.replaceAll('-', ''), 'hex')

it('a token names its space before the secret, whose hash is what earlier links lead to', () => {
	const earlier = receiptSecretOf(secret, id)
	expect([token.length, earlier.length]).toEqual([64, 43])
	expect(keyOfToken(earlier)).toEqual(hashToken(earlier))
	expect(keyOfToken(token)).toEqual(Buffer.concat([spaceBytes, hashToken(earlier)]))
})

it('a token of another space has the same secret and another key', () => {
	const other = keyOfToken(receiptTokenOf(secret, randomUUID(), id))
	expect(other?.subarray(16)).toEqual(keyOfToken(token)?.subarray(16))
	expect(other).not.toEqual(keyOfToken(token))
})

it.each([
	['an empty text', ''],
	['a token without its end', token.slice(0, -1)],
	['a token with one character more', `${token}A`],
	['a secret without its end', receiptSecretOf(secret, id).slice(0, -1)],
	['a token with another alphabet', `${token.slice(0, -1)}+`],
	['a token after a line', `${token}\n`],
	['a space alone', spaceBytes.toString('base64url')],
])('%s is no token and has no key', (_, text) => {
	expect(keyOfToken(text)).toBeNull()
})
