import { afterEach, expect, it } from 'vitest'
import { type BatchWorker, createBatchWorker } from './batch-worker.ts'

let worker: BatchWorker
afterEach(() => worker.close())

/** A worker over so many waiting rows, which it takes in batches of ten. */
function open(waiting: number, more: Partial<Parameters<typeof createBatchWorker>[0]> = {}) {
	const batches: number[] = []
	const errors: unknown[] = []
	worker = createBatchWorker({
		async takeBatch() {
			const taken = Math.min(10, waiting)
			waiting -= taken
			batches.push(taken)
			return taken
		},
		batchSize: 10,
		pollMilliseconds: 60_000,
		onError: (error) => errors.push(error),
		...more,
	})
	return { batches, errors }
}

it('batches follow each other while they are full', async () => {
	const { batches } = open(25)
	worker.start()
	await worker.idle()
	expect(batches).toEqual([10, 10, 5])
})

it('calls close together are one run, and one during a run leads to another', async () => {
	const { batches } = open(0)
	worker.wake()
	expect(batches).toEqual([])
	worker.start()
	worker.wake()
	worker.wake()
	await worker.idle()
	expect(batches).toEqual([0])
	worker.wake()
	await worker.idle()
	expect(batches).toEqual([0, 0])
})

it('a run that failed is told, and the next one is tried', async () => {
	let runs = 0
	const successes: number[] = []
	const { errors } = open(0, {
		takeBatch: () => (++runs === 1 ? Promise.reject(new Error('away')) : Promise.resolve(0)),
		onSuccess: () => successes.push(runs),
	})
	worker.start()
	await worker.idle()
	worker.wake()
	await worker.idle()
	expect([errors, successes]).toEqual([[new Error('away')], [2]])
})

it('a look runs only what is due', async () => {
	let looks = 0
	const { batches } = open(0, { pollMilliseconds: 5, isDue: async () => ++looks === 3 })
	worker.start()
	await expect.poll(() => looks).toBeGreaterThan(3)
	await worker.idle()
	expect(batches).toEqual([0, 0])
})

it('a closed worker ends its batch and begins no other', async () => {
	let end = () => {}
	let batches = 0
	open(0, {
		takeBatch: () => {
			batches++
			return new Promise((resolve) => {
				end = () => resolve(10)
			})
		},
	})
	worker.start()
	await expect.poll(() => batches).toBe(1)
	const closed = worker.close()
	end()
	await closed
	worker.wake()
	expect(batches).toBe(1)
})
