import { expect, test } from 'vitest'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { button, openRecorder, record } from '#test/support/components/public/open-recorder.tsx'

test('after the question whether to record again, focus is back on the button that asked', async () => {
	await openRecorder({ formId: crypto.randomUUID() })
	await record(1)
	await button('Pause').click()
	for (const next of ['Finish', undefined]) {
		await button('Retake').click()
		await expect.element(button('Keep this take')).toHaveFocus()
		await button('Keep this take').click()
		await expect.element(button('Retake')).toHaveFocus()
		if (next) await button(next).click()
	}
	await button('Retake').click()
	await expectAccessible()
})
