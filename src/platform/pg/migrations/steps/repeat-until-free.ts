import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { LockWait } from '#platform/pg/migrations/migration-lock.ts'
import { describeHolder, holderOfTable } from './lock-holder.ts'
import { type LockTimes, TableBusy, waitFor } from './take-locks.ts'

/** Options of a step that waits for locks: `giveUpAfter` is for each step, in milliseconds. */
export type StepWait = Pick<LockWait, 'log' | 'giveUpAfter'> & {
	times: LockTimes
	pause: (attempt: number) => Promise<unknown>
}

/** Up to two seconds, of random length: requests that waited go first. */
export const pauseBetween = (attempt: number): Promise<unknown> =>
	wait(Math.min(attempt, 8) * (125 + 125 * Math.random()))

/**
 * Runs a step of the migrations in a transaction of its own, and again while a lock is not free or two transactions wait for each other.
 * @param what the file, for the operator
 * @throws Error of the step, or one that names who holds the lock
 */
export async function repeatUntilFree<T>(
	client: pg.Client,
	what: () => string,
	{ log, giveUpAfter, times, pause }: StepWait,
	step: () => Promise<T>,
): Promise<T> {
	const end = performance.now() + giveUpAfter
	for (let attempt = 1; ; attempt++) {
		try {
			await client.query('begin')
			const result = await step()
			await client.query('commit')
			return result
		} catch (error) {
			await client.query('rollback').catch(() => {})
			if (!isBusy(error)) throw error
			const reason = await reasonOf(client, error)
			if (performance.now() >= end) throw gaveUp(what(), giveUpAfter, reason, error)
			log(`${what()} waits: ${reason.text}. It is tried again …`)
			await pause(attempt)
			if (error instanceof TableBusy) await waitFor(client, error.lock, times)
		}
	}
}

type Reason = { text: string; advice: string }

async function reasonOf(client: pg.Client, error: unknown): Promise<Reason> {
	if (!(error instanceof TableBusy)) return { text: (error as Error).message, advice: '' }
	const { name } = error.lock
	const holder = await holderOfTable(client, name)
	if (!holder) return { text: `${name} was locked`, advice: '' }
	return {
		text: `${describeHolder(holder)}, holds ${name}${holder.since}`,
		advice: ` End it, if it does not end by itself, with: select pg_terminate_backend(${holder.pid}).`,
	}
}

function gaveUp(what: string, after: number, { text, advice }: Reason, cause: unknown): Error {
	return new Error(
		`${what} was not applied, as its locks were not free within ${after / 1000} s: ${text}.${advice} ` +
			'Files before it stay applied, nodes of the version before go on serving, and the next start goes on with this file.',
		{ cause },
	)
}

/** Detects a lock that was not free in time, two transactions that wait for each other, and two that write one row of the catalogue. */
function isBusy(error: unknown): boolean {
	for (let cause = error; cause instanceof Error; cause = cause.cause as unknown) {
		const { code, message } = cause as pg.DatabaseError
		if (code === '55P03' || code === '40P01') return true
		if (code === 'XX000' && /^tuple concurrently (updated|deleted)/.test(message)) return true
	}
	return false
}
