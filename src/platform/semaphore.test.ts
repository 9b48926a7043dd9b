import { expect, it } from 'vitest'
import { Semaphore } from './semaphore.ts'

/** Work that notes its start and ends when it is released. */
function controlledWork(started: string[]) {
	const ends = new Map<string, () => void>()
	const work = (name: string) => () => {
		started.push(name)
		return new Promise<void>((resolve) => ends.set(name, resolve))
	}
	return { work, end: (name: string) => ends.get(name)?.() }
}

it('a semaphore starts work in order of arrival, and lane 0 before lane 1', async () => {
	const started: string[] = []
	const { work, end } = controlledWork(started)
	const semaphore = new Semaphore(1)
	const first = semaphore.run(work('first'))
	const low = semaphore.run(work('low'), 1)
	const high = semaphore.run(work('high'))
	expect(started).toEqual(['first'])
	expect([semaphore.waiters(0), semaphore.waiters(1)]).toEqual([1, 1])
	end('first')
	await first
	await expect.poll(() => started).toEqual(['first', 'high'])
	end('high')
	await high
	await expect.poll(() => started).toEqual(['first', 'high', 'low'])
	end('low')
	await low
	expect(semaphore.tryAcquire()).toBe(true)
	expect(semaphore.tryAcquire()).toBe(false)
})

it('a permit passes to the next waiter when work fails', async () => {
	const semaphore = new Semaphore(1)
	const failed = semaphore.run(() => Promise.reject(new Error('broken')))
	const next = semaphore.run(async () => 'done')
	await expect(failed).rejects.toThrow('broken')
	expect(await next).toBe('done')
})

it('work that finds its lane full is refused at once, and the other lane still takes work', async () => {
	const { work, end } = controlledWork([])
	const semaphore = new Semaphore(1, { maxWaiters: 1, refuse: () => new Error('full') })
	const first = semaphore.run(work('first'))
	const second = semaphore.run(async () => 'second')
	await expect(semaphore.run(async () => 'third')).rejects.toThrow('full')
	const other = semaphore.run(async () => 'other', 1)
	end('first')
	await first
	expect(await Promise.all([second, other])).toEqual(['second', 'other'])
})

it('work that waits longer than the timeout is refused, and its permit goes to the next', async () => {
	const { work, end } = controlledWork([])
	const semaphore = new Semaphore(1, { timeout: 20, refuse: () => new Error('late') })
	const first = semaphore.run(work('first'))
	await expect(semaphore.run(async () => 'second')).rejects.toThrow('late')
	end('first')
	await first
	expect(await semaphore.run(async () => 'third')).toBe('third')
})
