import { AuthError } from '#server/auth/errors.ts'
import { createSendTimes } from '#server/auth/sms/send-times.ts'
import { HookRefusal } from './hook-errors.ts'

/** Before the first call, milliseconds. */
const usualMilliseconds = 20

/** Makes what calls no hook look like what does: where an answer must not tell whether an account exists (auth.md 6.6). */
export type Imitation = {
	/** Does what calls the hook, and remembers how that went. */
	observe<T>(work: () => Promise<T>): Promise<T>
	/** Waits as long as one of the last calls took, and fails if the last one failed. What a hook refuses by its own choice is no failure. */
	imitate(): Promise<void>
}

export function createImitation(): Imitation {
	const times = createSendTimes(usualMilliseconds)
	let failure: AuthError | undefined
	return {
		async observe(work) {
			try {
				const result = await times.measure(work)
				failure = undefined
				return result
			} catch (error) {
				const isFailure = error instanceof AuthError && !(error instanceof HookRefusal)
				failure = isFailure ? error : undefined
				throw error
			}
		},
		async imitate() {
			const broken = failure
			await times.takeAsLong()
			if (broken) throw broken
		},
	}
}
