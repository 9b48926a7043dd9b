import { setTimeout as wait } from 'node:timers/promises'

/** Longer than the database needs for any of it, shorter than a person notices. */
const evenMilliseconds = 40

/**
 * Gives an answer, or a failure, when the time is over: who is asked about, and how much work that made, does not show in how
 * long it took. For addresses that may or may not be registered (auth.md §6.6); hashing is equal by itself and stays outside.
 */
export async function inEvenTime<T>(work: Promise<T>): Promise<T> {
	const [outcome] = await Promise.allSettled([work, wait(evenMilliseconds)])
	if (outcome.status === 'rejected') throw outcome.reason
	return outcome.value
}
