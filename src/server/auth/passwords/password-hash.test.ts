import { describe, expect, it } from 'vitest'
import { createPasswords } from './password-hash.ts'
import type { Lane } from './password-queue.ts'

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

	it('serves whom the account knows before strangers, who cannot fill the place of the others', async () => {
		const passwords = createPasswords({ running: 1, waiting: 3 })
		const done: string[] = []
		const verify = (who: string, lane: Lane) =>
			passwords.verify(null, 'x', lane).then(
				() => done.push(who),
				() => done.push(`${who} refused`),
			)
		const work = [
			verify('first stranger', 'stranger'),
			...[1, 2, 3, 4].map((n) => verify(`stranger ${n}`, 'stranger')),
			verify('owner', 'familiar'),
		]
		await Promise.all(work)
		expect(done).toEqual([
			'stranger 4 refused',
			'first stranger',
			'owner',
			'stranger 1',
			'stranger 2',
			'stranger 3',
		])
	})
})
