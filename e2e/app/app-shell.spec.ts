import { expect, test } from '#e2e/support/fixtures.ts'
import { holdResponse } from '#e2e/support/hold-response.ts'
import { openSignedIn } from '#e2e/support/session.ts'

test('a page without its server’s address shows the error box with details', async ({ page, server }) => {
	await page.route('**/auth', async (route) => {
		const answer = await route.fetch()
		const text = await answer.text()
		await route.fulfill({ response: answer, body: text.replace(/"url":"[^"]*",/, '') })
	})
	await page.goto(`${server.url}/auth`)
	await expect(page.getByText('Something went wrong.')).toBeVisible()
	await expect(page.getByText('Please refresh the page or try again later.')).toBeVisible()
	await page.getByText('Details').click()
	await expect(page.getByText('supabaseUrl is required')).toBeVisible()
})

test('the screen says Loading… until the session is known', async ({ page, server }) => {
	let letGo = () => {}
	const held = new Promise<void>((resolve) => {
		letGo = resolve
	})
	await page.route('**/assets/app/client-*.js', async (route) => {
		await held
		await route.continue()
	})
	await page.goto(`${server.url}/dashboard`, { waitUntil: 'commit' })
	await expect(page.getByText('Loading…')).toBeVisible()
	letGo()
	await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a chunk removed by a deploy reloads the page once, then shows the error box', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space)
	let documents = 0
	page.on('request', (request) => {
		if (request.isNavigationRequest()) documents += 1
	})
	await page.route('**/assets/app/account-page-*.js', (route) => route.fulfill({ status: 404 }))
	await page.getByRole('button', { name: /^Account of/ }).click()
	await page.getByRole('menuitem', { name: 'Account' }).click()
	await expect(page.getByText('Something went wrong.')).toBeVisible()
	expect(documents).toBe(1)
	await page.getByRole('link', { name: 'Space', exact: true }).click()
	await expect(page.getByRole('heading', { name: 'Name and look', level: 1 })).toBeFocused()
	await expect(page.getByText('Something went wrong.')).toBeHidden()
})

// Only the served page has the policy of its headers and loads the palette's code when it is asked for.
test('letters typed while the palette loads are kept, and no screen breaks the content policy', async ({
	page,
	server,
	space,
}) => {
	const refused: string[] = []
	page.on('console', (line) => {
		if (line.text().includes('Content Security Policy')) refused.push(line.text())
	})
	await openSignedIn(page, server.url, space)
	const code = await holdResponse(page, (request) => /\/command-palette-[^/]*\.js$/.test(request.url()))
	await page.keyboard.press('Control+k')
	await code.given
	await page.keyboard.type('ac')
	await code.letGo()
	await expect(page.getByPlaceholder('Search or jump to')).toHaveValue('ac')
	await page.keyboard.type('c')
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeFocused()
	await expect(page).toHaveTitle('Account · Plaudit')
	await page.keyboard.press('Control+k')
	await page.getByPlaceholder('Search or jump to').fill('sign out')
	await page.keyboard.press('Enter')
	await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
	// The policy allows no inline style, and no component needs one.
	const policy = (await page.request.get(`${server.url}/auth`)).headers()['content-security-policy']
	expect(policy).not.toContain('unsafe')
	expect(refused).toEqual([])
})
