import type { Page, Request } from '@playwright/test'

/** A response that the server has sent and the page has not received. */
export type HeldResponse = {
	/** Resolves once the server has processed the request. */
	given: Promise<void>
	/** Delivers it to the page, and resolves when it has arrived. */
	letGo: () => Promise<void>
}

/** Holds the next response to a request that `matches`; later ones pass. */
export async function holdResponse(page: Page, matches: (request: Request) => boolean): Promise<HeldResponse> {
	const [given, sayGiven] = createSignal()
	const [go, letGo] = createSignal()
	const [had, sayHad] = createSignal()
	let isFound = false
	await page.route('**/*', async (route) => {
		if (isFound || !matches(route.request())) return route.fallback()
		isFound = true
		const response = await route.fetch()
		sayGiven()
		await go
		// The page may have cancelled the request.
		await route.fulfill({ response }).catch(() => {})
		sayHad()
	})
	return {
		given,
		letGo: () => {
			letGo()
			return had
		},
	}
}

/** A promise, and the function that resolves it. */
export function createSignal(): [Promise<void>, () => void] {
	const { promise, resolve } = Promise.withResolvers<void>()
	return [promise, resolve]
}
