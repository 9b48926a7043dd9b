import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Milestones } from '#shared/rows.ts'
import { answer, answerRows } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'

const guide = page.getByRole('region', { name: /^Your first week/ })
const step = (title: string) => guide.getByRole('listitem').filter({ hasText: title })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** Stores the steps of the guide that the server has. */
function store(steps: Partial<Milestones>): void {
	answerRows('spaces', [{ milestones: { ...space.milestones, ...steps } }])
}
const openGuide = (role: 'owner' | 'viewer' = 'owner') => {
	answer({ 'POST /rest/v1/rpc/space_numbers': () => [] })
	return openScreen('overview', role)
}

test('each step has its time, the last one that was ticked is tinted, and the next one has the only button', async () => {
	store({ form: '2025-03-04T09:02:00Z', shared: ago(120 * 24 * 60), first: ago(2) })
	await openGuide()
	await expect.element(guide.getByText('3 of 5')).toBeVisible()
	await expect.element(step('Make a form')).toMatchTextContent('2025')
	await expect.element(step('First testimonial')).toMatchTextContent('2 minutes ago')
	await expect.element(step('First testimonial')).toHaveClass('guide-latest')
	await expect.element(step('Share the link')).not.toHaveClass('guide-latest')
	expect(
		guide
			.getByRole('link')
			.elements()
			.map((link) => link.textContent),
	).toEqual(['Look at the wall'])
	await expectAccessible()
})

test('a step ticks itself when the row of the space changes, without a reload', async () => {
	store({})
	await openGuide()
	await expect.element(guide.getByRole('link', { name: 'Share the link' })).toBeVisible()
	store({ shared: ago(0) })
	sendChange({ table: 'spaces', type: 'UPDATE', record: { id: space.id } })
	await expect.element(step('Share the link')).toMatchTextContent('just now')
	await expect.element(guide.getByRole('link', { name: 'Add one by hand' })).toBeVisible()
})

test('what another browser remembers changes nothing: only the server ticks', async () => {
	for (const what of ['share', 'embed', 'shared', 'embedded'])
		localStorage.setItem(`plaudit-${what}-${space.id}`, 'yes')
	store({})
	await openGuide()
	await expect.element(guide.getByText('1 of 5')).toBeVisible()
})

const whole = { form: ago(50), shared: ago(40), first: ago(30), wall: ago(10), embedded: ago(1) }

for (const width of [320, 1280])
	test(`a whole guide says where the wall was seen, and stays away once it was put away, at ${width} px`, async () => {
		await page.viewport(width, 800)
		store(whole)
		answerRows('wall_embeds', [{ host: 'larkrise.example', seen_at: ago(1) }])
		const opened = await openGuide()
		await expect.element(guide.getByText('5 of 5')).toBeVisible()
		await expect.element(guide.getByText('Seen on larkrise.example 1 minute ago. That was all.')).toBeVisible()
		await expectAccessible()
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
		await guide.getByRole('button', { name: 'Put this list away' }).click()
		await expect.element(guide).not.toBeInTheDocument()
		await opened.unmount()
		await openGuide()
		await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
		await expect.element(guide).not.toBeInTheDocument()
	})

test('a whole guide whose wall no page has shown yet says so', async () => {
	store(whole)
	await openGuide()
	await expect.element(guide.getByText(/^The code is copied\./)).toBeVisible()
})

test('a guide that has been whole for more than a week is not shown', async () => {
	const old = Object.fromEntries(Object.keys(whole).map((name) => [name, ago(8 * 24 * 60)]))
	store(old)
	await openGuide()
	await expect.element(page.getByText(/^Your own looks and bots are not counted/)).toBeVisible()
	await expect.element(guide).not.toBeInTheDocument()
})

test('a viewer sees the steps and no button for what only editors may do', async () => {
	store({})
	await openGuide('viewer')
	await expect.element(guide.getByText('Share the link', { exact: true })).toBeVisible()
	expect(guide.getByRole('link').elements()).toEqual([])
})
