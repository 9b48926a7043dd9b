import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { readUnsubscribeToken, type UnsubscribeSubject, unsubscribeTokenOf } from './unsubscribe-token.ts'

const secret = randomBytes(32)
const subjects: UnsubscribeSubject[] = [
	{ kind: 'member', space: randomUUID(), user: randomUUID() },
	{ kind: 'submitter', testimonial: randomUUID() },
]

it.each(subjects)('a token of a $kind names its subject, in this installation alone', (subject) => {
	const token = unsubscribeTokenOf(secret, subject)
	expect(token).toMatch(/^[\w-]+$/)
	expect(readUnsubscribeToken([secret], token)).toEqual(subject)
	expect(readUnsubscribeToken([randomBytes(32)], token)).toBeNull()
})

it.each(subjects)('a token of a $kind with any other character is refused', (subject) => {
	const token = unsubscribeTokenOf(secret, subject)
	for (let at = 0; at < token.length; at++) {
		const other = token[at] === 'A' ? 'B' : 'A'
		expect(readUnsubscribeToken([secret], token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
	}
	for (const text of ['', 'x', token.slice(1), `${token}A`, `${token}=`, `${token}AAAAAAAAAAAAAAAAAAAAA`])
		expect(readUnsubscribeToken([secret], text)).toBeNull()
})
