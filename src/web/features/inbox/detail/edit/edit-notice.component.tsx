import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerInbox, idAt, listedNames, openInbox, statusOf } from '#test/support/components/inbox.ts'
import { space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'

test("a submitter's edit comes to the top of Pending by itself, marked, with what changed, and is approved", async () => {
	const former = { author_name: 'Ada', author_company: 'Harbour', body: 'The frame came late.' }
	const tables = answerInbox([
		{ ...former, status: 'approved', approved_version: 1, is_public: true },
		{ author_name: 'Bela' },
	])
	await openInbox()
	await expect.poll(listedNames).toEqual(['Bela'])

	const [ada] = tables.testimonials
	if (!ada) throw new Error('there is no testimonial')
	const version = { space_id: space.id, testimonial_id: idAt(1), version: 1, rating: 5, ...former }
	tables.testimonial_versions.push({
		...version,
		title: null,
		author_title: null,
		author_url: null,
		excerpt_start: null,
		excerpt_end: null,
		created_at: ada.submitted_at,
	})
	Object.assign(ada, { status: 'pending', version: 2, body: 'The frame came <b>early</b>.', author_company: 'Port' })
	sendChange({ table: 'testimonials', type: 'UPDATE', record: ada })
	await expect.poll(listedNames).toEqual(['Ada', 'Bela'])
	const row = page.getByRole('listitem').filter({ hasText: 'Ada' })
	await expect.element(row).toMatchTextContent('Edited by the submitter')

	await row.click()
	await expect.element(page.getByText(/What you approved before stays public until you decide/)).toBeVisible()
	const edit = page.getByRole('region', { name: 'What the submitter changed' })
	await expect.element(edit).toMatchTextContent('Company')
	const element = edit.element()
	expect([...element.querySelectorAll('.inbox-diff-words del')].map(({ textContent }) => textContent)).toEqual(['late'])
	expect(element.querySelector('.inbox-diff-words')?.textContent).toContain('<b>early</b>')
	expect(element.querySelector('dl')?.textContent).toBe('CompanyHarbour Port')
	await expect.element(page.getByText(/^Walls show the version that you approved before\./)).toBeVisible()
	await expectAccessible()

	await userEvent.keyboard('a')
	await expect.poll(listedNames).toEqual(['Bela'])
	await expect.poll(() => statusOf(tables, 'Ada')).toBe('approved')
	await userEvent.keyboard('2')
	await expect.poll(listedNames).toEqual(['Ada'])
	await expect.element(page.getByText('Edited by the submitter')).not.toBeInTheDocument()
})
