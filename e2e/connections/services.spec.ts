import { readFile } from 'node:fs/promises'
import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { submitTestimonial } from '#test/support/product/make-space.ts'

test('an owner gets the plugin for WordPress from the server, and an agent with a key of its page ticks the steps', async ({
	page,
	server,
	space,
}) => {
	const sent = await submitTestimonial(server.url, space, {
		author: { name: 'Beatrix' },
		body: 'Drinking from it on Friday.',
	})
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', sent.id).throwOnError()
	await openSignedIn(page, server.url, space, 'space/connections/wordpress')
	const link = page.getByRole('link', { name: /^plaudit\.zip, \d+/ })
	const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
	expect(download.suggestedFilename()).toBe('plaudit.zip')
	expect((await readFile(String(await download.path()))).subarray(0, 2).toString()).toBe('PK')
	await expect(page.getByRole('figure').getByText('“Drinking from it on Friday.”')).toBeVisible()
	await expectAccessibleInBothSchemes(page, 'the page of WordPress')

	await page.getByRole('link', { name: 'Connections', exact: true }).first().click()
	await page.getByRole('link', { name: /^Agents, by MCP/ }).click()
	await page.getByRole('button', { name: 'Make the key' }).click()
	await expect(page.getByRole('textbox', { name: 'The key' })).toHaveValue(/^plk_\w/)
	await page.getByLabel('Agent', { exact: true }).selectOption('VS Code')
	const text = await page.getByText(/^\{\s+"servers"/).textContent()
	const { url, headers } = JSON.parse(String(text)).servers.plaudit
	const answer = await fetch(url, {
		method: 'POST',
		headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
	})
	expect(await answer.text()).toContain('quote_testimonial')
	// Uses are stored every five seconds, and the page follows.
	await expect(page.getByRole('heading', { name: /^Ask it something ?, done$/ })).toBeVisible()
})
