import { expect, it } from 'vitest'
import type { FormToFill } from '#product/forms/form-cache.ts'
import { parseSubmission } from './parse-submission.ts'
import { fingerprintSubmission } from './submission.ts'

const form: FormToFill = {
	id: 'f',
	slug: 'fernhill',
	is_open: true,
	accepts: ['text'],
	rating: 'optional',
	title_rule: 'off',
	author_fields: {},
	consent_text: 'You may publish this.',
	consent_texts: {},
	locale: 'en',
	updated_at: '2026-01-01',
	version: 1,
	former_accepts: [],
	space: { id: 's', name: 'Fernhill' },
	questions: [{ id: 'q', kind: 'short', label: 'Why?', options: [], most: null, required: false }],
	former_consent_texts: [],
}
const body = {
	consent: { wording: 'You may publish this.', scope: 'public' },
	author: { email: 'ines@harbour.org', name: 'Ines' },
	answers: [{ value: 'Yes', question_id: 'q' }],
	body: 'It sings.',
	rating: 5,
}

it('the stored fingerprint of a submission stays the same across updates and renewed proofs', () => {
	const rules = { form, maxTextLength: 5000, secret: Buffer.alloc(32), isFormPost: false }
	const parsed = parseSubmission(body, { ...rules, files: new Set() })
	if (!('submission' in parsed)) throw new Error(JSON.stringify(parsed.problems))
	const { submission } = parsed
	const files = [{ field: 'photo', bytes: Buffer.from('bytes') }]
	const fingerprint = fingerprintSubmission(submission, files).toString('hex')
	expect(fingerprint).toBe('2519fd3cd07f6512797ccb63323388cfb791bec82ecbd5e3c2fdfa64779fbcd3')
	expect(fingerprintSubmission({ ...submission, age: 9 }, files).toString('hex')).toBe(fingerprint)
	expect(fingerprintSubmission(submission, []).toString('hex')).not.toBe(fingerprint)
})
