import { onRequest } from './answers.ts'

/**
 * Holds the answers to requests until they are released; each is computed when its request arrives, as on a slow network.
 * `asked` resolves with the first of them.
 */
export function holdAnswers(isHeld: (request: Request) => boolean) {
	const asked = Promise.withResolvers<void>()
	const released = Promise.withResolvers<void>()
	let count = 0
	const stop = onRequest(async (request) => {
		if (!isHeld(request)) return
		count += 1
		asked.resolve()
		await released.promise
	})
	return {
		asked: asked.promise,
		/** Number of requests that were held. */
		count: () => count,
		release: () => {
			stop()
			released.resolve()
		},
	}
}
