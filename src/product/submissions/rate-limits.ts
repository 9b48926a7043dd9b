import type { Deps } from '#platform/deps.ts'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import type { AppError } from '#platform/http/response/app-error.ts'
import type { Db } from '#platform/pg/db.ts'
import { rateLimited } from '#product/http/errors.ts'
import { createPseudonym } from '#product/http/pseudonym.ts'
import { mailboxOf } from '#product/mails/mailbox-of.ts'
import type { FormOfSpace } from './form-of-space.ts'
import { ProofRequired } from './proof-required.ts'
import { addFormCount } from './queries.ts'
import { allowance, maxLevel, refusalFactor, workLevel } from './work-level.ts'

/** The limits that the storing statement checks for one submission. */
export type Budget = {
	formRate: FormRate
	/** Pseudonyms (createPseudonym). */
	address: Buffer
	email: Buffer | null
	maxPerHour: number
}

/** The hourly budgets of forms and networks; none while limits are off. */
export function createRateLimits({ config, db, keys }: Pick<Deps, 'config' | 'db' | 'keys'>) {
	const rates = createFormRateCounter(db, config.SUBMIT_PER_FORM_HOURLY)
	const pseudonym = createPseudonym(keys)
	const perAddress = config.SUBMIT_PER_ADDRESS_HOURLY
	return {
		/** The level of work that a form asks for now. */
		levelOf: (form: string): number => (config.RATE_LIMITS ? rates.levelOf(form) : 0),

		/**
		 * Counts a submission on its form and names the budgets that the storing statement checks.
		 * @param level work that came with it
		 * @throws AppError 429
		 */
		take(form: FormOfSpace, ip: string, email: string | null, level: number): Budget | null {
			if (!config.RATE_LIMITS) return null
			const formRate = rates.count(form)
			if (formRate === 'excessive') throw rateLimited()
			return {
				formRate,
				address: pseudonym(clientNetwork(ip)),
				email: email ? pseudonym(mailboxOf(email)) : null,
				maxPerHour: allowance(level, perAddress),
			}
		},

		/** The error for a network that used up what its work allows. @param used its submissions in this hour */
		refusalOf(form: FormOfSpace, used: number, level: number): AppError {
			if (level >= maxLevel || used >= refusalFactor * perAddress) return rateLimited()
			return new ProofRequired(form, Math.max(level + 1, workLevel(used, perAddress)))
		},
	}
}

const hour = 3_600_000
const maxForms = 10_000
const syncIntervalMs = 2_000

type FormRate = 'normal' | 'high' | 'excessive'

type Count = {
	hour: number
	/** Total of all nodes, at the last sync. */
	clusterTotal: number
	/** Count of this node, since the last sync. */
	unsynced: number
	syncedAt: number
	isSyncScheduled: boolean
}

/**
 * Counts the submissions of each form over all nodes, without waiting for the database. Those that lack work are not counted: who
 * solves nothing makes a form no harder for others. Above the hourly budget they raise the spam score; above ten times the
 * budget they are refused.
 */
function createFormRateCounter(db: Db, hourlyBudget: number) {
	const counts = new Map<string, Count>()

	const sync = async ({ id: form, space }: FormOfSpace, count: Count) => {
		const { unsynced } = count
		count.isSyncScheduled = false
		count.syncedAt = Date.now()
		count.clusterTotal += unsynced
		count.unsynced = 0
		const [row] = await db.as({ role: 'anon' }, (tx) => tx.final<{ total: number }>(addFormCount(form, unsynced)), {
			repeatable: true,
			shardKey: space.id,
		})
		count.clusterTotal = Math.max(count.clusterTotal, row?.total ?? 0)
	}

	const scheduleSync = (form: FormOfSpace, count: Count) => {
		if (count.isSyncScheduled) return
		count.isSyncScheduled = true
		const delay = Math.max(0, count.syncedAt + syncIntervalMs - Date.now())
		// Without the database, a node limits by its own count.
		setTimeout(() => sync(form, count).catch(() => {}), delay).unref()
	}

	const current = (form: string): Count => {
		const currentHour = Math.floor(Date.now() / hour)
		const known = counts.get(form)
		if (known?.hour === currentHour) return known
		if (counts.size >= maxForms) counts.clear()
		const count = { hour: currentHour, clusterTotal: 0, unsynced: 0, syncedAt: 0, isSyncScheduled: false }
		counts.set(form, count)
		return count
	}

	return {
		levelOf(form: string): number {
			const { clusterTotal, unsynced } = current(form)
			return workLevel(clusterTotal + unsynced, hourlyBudget)
		},
		count(form: FormOfSpace): FormRate {
			const count = current(form.id)
			count.unsynced++
			scheduleSync(form, count)
			const total = count.clusterTotal + count.unsynced
			if (total > hourlyBudget * refusalFactor) return 'excessive'
			return total > hourlyBudget ? 'high' : 'normal'
		},
	}
}
