import type { Deps } from '#platform/deps.ts'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import type { Db } from '#platform/pg/db.ts'
import { rateLimited } from '#product/http/errors.ts'
import { createPseudonym } from '#product/http/pseudonym.ts'
import { mailboxOf } from '#product/mails/mailbox-of.ts'
import { addFormCount } from './queries.ts'

export type Budget = {
	formRate: FormRate
	/** Pseudonyms (createPseudonym). */
	address: Buffer
	email: Buffer | null
	maxPerHour: number
}

/**
 * @returns a function that counts a request on its form and names the hourly budgets that the storing statement checks. It
 * returns null when limits are off, and throws AppError 429.
 */
export function createBudget({ config, db, keys }: Pick<Deps, 'config' | 'db' | 'keys'>) {
	const countRequest = createFormRateCounter(db, config.SUBMIT_PER_FORM_HOURLY)
	const pseudonym = createPseudonym(keys)
	return (form: string, ip: string, email: string | null): Budget | null => {
		if (!config.RATE_LIMITS) return null
		const formRate = countRequest(form)
		if (formRate === 'excessive') throw rateLimited()
		return {
			formRate,
			address: pseudonym(clientNetwork(ip)),
			email: email ? pseudonym(mailboxOf(email)) : null,
			maxPerHour: config.SUBMIT_PER_ADDRESS_HOURLY,
		}
	}
}

const hour = 3_600_000
const refusalFactor = 10
const maxForms = 10_000
const syncIntervalMs = 2_000

type FormRate = 'normal' | 'high' | 'excessive'

type Count = {
	hour: number
	/** Of all nodes, at the last sync. */
	clusterTotal: number
	/** Of this node, since the last sync. */
	unsynced: number
	syncedAt: number
	isSyncScheduled: boolean
}

/**
 * Counts the submissions of each form over all nodes. Above the hourly budget they raise the spam score; above ten times
 * the budget they are refused.
 * @returns a function that counts one; it never waits for the database
 */
function createFormRateCounter(db: Db, hourlyBudget: number) {
	const counts = new Map<string, Count>()

	const sync = async (form: string, count: Count) => {
		const { unsynced } = count
		count.isSyncScheduled = false
		count.syncedAt = Date.now()
		count.clusterTotal += unsynced
		count.unsynced = 0
		const [row] = await db.as({ role: 'anon' }, (tx) => tx.final<{ total: number }>(addFormCount(form, unsynced)), {
			repeatable: true,
		})
		count.clusterTotal = Math.max(count.clusterTotal, row?.total ?? 0)
	}

	const scheduleSync = (form: string, count: Count) => {
		if (count.isSyncScheduled) return
		count.isSyncScheduled = true
		const delay = Math.max(0, count.syncedAt + syncIntervalMs - Date.now())
		// Without the database, a node limits by its own count.
		setTimeout(() => sync(form, count).catch(() => {}), delay).unref()
	}

	return (form: string): FormRate => {
		const currentHour = Math.floor(Date.now() / hour)
		let count = counts.get(form)
		if (count?.hour !== currentHour) {
			if (counts.size >= maxForms) counts.clear()
			count = {
				hour: currentHour,
				clusterTotal: 0,
				unsynced: 0,
				syncedAt: 0,
				isSyncScheduled: false,
			}
			counts.set(form, count)
		}
		count.unsynced++
		scheduleSync(form, count)
		const total = count.clusterTotal + count.unsynced
		if (total > hourlyBudget * refusalFactor) return 'excessive'
		return total > hourlyBudget ? 'high' : 'normal'
	}
}
