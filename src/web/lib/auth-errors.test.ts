import { describe, expect, it } from 'vitest'
import list from '/node_modules/@supabase/auth-js/dist/module/lib/error-codes.d.ts?raw'
import { codeSentences } from './auth-error-sentences.ts'
import { authErrorField, sayAuthError } from './auth-errors.ts'

const codes = [...list.matchAll(/'([a-z_0-9]+)'/g)].map(([, code]) => code ?? '')

describe('errors of the auth service in words', () => {
	it('knows the whole list of the official client', () => {
		expect(codes.length).toBeGreaterThan(60)
	})
	it.each(codes)('has a sentence for %s', (code) => {
		expect(codeSentences[code]).toMatch(/^[A-Z].*[.]$/)
	})
	it('says why a password is weak', () => {
		const error = Object.assign(new Error('weak'), { code: 'weak_password', reasons: ['length'] })
		expect(sayAuthError(error)).toBe('Choose a stronger password: it is too short.')
		expect(authErrorField(error)).toBe('password')
	})
	it('finds the code of an error that came in the address', () => {
		const error = Object.assign(new Error('x'), { details: { error: 'y', code: 'otp_expired' } })
		expect(sayAuthError(error)).toBe(codeSentences.otp_expired)
	})
	it('shows the service’s own words when the code is new', () => {
		expect(sayAuthError({ code: 'brand_new', message: 'Moon is full' })).toContain('Moon is full')
	})
})
