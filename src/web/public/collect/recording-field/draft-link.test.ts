import { expect, test } from 'vitest'
import { decodeDraft, encodeDraft } from './draft-link.ts'

test('a draft goes into an address and back, in any script, without the consent', () => {
	const values = { name: 'Inès 👩‍🎨', body: 'كلمات? & + #', rating: '5' }
	const hash = encodeDraft({ ...values, consent: 'yes' })
	expect(hash).toMatch(/^#draft=[\w-]+$/)
	expect(decodeDraft(hash)).toEqual(values)
})

test('nothing is carried without words, or with too many for an address', () => {
	expect(encodeDraft({})).toBe('')
	expect(encodeDraft({ consent: 'yes' })).toBe('')
	expect(encodeDraft({ body: 'a'.repeat(5000) })).toBe('')
})

test('a damaged or foreign address carries no draft', () => {
	for (const hash of [
		'',
		'#recording',
		'#draft=',
		'#draft=%%%',
		'#draft=bnVsbA',
		'#draft=WzFd',
		`#draft=${'a'.repeat(9000)}`,
	])
		expect(decodeDraft(hash), hash.slice(0, 20)).toEqual({})
})
