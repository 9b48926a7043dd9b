import { AuthError } from '#server/auth/errors.ts'
import { HookRefusal } from '#server/auth/hooks/hook-errors.ts'
import { SmsRefusal } from './sms-gateway.ts'

/** Whether the gateway works, as far as the last message told. */
export type Outage = {
	/** Does what sends a message and remembers whether the gateway failed. */
	watch<T>(work: () => Promise<T>): Promise<T>
	/** The failure that a message would most likely meet now; nothing while the gateway works. */
	present(): unknown
}

/**
 * Where nothing may be sent the gateway cannot be asked, and an answer that never fails would tell so while all others do.
 * What was refused for the sake of its number says nothing of the next one.
 */
export function createOutage(): Outage {
	let failure: unknown
	return {
		async watch(work) {
			try {
				const result = await work()
				failure = undefined
				return result
			} catch (error) {
				failure = isGateways(error) ? error : undefined
				throw error
			}
		},
		present: () => failure,
	}
}

function isGateways(error: unknown): boolean {
	if (error instanceof SmsRefusal) return !error.isForNumber
	return error instanceof AuthError && !(error instanceof HookRefusal)
}
