import { expect, test } from 'vitest'
import { ageOfFormProof, issueFormProof } from './form-proof.ts'

const secret = Buffer.from('a secret of this installation')
const noon = Date.UTC(2026, 10, 21, 12)

test('a proof gives the seconds since its page was served', () => {
	const proof = issueFormProof(secret, 'form-1', noon)
	expect(ageOfFormProof(secret, 'form-1', proof, noon + 4200)).toBe(4)
})

test('a proof of another form, secret or time is invalid', () => {
	const proof = issueFormProof(secret, 'form-1', noon)
	expect(ageOfFormProof(secret, 'form-2', proof, noon)).toBeNull()
	expect(ageOfFormProof(Buffer.from('another'), 'form-1', proof, noon)).toBeNull()
	expect(ageOfFormProof(secret, 'form-1', proof.replace(/^./, 'z'), noon)).toBeNull()
	for (const nonsense of ['', '.', 'x', 'a.b.c', '0.'.padEnd(40, 'ü')])
		expect(ageOfFormProof(secret, 'form-1', nonsense, noon)).toBeNull()
})
