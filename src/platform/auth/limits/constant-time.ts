import { setTimeout as wait } from 'node:timers/promises'

/** Longer than the database work takes, shorter than a person notices. */
const constantMilliseconds = 40

/**
 * Delays a result or failure to a fixed time, so that response time does not reveal whether an address is registered.
 * Password hashing takes equal time by itself and stays outside.
 */
export async function inConstantTime<T>(work: Promise<T>): Promise<T> {
	const [outcome] = await Promise.allSettled([work, wait(constantMilliseconds)])
	if (outcome.status === 'rejected') throw outcome.reason
	return outcome.value
}
