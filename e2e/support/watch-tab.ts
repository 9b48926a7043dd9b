import type { Page } from '@playwright/test'

/** Collects what a tab asks of other origins than its page's, and its errors. */
export function watchTab(tab: Page, own: string): { asked: string[]; problems: string[] } {
	const [asked, problems]: [string[], string[]] = [[], []]
	tab.on('request', (request) => {
		if (!request.url().startsWith(own)) asked.push(request.url())
	})
	tab.on('pageerror', (error) => problems.push(error.message))
	tab.on('console', (message) => {
		if (message.type() === 'error') problems.push(message.text())
	})
	return { asked, problems }
}
