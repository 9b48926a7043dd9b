import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { button, openRecorder, record, spoken, usedTake } from '#test/support/components/public/open-recorder.tsx'
import { listTakes } from '#web/public/recorder/takes/take-store.ts'

const end = page.getByRole('slider', { name: 'End' })
const start = page.getByRole('slider', { name: 'Start' })
const expectToFit = () => expect(document.querySelector('dialog')?.scrollWidth).toBe(window.innerWidth)

afterEach(() => page.viewport(1280, 800))

/** Records a take of some seconds, and opens it again where fewer may be sent. */
async function openTooLong(seconds: number, options: Partial<Parameters<typeof openRecorder>[0]>) {
	const formId = crypto.randomUUID()
	const { kind = 'video' } = options
	await openRecorder({ formId, kind })
	await record(seconds)
	await button('Stop recording').click()
	await expect.element(button('Use this take')).toBeVisible()
	const [take] = await listTakes(formId)
	if (!take) throw new Error('Nothing was recorded.')
	const outcomes = await openRecorder({ formId, resume: take.id, ...options })
	return { formId, take, outcomes }
}

test('a take above the limit says both lengths, and one press sends its first part', async () => {
	await page.viewport(320, 640)
	const { formId, outcomes } = await openTooLong(5, { maxSeconds: 2 })
	await expect.element(page.getByText(/^0:0[5-9] long\. At most 2 seconds can be sent\.$/)).toBeVisible()
	await expect.poll(spoken).toMatch(/^[5-9] seconds long\. At most 2 seconds can be sent\. Use the first 2 seconds/)
	await expect.element(button('Use this take')).not.toBeInTheDocument()
	await expectAccessible()
	expectToFit()
	await button('Use the first 0:02').click()
	const used = await usedTake(outcomes)
	expect(used.seconds).toBeGreaterThan(1)
	expect(used.seconds).toBeLessThan(2.5)
	expect((await listTakes(formId)).map(({ id }) => id)).toEqual([used.id])
})

test('the first part that fits is chosen; a longer one is kept as it was moved, and one press ends it where it fits', async () => {
	await page.viewport(320, 640)
	const { take, outcomes } = await openTooLong(6, { maxSeconds: 2, opens: 'part' })
	await expect.element(end).toBeEnabled()
	await expect.element(end).toHaveAttribute('aria-valuetext', '2 seconds')
	await expect.element(page.getByText('0:02.0 stays, the most that fits')).toBeVisible()
	await expect.element(button('Use this part, 0:02')).toBeEnabled()
	await expectAccessible()
	const place = () => end.element().getBoundingClientRect().top
	const before = place()
	;(end.element() as HTMLElement).focus()
	await userEvent.keyboard('{ArrowRight>25/}')
	await expect.element(end).toHaveAttribute('aria-valuetext', '4.5 seconds')
	await expect.element(page.getByText(/^0:05 chosen, 0:03 too long$/)).toBeVisible()
	await expect.element(button('Use this part')).toHaveAttribute('aria-disabled', 'true')
	await expect.element(page.getByText('Shorten it by 3 seconds to use it.')).toBeVisible()
	await expect.poll(spoken).toBe('3 seconds too long.')
	expect(place()).toBe(before)
	await expectAccessible()
	expectToFit()
	await button('Use this part').click({ force: true })
	expect(outcomes).toEqual([])
	await button('Start: half a second later').click()
	await expect.element(start).toHaveAttribute('aria-valuetext', '0.5 seconds')
	await button('End it at 0:02.5').click()
	await expect.element(button('Use this part, 0:02')).toHaveFocus()
	await button('Use this part, 0:02').click()
	const used = await usedTake(outcomes)
	expect(used.seconds).toBeLessThan(2.6)
	expect(used.id).not.toBe(take.id)
})

test('the choice “use the first part” of the form cuts without another press', async () => {
	const { outcomes } = await openTooLong(5, { maxSeconds: 2, opens: 'first', kind: 'audio' })
	const used = await usedTake(outcomes)
	expect(used.seconds).toBeLessThan(2.5)
})

test('a take with too many bytes is cut to its share of the seconds', async () => {
	const { take } = await openTooLong(5, {})
	const maxBytes = Math.floor(take.bytes / 2)
	await openRecorder({ formId: 'other', resume: take.id, maxBytes })
	await expect
		.element(page.getByText(/MB large\. At most 0 MB can be sent, about [12] seconds? of it\.$/))
		.toBeVisible()
	await expect.element(button('Use the first 0:02')).toBeVisible()
})
