import type { Locator, Page } from '@playwright/test'
import type { TestSpace } from '#test/support/product/make-space.ts'

/** Gives a space a font as the app does. @returns its address */
export async function putFont(url: string, space: TestSpace, file: Buffer): Promise<string> {
	const { data, error } = await space.client.functions.invoke<{ path: string }>(`font?space_id=${space.spaceId}`, {
		method: 'PUT',
		body: new Blob([new Uint8Array(file)]),
	})
	if (error || !data) throw error ?? new Error('The font was not stored.')
	return `${url}/storage/v1/object/public/brand/${data.path}`
}

type UsedFont = { familyName: string; isCustomFont: boolean }

/** The fonts of the page's own that the browser draws an element with, in shadow roots too. */
export async function drawnFonts(page: Page, element: Locator): Promise<string[]> {
	await element.evaluate((one) => Object.assign(window, { drawnElement: one }))
	const session = await page.context().newCDPSession(page)
	await session.send('DOM.enable')
	await session.send('CSS.enable')
	await session.send('DOM.getDocument', { depth: 0 })
	const { result } = await session.send('Runtime.evaluate', { expression: 'drawnElement' })
	const { nodeId } = await session.send('DOM.requestNode', { objectId: result.objectId ?? '' })
	const { fonts } = (await session.send('CSS.getPlatformFontsForNode', { nodeId })) as { fonts: UsedFont[] }
	await session.detach()
	return fonts.filter(({ isCustomFont }) => isCustomFont).map(({ familyName }) => familyName)
}

/**
 * The same after the page was loaded again. The file is in the browser's cache by then, but a busy machine may read it too late: a page
 * goes on without its font then, and has it at the next visit.
 */
export async function drawnAgain(page: Page, element: Locator): Promise<string[]> {
	await page.reload()
	await element.waitFor()
	await page.evaluate(() => document.fonts.ready)
	return drawnFonts(page, element)
}
