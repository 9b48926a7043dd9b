import { expectAccessibleInBothSchemes } from '#e2e/support/expect-accessible.ts'
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
	await expect(page.getByRole('heading', { name: 'Name and brand', level: 1 })).toBeFocused()
	await expect(page.getByText('Something went wrong.')).toBeHidden()
})

test('the spinner of a loading screen stands in the middle of the window', async ({ page, phone, server, space }) => {
	for (const window of [page, phone]) {
		await openSignedIn(window, server.url, space)
		const code = await holdResponse(window, (request) => /\/forms-page-[^/]*\.js$/.test(request.url()))
		await window.goto(`${server.url}/dashboard/forms`, { waitUntil: 'commit' })
		await expect(window.getByRole('button', { name: /^Account of/ })).toBeVisible()
		const spinner = window.getByRole('main').getByRole('status').locator('.ui-spin')
		await expect(spinner).toBeVisible()
		const middle = await spinner.evaluate((element) => {
			const { left, right, top, bottom } = element.getBoundingClientRect()
			return [(left + right) / innerWidth, (top + bottom) / innerHeight]
		})
		for (const part of middle) expect(part).toBeCloseTo(1, 1)
		await code.letGo()
		await expect(window.getByRole('heading', { level: 1, name: 'Forms' })).toBeVisible()
	}
})

test('an address without a screen shows the not-found page below the header', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space)
	const answer = await page.goto(`${server.url}/dashboard/nope`)
	expect(answer?.status()).toBe(404)
	await expect(page.getByRole('heading', { level: 1, name: 'Nothing was said here.' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Walls', exact: true })).toBeVisible()
})

test('the palette navigates by keyboard; the title follows and focus moves to the heading', async ({
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

test('profile, brand and a vouched testimonial are saved', async ({ page, server, space }) => {
	await openSignedIn(page, server.url, space, 'account')
	// A save of other fields does not overwrite what another device changed.
	const elsewhere = `${space.username}-elsewhere`
	await space.client.from('profiles').update({ username: elsewhere }).eq('username', space.username).throwOnError()
	await page.getByLabel('Full name').fill('Ruth Adeyemi')
	await page.getByRole('button', { name: 'Save profile' }).click()
	await expect(page.getByText('Profile saved')).toBeVisible()
	await expect(page.getByLabel('Username')).toHaveValue(elsewhere)

	await page.goto(`${server.url}/dashboard/space`)
	await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ff7a1a')
	await expect(page.getByText('So that everybody can read it')).toBeVisible()
	// The read that follows the save must end before the rename below, or it would already bring it.
	const reread = page.waitForResponse((response) => decodeURIComponent(response.url()).includes('space:spaces'))
	await page.getByRole('button', { name: 'Save colour' }).click()
	await expect(page.getByText('Colour saved')).toBeVisible()
	await (await reread).finished()

	// Another owner renames the space meanwhile.
	const name = page.getByRole('textbox', { name: 'Name', exact: true })
	const nameSpace = (to: string) =>
		space.client.from('spaces').update({ name: to }).eq('id', space.spaceId).throwOnError()
	const save = page.getByRole('button', { name: 'Save', exact: true })
	await name.fill('Mine')
	await nameSpace('Theirs')
	await save.click()
	await expect(page.getByText('Somebody changed this space elsewhere')).toBeVisible()
	await expect(page.locator('.ui-collisions')).toHaveText('The name elsewhere: Theirs')
	await expect(name).toHaveValue('Mine')
	await page.getByRole('button', { name: 'Take theirs' }).click()
	await expect(name).toHaveValue('Theirs')
	await name.fill('Mine, again ')
	await save.click()
	await expect(page.getByText('Space saved')).toBeVisible()
	await expect(page.locator('.ui-collisions')).toHaveCount(0)

	// The same in a form, which saves automatically: the local value stays until the other one is accepted.
	await page.goto(`${server.url}/dashboard/forms/${space.formId}`)
	const title = page.getByRole('textbox', { name: 'Title', exact: true })
	await title.waitFor()
	await title.fill('Mine?')
	await space.client.from('forms').update({ title: 'Theirs?' }).eq('id', space.formId).throwOnError()
	await expect(page.locator('.ui-collisions')).toHaveText('The title elsewhere: Theirs?')
	await page.getByRole('button', { name: 'Take theirs' }).click()
	await expect(title).toHaveValue('Theirs?')

	await page.goto(`${server.url}/dashboard/start`)
	await page.getByLabel('Their words').fill('  عادت إليّ كأنها كُتبت أمس.  ')
	await page.getByRole('textbox', { name: 'Name', exact: true }).fill('سلمى')
	await page.getByLabel('Where it comes from').fill('Letter, 3 November')
	await page.getByRole('checkbox').check()
	await page.getByRole('button', { name: 'Add it' }).click()
	await expect(page.getByText('waiting for you to approve it')).toBeVisible()
	await expect(page.getByRole('listitem').filter({ hasText: 'First testimonial' })).toContainText('Done')
	const { data } = await space.client
		.from('testimonials')
		.select('body, source, status, consents(scope), verifications(basis, evidence)')
		.single()
		.throwOnError()
	expect(data).toEqual({
		body: 'عادت إليّ كأنها كُتبت أمس.',
		source: 'manual',
		status: 'pending',
		consents: [{ scope: 'public' }],
		verifications: [{ basis: 'vouched', evidence: 'Letter, 3 November' }],
	})
})

test('signing in has no accessibility faults in light and dark', async ({ page, server }) => {
	const check = (name: string) => expectAccessibleInBothSchemes(page, name)
	await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
	await page.goto(`${server.url}/auth`)
	await page.getByRole('heading', { name: 'Sign in' }).waitFor()
	await check('sign in')
	await page.getByRole('button', { name: 'Make an account' }).click()
	await page.getByLabel('Username').fill('not a username')
	await page.getByText('A username has no spaces.').waitFor()
	await check('sign up')
	for (const mode of ['forgotten', 'link', 'sso', 'phone']) {
		await page.goto(`${server.url}/auth?mode=${mode}`)
		await page.getByRole('heading', { level: 1 }).waitFor()
		await check(mode)
	}
})

test('the dashboard screens have no accessibility faults in light and dark', async ({ page, server, space }) => {
	const check = (name: string) => expectAccessibleInBothSchemes(page, name)
	await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
	await openSignedIn(page, server.url, space)
	for (const path of ['new', 'start', 'space', 'account', 'nothing']) {
		await page.goto(`${server.url}/dashboard/${path}`)
		await page.getByRole('heading', { level: 1 }).waitFor()
		await check(path)
	}
	await page.keyboard.press('Control+k')
	await page.getByPlaceholder('Search or jump to').waitFor()
	await check('palette')
})
