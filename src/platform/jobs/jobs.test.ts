import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '#platform/log.ts'
import type { Db } from '#platform/pg/db.ts'
import { openDb } from '#platform/pg/db.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { sql } from '#platform/pg/sql.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { createJobs, Hopeless, type Jobs, Postponed } from './jobs.ts'

const service = { role: 'auth_service' } as const

describe('jobs', () => {
	let database: TestDatabase
	let db: Db
	const started: Jobs[] = []
	beforeEach(async () => {
		// Jobs run when a test asks for it: polling could start the next attempt during a slow test.
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
		database = await createTestDatabase()
		db = openDb(loginAs(database.owner), 4, () => {})
	})
	afterEach(async () => {
		for (const jobs of started.splice(0)) await jobs.close()
		await db.close()
		await database.drop()
		vi.useRealTimers()
	})

	function open(): Jobs {
		const jobs = createJobs(db, createLog('silent'))
		started.push(jobs)
		return jobs
	}
	const rows = () =>
		asOwner<{
			kind: string
			attempts: number
			last_error: string | null
			failed: boolean
			due_in: number
		}>(
			database,
			`select kind, attempts, last_error, failed_at is not null as failed,
				extract(epoch from run_at - now())::float as due_in from plaudit.jobs order by id`,
		)

	it.each([
		['an hour ahead', 3_600_000],
		['an hour behind', -3_600_000],
	])('nodes of which one has a clock %s run each due job once, and none that is not due', async (_, shift) => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
		const done: unknown[] = []
		const nodes = [open(), open()]
		for (const node of nodes) node.handle('greet', async ({ number }) => void done.push(number))
		const [right, wrong] = nodes as [Jobs, Jobs]
		const numbers = Array.from({ length: 40 }, (_, number) => number)
		await right.start()
		const now = Date.now()
		await db.as(service, (tx) => Promise.all(numbers.map((number) => tx.query(right.enqueue('greet', { number })))))
		vi.setSystemTime(now + shift)
		await wrong.start()
		// The clocks differ: half an hour is past on one, and far away on the other.
		await db.as(service, (tx) => tx.query(wrong.enqueue('greet', { number: 'later' }, 1800)))
		await Promise.all(nodes.map((node) => node.idle()))
		expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers)
		expect(await rows()).toMatchObject([{ kind: 'greet', attempts: 0 }])
	})

	it('a job runs once, after the transaction that queued it', async () => {
		const jobs = open()
		const done: unknown[] = []
		jobs.handle('greet', async (payload) => {
			done.push(payload)
		})
		await jobs.start()
		await db.as(service, (tx) => tx.query(jobs.enqueue('greet', { name: 'Isla' })))
		await jobs.idle()
		expect(done).toEqual([{ name: 'Isla' }])
		expect(await rows()).toEqual([])
	})

	it('a committed job wakes the workers for its kind alone', async () => {
		let reads = 0
		const counted: Db = {
			...db,
			as: (...given: Parameters<Db['as']>) => {
				reads++
				return db.as(...given)
			},
		} as Db
		const others = createJobs(counted, createLog('silent'))
		started.push(others)
		others.handle('film', async () => {})
		const jobs = open()
		jobs.handle('greet', async () => {})
		await Promise.all([jobs.start(), others.start()])
		await Promise.all([jobs.idle(), others.idle()])
		const before = reads
		await db.as(service, (tx) => tx.query(jobs.enqueue('greet', {})))
		await Promise.all([jobs.idle(), others.idle()])
		expect(reads).toBe(before)
		await db.as(service, (tx) => tx.query(others.enqueue('film', {})))
		await others.idle()
		expect(reads).toBeGreaterThan(before)
		expect(await rows()).toEqual([])
	})

	it('a committed job wakes the idle workers of its node, whatever the database hides of messages', async () => {
		await asOwner(database, `alter database ${database.owner.database} set client_min_messages to error`)
		const quiet = openDb(loginAs(database.owner), 2, () => {})
		const jobs = createJobs(quiet, createLog('silent'))
		const done: unknown[] = []
		jobs.handle('greet', async ({ name }) => {
			done.push(name)
		})
		await jobs.start()
		await jobs.idle()
		await quiet.as(service, (tx) => tx.query(jobs.enqueue('greet', { name: 'Isla' })))
		await jobs.idle()
		expect(done).toEqual(['Isla'])
		await jobs.close()
		await quiet.close()
	})

	it('a job is not queued when its transaction fails', async () => {
		const jobs = open()
		await expect(
			db.as(service, async (tx) => {
				await tx.query(jobs.enqueue('greet', {}))
				throw new Error('changed my mind')
			}),
		).rejects.toThrow('changed my mind')
		expect(await rows()).toEqual([])
	})

	it('a failing job is retried with growing delays and finally given up', async () => {
		const jobs = open()
		jobs.handle('fail', async () => {
			throw new Error('the server is away')
		})
		await jobs.start()
		await db.as(service, (tx) => tx.query(jobs.enqueue('fail', {})))
		await jobs.idle()
		const pauses: number[] = []
		for (let attempt = 1; attempt <= 12; attempt++) {
			const [job] = await rows()
			expect(job).toMatchObject({ attempts: attempt, last_error: 'the server is away' })
			pauses.push(job?.due_in ?? 0)
			expect(job?.failed).toBe(attempt === 12)
			await asOwner(database, 'update plaudit.jobs set run_at = now()')
			await runDueJobs({ db, jobs })
		}
		expect(pauses[0]).toBeLessThan(3)
		expect(pauses[5]).toBeGreaterThan(40)
		expect(pauses[10]).toBeGreaterThan(1500)
	})

	it('a job whose next attempt is pointless is given up after its first', async () => {
		const jobs = open()
		jobs.handle('fail', async () => {
			throw new Hopeless('there is no such address')
		})
		await jobs.start()
		await db.as(service, (tx) => tx.query(jobs.enqueue('fail', {})))
		await jobs.idle()
		expect(await rows()).toMatchObject([{ attempts: 1, failed: true, last_error: 'there is no such address' }])
	})

	it('a failing job does not affect others, whatever its error message contains', async () => {
		const jobs = open()
		jobs.handle('fail', async () => {
			throw new Error('550 \0 no')
		})
		jobs.handle('greet', async () => {})
		await jobs.start()
		await db.as(service, (tx) => Promise.all([tx.query(jobs.enqueue('fail', {})), tx.query(jobs.enqueue('greet', {}))]))
		await jobs.idle()
		expect(await rows()).toMatchObject([{ kind: 'fail', last_error: '550  no' }])
	})

	it('a postponed job waits for some days without counting an attempt', async () => {
		const jobs = open()
		jobs.handle('wait', async () => {
			throw new Postponed('the hour is full', 1800)
		})
		await jobs.start()
		await db.as(service, (tx) => tx.query(jobs.enqueue('wait', {})))
		for (const [age, attempts] of [
			['71 hours', 0],
			['73 hours', 1],
		] as const) {
			await asOwner(database, `update plaudit.jobs set run_at = now(), created_at = now() - interval '${age}'`)
			await runDueJobs({ db, jobs })
			const [job] = await rows()
			expect(job).toMatchObject({ attempts, last_error: 'the hour is full' })
			expect(job?.due_in).toSatisfy((due: number) => (attempts ? due < 3 : due > 1000))
		}
	})

	it('given-up jobs are kept for a month and page view counts for 800 days', async () => {
		await asOwner(
			database,
			`insert into plaudit.jobs (kind, failed_at) values
				('open', null), ('fresh', now() - interval '29 days'), ('old', now() - interval '31 days')`,
		)
		await asOwner(
			database,
			`insert into private.page_views (day, path, referrer_host, views)
				select current_date - age, '/', '', 1 from unnest(array[800, 801]) age`,
		)
		await db.as({ role: 'service_role' }, (tx) => tx.final(sql`select private.forget_old()`))
		expect((await rows()).map(({ kind }) => kind)).toEqual(['open', 'fresh'])
		const days = 'select current_date - day as age from private.page_views'
		expect(await asOwner(database, days)).toEqual([{ age: 800 }])
	})

	it('two nodes run each job once', async () => {
		const done: unknown[] = []
		for (const jobs of [open(), open()]) {
			jobs.handle('count', async ({ n }) => {
				done.push(n)
			})
			await jobs.start()
		}
		const numbers = Array.from({ length: 50 }, (_, n) => n)
		await db.as(service, (tx) =>
			Promise.all(numbers.map((n) => tx.query(started[0]?.enqueue('count', { n }) ?? never()))),
		)
		for (const jobs of started) await jobs.idle()
		expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(numbers)
	})

	it('jobs of a dead node are taken over', async () => {
		const jobs = open()
		await db.as(service, (tx) => tx.query(jobs.enqueue('greet', {})))
		await asOwner(database, "update plaudit.jobs set attempts = 1, run_at = now() - interval '1 s'")
		let done = 0
		jobs.handle('greet', async () => {
			done++
		})
		await jobs.start()
		await jobs.idle()
		expect(done).toBe(1)
	})

	it('a job that runs longer than its lease is not taken over', async () => {
		const slow = createJobs(db, createLog('silent'), { concurrency: 1, leaseSeconds: 60 })
		started.push(slow)
		let done = () => {}
		const runs: boolean[] = []
		slow.handle('film', (_, { isLastAttempt }) => {
			runs.push(isLastAttempt)
			return new Promise((resolve) => {
				done = resolve
			})
		})
		await slow.start()
		await db.as(service, (tx) => tx.query(slow.enqueue('film', {})))
		await expect.poll(() => runs).toEqual([false])
		await asOwner(database, "update plaudit.jobs set run_at = now() - interval '1 s'")
		await vi.advanceTimersByTimeAsync(20_000)
		await expect.poll(async () => (await rows())[0]?.due_in).toBeGreaterThan(50)
		done()
		await slow.idle()
		expect(await rows()).toEqual([])
	})

	it('a job that the end of the server interrupts is due again at once, and no attempt is counted', async () => {
		const jobs = open()
		let isRunning = false
		jobs.handle('film', (_, { signal }) => {
			isRunning = true
			return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
		})
		await jobs.start()
		await db.as(service, (tx) => tx.query(jobs.enqueue('film', {})))
		await expect.poll(() => isRunning).toBe(true)
		await jobs.close()
		const [job] = await rows()
		expect(job).toMatchObject({ attempts: 0, failed: false })
		expect(job?.due_in).toBeLessThanOrEqual(0)
	})

	it('a job that runs long delays no later job', async () => {
		const jobs = open()
		let end = () => {}
		const done: unknown[] = []
		jobs.handle('film', () => new Promise((resolve) => (end = resolve)))
		jobs.handle('greet', async ({ n }) => void done.push(n))
		await jobs.start()
		await db.as(service, (tx) => tx.query(jobs.enqueue('film', {})))
		await expect.poll(() => jobs.running().get('film')).toBe(1)
		for (let n = 0; n < 6; n += 1) await db.as(service, (tx) => tx.query(jobs.enqueue('greet', { n })))
		await expect.poll(() => done).toEqual([0, 1, 2, 3, 4, 5])
		expect(await rows()).toMatchObject([{ kind: 'film', attempts: 1 }])
		end()
		await jobs.idle()
		expect(await rows()).toEqual([])
	})

	it('recurring jobs that run long, however many, delay no other job', async () => {
		const jobs = open()
		const ends: (() => void)[] = []
		const done: unknown[] = []
		for (const kind of ['a', 'b', 'c', 'd', 'e', 'f'])
			jobs.repeat(kind, 3600, () => new Promise((resolve) => void ends.push(resolve)))
		jobs.handle('greet', async ({ name }) => void done.push(name))
		await jobs.start()
		await jobs.idle()
		await asOwner(database, 'update plaudit.jobs set run_at = now()')
		const idle = runDueJobs({ db, jobs })
		await expect.poll(() => ends.length).toBeGreaterThan(1)
		await db.as(service, (tx) => tx.query(jobs.enqueue('greet', { name: 'Isla' })))
		await expect.poll(() => done).toEqual(['Isla'])
		await expect
			.poll(() => {
				for (const end of ends) end()
				return ends.length
			})
			.toBe(6)
		await idle
		expect((await rows()).filter(({ due_in }) => due_in < 3000)).toEqual([])
	})

	it('a job whose lease ended while it runs is not started again beside itself', async () => {
		const jobs = open()
		let end = () => {}
		let starts = 0
		jobs.handle('film', () => {
			starts += 1
			return new Promise((resolve) => (end = resolve))
		})
		await jobs.start()
		await db.as(service, (tx) => tx.query(jobs.enqueue('film', {})))
		await expect.poll(() => starts).toBe(1)
		await asOwner(database, "update plaudit.jobs set run_at = now() - interval '1 s'")
		const idle = runDueJobs({ db, jobs })
		jobs.handle('greet', async () => {})
		await db.as(service, (tx) => tx.query(jobs.enqueue('greet', {})))
		await expect.poll(async () => (await rows()).map(({ kind }) => kind)).toEqual(['film'])
		expect(starts).toBe(1)
		end()
		await idle
		expect(await rows()).toEqual([])
	})

	it('a recurring job is one row for all nodes', async () => {
		const nodes = [open(), open()] as const
		for (const jobs of nodes) {
			jobs.repeat('sweep', 3600, async () => {})
			await jobs.start()
		}
		expect(await rows()).toMatchObject([{ kind: 'sweep' }])
		await asOwner(database, 'update plaudit.jobs set run_at = now()')
		await runDueJobs({ db, jobs: nodes[0] })
		const [job] = await rows()
		expect(job?.attempts).toBe(0)
		expect(job?.due_in).toBeGreaterThan(3000)
	})
})

function never(): never {
	throw new Error('no node')
}
