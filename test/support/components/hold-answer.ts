import { onRequest, routeOf } from './answers.ts'

/** An answer that the server has made and the page has not received. */
export type HeldAnswer = {
	/** Resolves once the server has processed the request. */
	given: Promise<void>
	isGiven: () => boolean
	/** Delivers it to the page, and resolves when the page has read it. */
	letGo: () => Promise<void>
}

/**
 * Holds the next answer of a method and path, such as `GET /rest/v1/forms`; later ones pass.
 * @param fate `lost`: the server processes the request, and its answer never arrives
 */
export function holdAnswer(route: string, fate: 'late' | 'lost' = 'late'): HeldAnswer {
	const [given, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
	let isGiven = false
	const stop = onRequest(async (request) => {
		if (routeOf(request) !== route) return
		stop()
		isGiven = true
		given.resolve()
		if (fate === 'lost') throw new TypeError('Failed to fetch')
		await go.promise
	})
	return {
		given: given.promise,
		isGiven: () => isGiven,
		letGo: async () => {
			go.resolve()
			await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
		},
	}
}
