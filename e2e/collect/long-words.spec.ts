import type { Page } from '@playwright/test'
import { expect, test } from '#e2e/support/fixtures.ts'
import { submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'

// A component has neither the pages that show the words afterwards nor their style sheets.
const word = 'Donaudampfschifffahrts'.repeat(9).slice(0, 200)
const link = `https://shop.example/${'p'.repeat(120)}?utm_source=newsletter&utm_campaign=${'x'.repeat(80)}`

/** A form with every kind of question, in words as long as those of its visitors. */
async function fillForm({ client, formId, spaceId }: TestSpace): Promise<void> {
	await client
		.from('spaces')
		.update({ name: word.slice(0, 60) })
		.eq('id', spaceId)
		.throwOnError()
	await client
		.from('forms')
		.update({ title: word.slice(0, 120), intro: link, consent_text: word, reward_disclosure: word })
		.eq('id', formId)
		.throwOnError()
	const kinds = ['short', 'long', 'choice', 'choices', 'scale', 'score', 'link', 'date']
	const questions = kinds.map((kind, position) => ({
		space_id: spaceId,
		form_id: formId,
		position,
		kind,
		label: word,
		tip: word,
		options: kind.startsWith('choice') ? [word.slice(0, 120), `${word.slice(0, 100)} 2`] : [],
	}))
	await client.from('form_questions').insert(questions).throwOnError()
}

async function expectNoOverflow(page: Page, what: string): Promise<void> {
	const width = await page.evaluate(() => document.documentElement.scrollWidth)
	expect.soft(width, what).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

async function fillAll(page: Page, text: string): Promise<void> {
	for (const field of await page
		.locator('textarea:visible, input:not([type]):visible, input[type=text]:visible, input[type=email]:visible')
		.all())
		await field.evaluate((element: HTMLInputElement, value) => {
			element.value = value
			element.dispatchEvent(new Event('input', { bubbles: true }))
		}, text)
}

test('no word, however long, widens the pages of a form, its testimonials and the sign-in on a phone', async ({
	page,
	server,
	space,
}) => {
	await fillForm(space)
	const author = { name: word.slice(0, 120), title: word.slice(0, 120), company: word.slice(0, 120), url: link }
	const wording = word
	const sent = await submitTestimonial(
		server.url,
		{ ...space, wording },
		{ author, body: `${word} ${link}`, title: undefined },
	)
	await space.client.from('testimonials').update({ status: 'approved' }).eq('id', sent.id).throwOnError()
	for (const width of [320, 390]) {
		await page.setViewportSize({ width, height: 800 })
		for (const path of ['', '?embed=frame', '?embed=dialog']) {
			await page.goto(`${server.url}/collect/${space.slug}${path}`)
			await expect(page.locator('form[novalidate]')).toBeVisible()
			for (const text of [word, link]) {
				await fillAll(page, text)
				await expectNoOverflow(page, `/collect${path} with ${text.slice(0, 8)} at ${width} px`)
			}
		}
		await page.goto(sent.receipt_url)
		await page.locator('#edit summary').click()
		await fillAll(page, link)
		await expectNoOverflow(page, `/t at ${width} px`)
		await page.goto(`${server.url}/p/${sent.id}`)
		await expectNoOverflow(page, `/p at ${width} px`)
		for (const layout of ['masonry', 'grid', 'list', 'carousel', 'marquee', 'single', 'badge', 'avatars']) {
			await space.client.from('walls').update({ layout }).eq('id', space.wallId).throwOnError()
			await page.goto(`${server.url}/w/${space.slug}`)
			await expectNoOverflow(page, `/w with ${layout} at ${width} px`)
		}
		await page.goto(`${server.url}/auth?error=access_denied&error_description=${word}`)
		await fillAll(page, word)
		await expectNoOverflow(page, `/auth at ${width} px`)
	}
})
