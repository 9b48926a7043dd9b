import { describe, expect, it } from 'vitest'
import { createPasswords } from './password-hash.ts'

describe('the password queue', () => {
	it('knows right from wrong, and nobody', async () => {
		const passwords = createPasswords()
		const stored = await passwords.hash('five days of paddling')
		expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
		expect(await passwords.verify(stored, 'five days of paddling')).toBe(true)
		expect(await passwords.verify(stored, 'five days of paddlinG')).toBe(false)
		expect(await passwords.verify(undefined, 'five days of paddling')).toBe(false)
		expect(await passwords.verify(null, '')).toBe(false)
	})

	it('turns away whom it has no place for, and serves the rest', async () => {
		const passwords = createPasswords({ running: 2, waiting: 3 })
		const outcomes = await Promise.allSettled(
			Array.from({ length: 8 }, (_, i) => passwords.hash(`password ${i}`)),
		)
		expect(outcomes.map(({ status }) => status)).toEqual([
			...Array(5).fill('fulfilled'),
			...Array(3).fill('rejected'),
		])
		const refused = outcomes.at(-1)
		expect(refused?.status === 'rejected' && refused.reason).toMatchObject({
			status: 503,
			code: 'server_busy',
			headers: { 'Retry-After': '1' },
		})
		expect(await passwords.hash('afterwards')).toContain('argon2id')
	})

	it('costs an unknown user as much time as a wrong password', async () => {
		const passwords = createPasswords({ running: 1 })
		const stored = await passwords.hash('five days of paddling')
		const best = { wrong: Infinity, unknown: Infinity }
		for (let i = 0; i < 20; i++)
			for (const kind of ['wrong', 'unknown'] as const) {
				const started = performance.now()
				await passwords.verify(kind === 'wrong' ? stored : undefined, 'not this one')
				best[kind] = Math.min(best[kind], performance.now() - started)
			}
		const ratio = best.unknown / best.wrong
		expect(ratio).toBeGreaterThan(0.5)
		expect(ratio).toBeLessThan(2)
	})
})
