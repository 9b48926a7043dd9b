import '#web/public/collect/steps/steps.css'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { makeQuestion, openForm, sentFields, takeSubmissions } from '#test/support/components/public/open-form.ts'

const words = 'I expected a lumpy ashtray. Six weeks later I have four bowls.'
const go = page.getByRole('button', { name: 'Continue' })
const back = page.getByRole('button', { name: 'Back' })
const problems = page.getByRole('alert')
const body = page.getByRole('textbox', { name: 'Your words' })
const at = (step: number) => expect.element(page.getByText(`Step ${step} of 5`)).toBeVisible()

const questions = [
	makeQuestion({ label: 'What did you make?' }),
	makeQuestion({ label: 'Who went with you?', required: true, position: 1 }),
]
let opened = 0

async function openSteps() {
	await openForm({ form: { questions, look: { pages: 'steps' } } })
	// The script of the steps begins when it is loaded, as on each page.
	await import(/* @vite-ignore */ `/src/web/public/collect/steps/steps.ts?opened=${opened++}`)
}

test('a form in steps asks one question at a time, keeps everything on the way back, and shows each error at its step', async () => {
	takeSubmissions()
	await page.viewport(360, 740)
	await openSteps()
	await at(1)
	await expect.element(body).not.toBeInTheDocument()
	await expect.element(back).not.toBeInTheDocument()
	await expectAccessible()
	await page.getByRole('radio', { name: /^4 stars/ }).click()
	await at(2)
	await expect.element(body).toHaveFocus()

	await go.click()
	await expect.element(problems).toMatchTextContent(/^Please fill this in:.*Write a few words/)
	expect(problems.getByRole('link').elements()).toHaveLength(1)
	await expectAccessible()
	await body.fill(words)
	await go.click()
	await at(3)
	await expect.element(problems).not.toBeInTheDocument()
	await back.click()
	await at(2)
	await expect.element(body).toHaveValue(words)
	await go.click()
	// Enter goes on as Continue does.
	await page.getByRole('textbox', { name: /^What did you make/ }).fill('A bowl')
	await userEvent.keyboard('{Enter}')
	await at(4)
	await expect.element(page.getByRole('textbox', { name: /^What did you make/ })).not.toBeInTheDocument()
	await go.click()
	await expect.element(problems).toMatchTextContent('Answer this question')
	await at(4)
	await page.getByRole('textbox', { name: /^Who went with you/ }).fill('Maud')
	await go.click()
	await at(5)
	await expect.element(go).not.toBeInTheDocument()
	await page.getByRole('textbox', { name: 'Name' }).fill('Oluwaseun Adébáyò')
	await expect.element(page.getByRole('button', { name: 'Send' })).toBeVisible()
	await expectAccessible()

	// A problem of an earlier step is shown there.
	for (const step of [4, 3, 2]) {
		await back.click()
		await at(step)
	}
	await body.fill('')
	dispatchEvent(new PopStateEvent('popstate', { state: { step: 4 } }))
	await at(5)
	await page.getByRole('button', { name: 'Send' }).click()
	await at(2)
	await expect.element(problems).toMatchTextContent(/^Not sent yet/)
	await expect.element(body).toHaveFocus()
	await go.element().focus()
	await page.getByRole('link', { name: 'Write a few words' }).click()
	await expect.element(body).toHaveFocus()
	await body.fill(words)
	// A reload begins with the first step, and keeps what was typed in every one.
	await openSteps()
	await expect.element(page.getByText(/^We kept your draft/)).toBeVisible()
	for (const step of [2, 3, 4, 5]) {
		await go.click()
		await at(step)
	}
	await page.getByRole('button', { name: 'Send' }).click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Oluwaseun.')
	await expect.element(page.getByText(/Step \d of/)).not.toBeVisible()
	expect(await sentFields()).toMatchObject({ body: words, rating: '4', [`answer_${questions[1]?.id}`]: 'Maud' })
	await page.viewport(1280, 800)
})

test('arrow keys pass over stars, the space bar and a pointer choose them and go on, and a missing choice is asked for', async () => {
	await openSteps()
	await go.click()
	await at(2)
	await back.click()
	await at(1)
	await expect.element(page.getByRole('radio', { name: /^1 star/ })).toHaveFocus()
	await userEvent.keyboard('{ArrowRight}{ArrowRight}')
	await expect.element(page.getByRole('radio', { name: /^3 stars/ })).toBeChecked()
	// The time after which a chosen star goes on.
	await expect.element(page.getByText('Step 1 of 5')).toBeVisible()
	const began = performance.now()
	await expect.poll(() => performance.now() - began, { timeout: 2000 }).toBeGreaterThan(600)
	await at(1)
	await userEvent.keyboard(' ')
	await at(2)
	await back.click()
	await page.getByRole('radio', { name: /^3 stars/ }).click()
	await at(2)
	await back.click()
	await page.getByRole('radio', { name: /^5 stars/ }).click()
	// Continue does not take a second step.
	await go.click()
	await at(2)
})

test('a step without its choice says that one is missing, at its field, and a phone opens no keyboard', async () => {
	const fine = vi
		.spyOn(window, 'matchMedia')
		.mockImplementation((query) => ({ matches: query !== '(pointer: fine)' }) as MediaQueryList)
	await openForm({ form: { rating: 'required', questions, look: { pages: 'steps' } } })
	await import(/* @vite-ignore */ `/src/web/public/collect/steps/steps.ts?opened=${opened++}`)
	await go.click()
	await expect.element(problems).toMatchTextContent(/^Please choose:.*Choose from one to five stars/)
	await expect.element(page.getByRole('radio', { name: /^1 star/ })).toHaveFocus()
	await page.getByRole('radio', { name: /^5 stars/ }).click()
	await at(2)
	await expect.element(page.getByText('Step 2 of 5')).toHaveFocus()
	fine.mockRestore()
})
