import { expect, test } from 'vitest'
import { issueFormProof, readFormProof } from './form-proof.ts'

const secret = Buffer.from('a secret of this installation')
const noon = Date.UTC(2026, 10, 21, 12)

test('a proof gives the seconds since its page was served', () => {
	const proof = issueFormProof(secret, 'form-1', noon)
	expect(readFormProof(secret, 'form-1', proof, noon + 4200)).toEqual({ age: 4, version: null })
})

test('a proof gives the version of the form that its page showed', () => {
	const proof = issueFormProof(secret, 'form-1', noon, 47)
	expect(readFormProof(secret, 'form-1', proof, noon)).toEqual({ age: 0, version: 47 })
	expect(readFormProof(secret, 'form-1', proof.replace(/-\w+/, '-1'), noon)).toBeNull()
})

test('a proof of another form, secret or time is invalid', () => {
	const proof = issueFormProof(secret, 'form-1', noon)
	expect(readFormProof(secret, 'form-2', proof, noon)).toBeNull()
	expect(readFormProof(Buffer.from('another'), 'form-1', proof, noon)).toBeNull()
	expect(readFormProof(secret, 'form-1', proof.replace(/^./, 'z'), noon)).toBeNull()
	for (const nonsense of ['', '.', 'x', 'a.b.c', '0.'.padEnd(40, 'ü')])
		expect(readFormProof(secret, 'form-1', nonsense, noon)).toBeNull()
})

test('a signed proof with a version that no form can have is invalid', () => {
	for (const version of [0, -1, 1.5, Number.NaN, 2 ** 31, 2 ** 53]) {
		const proof = issueFormProof(secret, 'form-1', noon, version)
		expect(readFormProof(secret, 'form-1', proof, noon), String(version)).toBeNull()
	}
	const last = issueFormProof(secret, 'form-1', noon, 2 ** 31 - 1)
	expect(readFormProof(secret, 'form-1', last, noon)?.version).toBe(2 ** 31 - 1)
})

test('a signed proof without a time is invalid', () => {
	const proof = issueFormProof(secret, 'form-1', Number.NaN, 3)
	expect(readFormProof(secret, 'form-1', proof, noon)).toBeNull()
})
