import type { Deps } from '#platform/deps.ts'
import { clientNetwork } from '#platform/http/request/client-network.ts'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import { rateLimited } from '#product/http/errors.ts'
import { createFormRateCounter, type FormRate } from './form-rate.ts'

export type Budget = {
	formRate: FormRate
	/** Pseudonyms: keyed with a secret that never leaves the server, and with the day. */
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
	const pseudonym = (text: string) => {
		const day = new Date().toISOString().slice(0, 10)
		return keyedHash(keys.secret).update(`budget\n${day}\n${text}`).digest()
	}
	return (form: string, ip: string, email: string | null): Budget | null => {
		if (!config.RATE_LIMITS) return null
		const formRate = countRequest(form)
		if (formRate === 'excessive') throw rateLimited()
		return {
			formRate,
			address: pseudonym(clientNetwork(ip)),
			email: email ? pseudonym(email.toLowerCase()) : null,
			maxPerHour: config.SUBMIT_PER_ADDRESS_HOURLY,
		}
	}
}
