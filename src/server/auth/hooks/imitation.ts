import { createOutage } from '#server/auth/sms/outage.ts'
import { createSendTimes } from '#server/auth/sms/send-times.ts'

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
	const outage = createOutage()
	return {
		observe: (work) => outage.watch(() => times.measure(work)),
		async imitate() {
			const failure = outage.present()
			await times.takeAsLong()
			if (failure) throw failure
		},
	}
}
