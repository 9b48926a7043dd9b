import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { AuthError } from './errors.ts'
import { formatAuthError } from './render-auth-error.ts'

const unexpected = 'Unexpected failure, please check server logs for more information'

describe('an unforeseen failure', () => {
	const lines: string[] = []
	const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
	const word = (thrown: unknown, asked?: string) => formatAuthError(thrown, asked, { requestId: 'request-7', log })

	it('an unforeseen failure answers without its cause, which is logged under the same id', () => {
		const thrown = new Error('column "secret" does not exist')
		expect(word(thrown)).toEqual({
			status: 500,
			headers: { 'x-sb-error-code': 'unexpected_failure' },
			body: {
				code: 500,
				error_code: 'unexpected_failure',
				msg: unexpected,
				error_id: 'request-7',
			},
		})
		expect(lines.join('')).toContain('column \\"secret\\"')
		expect(lines.join('')).toContain('request-7')
	})

	it('an outage or conflict of the database answers 503, so that clients keep their session', () => {
		const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })
		for (const thrown of [
			new Error('timeout exceeded when trying to connect'),
			new Error('Connection terminated unexpectedly'),
			coded('ETIMEDOUT'),
			coded('ENOENT', { syscall: 'connect' }),
			coded('57P01', { severity: 'FATAL' }),
			coded('40P01', { severity: 'ERROR' }),
		])
			expect(word(thrown, '2024-01-01')).toMatchObject({
				status: 503,
				headers: { 'Retry-After': '1', 'x-sb-error-code': 'server_busy' },
				body: { code: 'server_busy' },
			})
		expect(word(coded('ENOENT', { syscall: 'open' })).status).toBe(500)
	})

	it('an unforeseen failure has the newer shape for clients that request it', () => {
		for (const asked of ['2024-01-01', '2024-05-31', '2030-12-31'])
			expect(word(new Error('x'), asked)).toEqual({
				status: 500,
				headers: {
					'X-Supabase-Api-Version': '2024-01-01',
					'x-sb-error-code': 'unexpected_failure',
				},
				body: { code: 'unexpected_failure', message: unexpected },
			})
	})

	it.each([undefined, '', '2023-12-31', 'latest', '2024-1-1', '2024-13-01', '2024-02-30', '20240101'])(
		'an unforeseen failure and every other one, in the older shape for a version of %s',
		(asked) => {
			const { headers, body } = word(new AuthError(422, 'weak_password', 'Too short', { reasons: ['length'] }), asked)
			expect(headers).toEqual({ 'x-sb-error-code': 'weak_password' })
			expect(body).toEqual({
				code: 422,
				error_code: 'weak_password',
				msg: 'Too short',
				weak_password: { reasons: ['length'] },
			})
		},
	)
})
