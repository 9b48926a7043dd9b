import { expect, test } from '#e2e/support/fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { fillInbox, type HostileText, longTail, writeHostileText } from './hostile-space.ts'
import { expectHarmless, openScreen, openWatchedPage, type WatchedPage } from './xss-detector.ts'
import { payloads } from './xss-payloads.ts'

let words: HostileText

test.beforeAll(async ({ server }) => {
	words = await writeHostileText(server.url)
	await fillInbox(server.url, words)
	const { client, username } = words.owner
	await client
		.from('profiles')
		.update({ full_name: payloads[16], avatar_path: payloads[1] })
		.eq('username', username)
		.throwOnError()
})

/** Every overlay of the inbox; each is inspected while it is open. */
async function openEverything(armed: WatchedPage): Promise<void> {
	const { page } = armed
	await page.getByRole('button', { name: 'Filter', exact: true }).click()
	await expectHarmless(armed, 'filters')
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Tags' }).click()
	await expectHarmless(armed, 'tags')
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: /^Space: / }).click()
	await expect(page.getByRole('menuitem')).toHaveCount(payloads.length + 3)
	await expectHarmless(armed, 'spaces')
	await page.keyboard.press('Escape')
	await page.keyboard.press('Control+k')
	await page.getByPlaceholder('Search or jump to').fill('script')
	await expectHarmless(armed, 'palette')
	await page.keyboard.press('Escape')
}

for (const bypassCSP of [false, true]) {
	const how = bypassCSP ? 'without a policy to help' : 'and no policy has to stop it'

	test(`hostile text runs nothing in the inbox, ${how}`, async ({ browser, server }) => {
		const armed = await openWatchedPage(browser, bypassCSP)
		const { page } = armed
		await openSignedIn(page, server.url, words.owner)
		await expect(page.locator('.inbox-row').first()).toBeVisible()
		await openEverything(armed)
		const current = page.locator('.inbox-row-current')
		const detail = page.getByRole('region', { name: 'Testimonial', exact: true })
		const seen = new Set<string>()
		const steps = bypassCSP ? 60 : 20
		for (let at = 0; at < steps; at++) {
			const id = (await current.getAttribute('data-row')) ?? ''
			seen.add(id)
			// The pane follows the list with a lower priority.
			await expect(detail).toHaveAttribute('data-shown', id)
			await expect(detail.locator('.inbox-by h2')).toBeAttached()
			if (at % 10 === 0) await expectHarmless(armed, `testimonial ${at}`)
			// At the end of the loaded rows a step would do nothing until the next ones have come.
			await expect(page.locator('.inbox-row-current + .inbox-row')).toBeAttached()
			await page.keyboard.press('j')
			await expect(page.locator(`.inbox-row-current:not([data-row="${id}"])`)).toHaveCount(1)
		}
		expect(seen.size).toBe(steps)
		await expect(detail).toHaveAttribute('data-shown', (await current.getAttribute('data-row')) ?? '')
		await page.keyboard.press('a')
		await expect(page.locator('.inbox-decided').first()).toContainText('Approved')
		await expectHarmless(armed, 'last decision')
		await page.keyboard.press('z')
		await expect(page.getByText('Undone: Approved')).toBeAttached()
		await page.keyboard.press('/')
		await page.getByLabel('Search words, answers, people and addresses').fill(longTail.slice(0, 20))
		await expect(page.locator('.inbox-row').first()).toContainText('They never hurried')
		await expectHarmless(armed, 'search')
		await armed.context.close()
	})

	test(`hostile text runs nothing in forms, studio, space and account, ${how}`, async ({ browser, server }) => {
		const armed = await openWatchedPage(browser, bypassCSP)
		const { page } = armed
		await openSignedIn(page, server.url, words.owner)
		const places = words.places.filter((_, at) => at % 63 === (bypassCSP ? 16 : 7))
		for (const { spaceId, formId, wallId, stored } of places) {
			await page.evaluate((id) => localStorage.setItem('plaudit-space', id), spaceId)
			const screens = [
				'inbox',
				'forms',
				`forms/${formId}`,
				`forms/${formId}?share=true`,
				'walls',
				`walls/${wallId}`,
				'space',
				'start',
				'new',
				'account',
			]
			for (const screen of screens) {
				await openScreen(armed, `${server.url}/dashboard/${screen}`)
				const text = await expectHarmless(armed, screen)
				expect.soft(text, screen).not.toContain('Something went wrong.')
				if (!/new|account/.test(screen)) expect.soft(text, screen).toContain(stored.spaceName)
			}
		}
		await armed.context.close()
	})
}

test('values of a wrong type are refused, or break no screen', async ({ page, server }) => {
	const { client, spaceId, formId, wallId, slug } = words.owner
	for (const part of ['color', 'font', 'theme', 'logo_path', 'about', 'url'])
		for (const value of [5, true, [], { a: 1 }]) {
			const brand = { [part]: value }
			const { error } = await client.from('spaces').update({ brand }).eq('id', spaceId)
			expect(error?.code, JSON.stringify(brand)).toBe('23514')
		}
	for (const part of ['title', 'message', 'link_url', 'link_label']) {
		const thanks = { thank_you: { [part]: { a: 1 } } }
		const { error } = await client.from('forms').update(thanks).eq('id', formId)
		expect(error?.code, part).toBe('23514')
	}
	for (const option of [1, null, true, {}, []]) {
		const row = { space_id: spaceId, form_id: formId, position: 0, kind: 'choice', label: 'Which?' }
		const { error } = await client.from('form_questions').insert({ ...row, options: [option] })
		expect(error?.code, JSON.stringify(option)).toBe('23514')
	}
	await client
		.from('walls')
		.update({
			theme: { color: 7, mode: [], type: 0, stars: 'no' },
			selection: { tags: 'x', kinds: {}, forms: 5, min_date: 7, ids: [1], limit: 'many' },
		})
		.eq('id', wallId)
		.throwOnError()
	const errors: Error[] = []
	page.on('pageerror', (error) => errors.push(error))
	await openSignedIn(page, server.url, words.owner)
	for (const screen of ['dashboard/walls', `dashboard/walls/${wallId}`, `w/${slug}`, `embed/${wallId}`]) {
		const answer = await page.goto(`${server.url}/${screen}`)
		expect.soft(answer?.status(), screen).toBe(200)
		if (!screen.startsWith('embed')) await page.getByRole('heading', { level: 1 }).first().waitFor()
		await page.waitForLoadState('networkidle')
		await expect.soft(page.getByText('Something went wrong.'), screen).toBeHidden()
		expect.soft(errors, screen).toEqual([])
	}
})
