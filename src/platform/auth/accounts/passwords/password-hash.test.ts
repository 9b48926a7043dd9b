import { describe, expect, it } from 'vitest'
import { createPasswords, type Priority } from './password-hash.ts'

describe('the password semaphore', () => {
	it('a right password verifies, and a wrong or missing one does not', async () => {
		const passwords = createPasswords()
		const stored = await passwords.hash('five days of paddling')
		expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
		expect(await passwords.verify(stored, 'five days of paddling')).toBe(true)
		expect(await passwords.verify(stored, 'five days of paddlinG')).toBe(false)
		expect(await passwords.verify(undefined, 'five days of paddling')).toBe(false)
		expect(await passwords.verify(null, '')).toBe(false)
	})

	it('the password semaphore refuses work beyond its queue and runs the rest', async () => {
		const passwords = createPasswords({ running: 2, waiting: 3 })
		const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => passwords.hash(`password ${i}`)))
		expect(outcomes.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')])
		const refused = outcomes.at(-1)
		expect(refused?.status === 'rejected' && refused.reason).toMatchObject({
			status: 503,
			code: 'server_busy',
			headers: { 'Retry-After': '1' },
		})
		expect(await passwords.hash('afterwards')).toContain('argon2id')
	})

	it('the password semaphore runs known networks first, and unknown ones cannot fill their queue', async () => {
		const passwords = createPasswords({ running: 1, waiting: 3 })
		const done: string[] = []
		const verify = (who: string, lane: Priority) =>
			passwords.verify(null, 'x', lane).then(
				() => done.push(who),
				() => done.push(`${who} refused`),
			)
		const work = [
			verify('first stranger', 'unknown'),
			...[1, 2, 3, 4].map((n) => verify(`stranger ${n}`, 'unknown')),
			verify('owner', 'known'),
		]
		await Promise.all(work)
		expect(done).toEqual(['stranger 4 refused', 'first stranger', 'owner', 'stranger 1', 'stranger 2', 'stranger 3'])
	})
})
