import type { Page, Request } from '@playwright/test'

/** An answer that the server has given and the page has not seen. */
export type Withheld = {
	/** Resolves once the server has done what was asked. */
	given: Promise<void>
	/** Lets the page have it, and resolves when it does. */
	letGo: () => Promise<void>
}

/** Keeps the next answer back that a page gets to what `matches`; those after it pass. */
export async function withhold(
	page: Page,
	matches: (request: Request) => boolean,
): Promise<Withheld> {
	const [given, sayGiven] = signal()
	const [go, letGo] = signal()
	const [had, sayHad] = signal()
	let isFound = false
	await page.route('**/*', async (route) => {
		if (isFound || !matches(route.request())) return route.fallback()
		isFound = true
		const response = await route.fetch()
		sayGiven()
		await go
		// Nobody waits for it any more where the page dropped the request.
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

function signal(): [Promise<void>, () => void] {
	const { promise, resolve } = Promise.withResolvers<void>()
	return [promise, resolve]
}
