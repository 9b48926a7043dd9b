import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, answerRows } from '#test/support/components/answers.ts'
import { answerForm, formRow } from '#test/support/components/form-answers.ts'
import { openScreen, person } from '#test/support/components/open-screen.tsx'

/** The screens, by path, with the element whose words stand at the edge of the page; screens with a side list begin with it. */
const screens: Record<string, string> = {
	overview: 'h1',
	forms: 'h1',
	invitations: 'h1',
	'invitations/new': 'h1',
	walls: 'h1',
	start: 'h1',
	space: '.ui-settings-side a',
	'space/members': '.ui-settings-side a',
	'space/import': '.ui-settings-side a',
	'space/history': '.ui-settings-side a',
	account: '.ui-settings-side a',
}

/** Where the words of an element begin, in px from the left of the window. */
const edgeOf = (selector: string): number | undefined => {
	const element = document.querySelector(`main ${selector}`)
	if (!element) return undefined
	const words = document.createRange()
	words.selectNodeContents(element)
	return Math.round(words.getBoundingClientRect().left)
}

for (const [width, edge] of [
	[1280, 64],
	[360, 16],
] as const)
	for (const [path, selector] of Object.entries(screens))
		test(`the screen ${path} begins ${edge} px from the edge of a window of ${width} px`, async () => {
			await page.viewport(width, 800)
			answerForm()
			answerRows('profiles', [{ id: person.id, username: 'owner', full_name: null, time_zone: 'UTC', locale: 'en' }])
			answer({
				'POST /rest/v1/rpc/space_numbers': () => [],
				'POST /rest/v1/rpc/member_addresses': () => [],
				'POST /rest/v1/rpc/invitation_progress': () => null,
				'POST /rest/v1/rpc/my_sessions': () => [],
				'POST /functions/v1/invitation-preview': () => ({ subject: '', html: '', text: '' }),
			})
			await openScreen(path)
			await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
			await expect.poll(() => edgeOf(width < 1020 ? 'h1' : selector)).toBe(edge)
			expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
		})

test('the parts of the form editor begin at the same edge', async () => {
	await page.viewport(1280, 800)
	answerForm()
	await openScreen(`forms/${formRow.id}`)
	await expect.element(page.getByRole('heading', { level: 1, name: formRow.name })).toBeInTheDocument()
	expect(Math.round(document.querySelector('.editor > *')?.getBoundingClientRect().left ?? 0)).toBe(64)
})

test('the overview is the first of six items in the header of a desktop, and of five tabs on a phone', async () => {
	answer({ 'POST /rest/v1/rpc/space_numbers': () => [] })
	await page.viewport(1280, 800)
	await openScreen('overview')
	const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
	await expect.element(tabs.first()).toHaveAttribute('aria-current', 'page')
	const names = () => tabs.elements().map(({ textContent }) => textContent?.replace(/[\d,]+ waiting/, ''))
	expect(names()).toEqual(['Overview', 'Inbox', 'Forms', 'Invitations', 'Walls', 'Space'])
	await page.viewport(360, 740)
	await expect.poll(names).toEqual(['Overview', 'Inbox', 'Forms', 'Walls', 'Space'])
	await expect.element(page.getByRole('link', { name: /^Plaudit/ })).not.toBeInTheDocument()
	await page.viewport(720, 740)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(720)
})
