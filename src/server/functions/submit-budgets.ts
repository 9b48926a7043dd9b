import { keyedHash } from '#server/keyed-hash.ts'

const hour = 3_600_000
/**
 * What stands for an address in the budgets: keyed with a secret that never leaves the server and with the day, so that
 * nothing of it can be told apart tomorrow.
 */
export function budgetKey(secret: Buffer, text: string, now = Date.now()): Buffer {
	const day = new Date(now).toISOString().slice(0, 10)
	return keyedHash(secret).update(`budget\n${day}\n${text}`).digest()
}

/** Seconds until the budgets of this hour are new. */
export function secondsToNextHour(now = Date.now()): number {
	return Math.max(1, Math.ceil((hour - (now % hour)) / 1000))
}
