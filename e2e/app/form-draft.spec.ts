import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { publishForm } from '#e2e/support/publish-form.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace } from '#test/support/product/make-space.ts'

const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true })
const intro = (page: Page) => page.getByRole('textbox', { name: 'Introduction', exact: true })
const kept = (page: Page, count: string) => page.getByRole('button', { name: `Kept as a draft: ${count}` })
const preview = (page: Page) => page.frameLocator('iframe[title="The page of this form"]')

// Only the real page shows what the stored draft looks like, and that visitors see none of it before.
test('an editor sees the draft on its page, and visitors see it once it is published', { tag: '@each' }, async ({
	page,
	phone,
	server,
	space,
}) => {
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	await expect(page.getByRole('button', { name: 'Publish changes' })).toBeHidden()
	await title(page).fill('How was the water?')
	await page.getByRole('button', { name: 'Add a question' }).click()
	await page.getByLabel('Question', { exact: true }).fill('Which boat?')
	await expect(kept(page, '2 changes')).toBeVisible()
	await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('How was the water?')
	await expect(preview(page).getByText('Which boat?')).toBeVisible()

	await phone.goto(`${server.url}/collect/${space.slug}`)
	await expect(phone.getByRole('heading', { level: 1 })).not.toHaveText('How was the water?')
	await publishForm(page)
	await phone.reload()
	await expect(phone.getByRole('heading', { level: 1 })).toHaveText('How was the water?')
	await expect(phone.getByText('Which boat?')).toBeVisible()
	await expect(page.getByText('Somebody changed')).toBeHidden()
})

// Two people with their own connections change one row of the database.
test('a draft is the same for every member, and what two of them change is merged', async ({
	page,
	browser,
	server,
	space,
}) => {
	const colleague = await makeSpace(server.url)
	await joinSpace(space.client, space.spaceId, colleague.client, 'editor')
	await openSignedIn(page, server.url, space, `forms/${space.formId}`)
	const other = await (await browser.newContext()).newPage()
	await openSignedIn(other, server.url, colleague, `forms/${space.formId}?space=${space.spaceId}`)
	await title(page).fill('How was the water?')
	await expect(title(other)).toHaveValue('How was the water?')
	await expect(other.getByText(`by ${space.username}`)).toBeVisible()
	await intro(other).fill('Two lines are plenty.')
	await expect(intro(page)).toHaveValue('Two lines are plenty.')
	await expect(kept(page, '2 changes')).toBeVisible()

	// Both change the same text, one of them without a connection.
	await page.context().setOffline(true)
	await title(page).fill('Mine?')
	await expect(page.getByText('Offline. Kept in this browser.')).toBeVisible()
	await title(other).fill('Theirs?')
	await expect(other.getByText('Saved', { exact: true })).toBeVisible()
	await page.context().setOffline(false)
	await expect(page.locator('.ui-collisions')).toHaveText('The title elsewhere: Theirs?')
	await expect(title(page)).toHaveValue('Mine?')
	await page.getByRole('button', { name: 'Take theirs' }).click()
	await expect(title(page)).toHaveValue('Theirs?')
	const stored = async () =>
		(await space.client.from('form_drafts').select('mine').eq('form_id', space.formId).single()).data?.mine.title
	await expect.poll(stored).toBe('Theirs?')
	await expect(title(other)).toHaveValue('Theirs?')

	await publishForm(other)
	await expect(kept(page, '2 changes')).toBeHidden()
	const columns = 'title, intro'
	const { data } = await space.client.from('forms').select(columns).eq('id', space.formId).single()
	expect(data).toEqual({ title: 'Theirs?', intro: 'Two lines are plenty.' })
	await other.context().close()
})

// Only the server keeps versions and renders one of them.
test('a former version is looked at on its page, and restored as the draft', async ({ page, server, space }) => {
	const { client, formId } = space
	const former = await client.from('forms').select('title').eq('id', formId).single().throwOnError()
	await client.from('forms').update({ title: 'The second title' }).eq('id', formId).throwOnError()
	await openSignedIn(page, server.url, space, `forms/${formId}`)
	await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('The second title')
	await page.getByRole('button', { name: 'History' }).click()
	await page.getByRole('button', { name: 'Look at version 1' }).click()
	await expect(page.getByText(/^The preview shows version 1/)).toBeVisible()
	await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText(former.data.title)
	await expect(title(page)).toHaveValue('The second title')
	await page.getByRole('button', { name: 'Back to the draft' }).click()
	await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('The second title')
	await page.getByRole('button', { name: 'History' }).click()
	await page.getByRole('button', { name: 'Restore version 1' }).click()
	await expect(title(page)).toHaveValue(former.data.title)
	await publishForm(page)
	const { data } = await client.from('forms').select('title').eq('id', formId).single().throwOnError()
	expect(data).toEqual(former.data)
})
