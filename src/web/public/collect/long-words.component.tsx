import '#web/public/collect/embedded/embedded.css'
import '#web/public/collect/steps/steps.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PublicQuestion } from '#shared/form/public-form.ts'
import { type FormOptions, makeQuestion, openForm, showForm } from '#test/support/components/public/open-form.ts'

const word = 'Donaudampfschifffahrts'.repeat(9).slice(0, 200)
const link = `https://shop.example/${'p'.repeat(120)}?utm_source=newsletter&utm_medium=email&utm_campaign=${'x'.repeat(80)}`
const kinds = ['short', 'long', 'choice', 'choices', 'scale', 'score', 'link', 'date'] as const

/** Every kind of question, with the owner's words as long as the visitor's. */
const questions: PublicQuestion[] = kinds.map((kind, position) =>
	makeQuestion({
		kind,
		position,
		label: word,
		tip: word,
		options: kind.startsWith('choice') ? [word, link] : [],
		most: kind === 'choices' ? 1 : null,
		low_label: word,
		high_label: word,
		required: position % 2 === 0,
	}),
)

const owned: FormOptions['form'] = {
	title: word,
	intro: link,
	consent_text: word,
	prompts: [word, link],
	reward_disclosure: word,
	accepts: ['text', 'photo'],
	title_rule: 'optional',
	questions,
	space: { name: word.slice(0, 60), brand: { logo_url: null, color: null, font: null, theme: null } },
}

/** Elements that stand out of the window, without those that are hidden on purpose. */
function tooWide(): string[] {
	const { clientWidth, scrollWidth } = document.documentElement
	const wide = [...document.querySelectorAll('body *')].filter((element) => {
		const { right, width } = element.getBoundingClientRect()
		return width > 1 && right > clientWidth + 1 && !element.closest('.vh, .skip, .trap, svg')
	})
	const names = wide.map(({ tagName, className, id }) => `${tagName}.${className}#${id}`)
	return scrollWidth > clientWidth ? [`page of ${scrollWidth} px`, ...names] : names
}

function fillAll(text: string): void {
	for (const field of document.querySelectorAll<HTMLInputElement>('textarea,input:not([type]),input[type=email]')) {
		if (field.matches('.trap')) continue
		field.value = text
		field.dispatchEvent(new Event('input', { bubbles: true }))
	}
	for (const choice of document.querySelectorAll<HTMLInputElement>('.chip input,[name=consent]')) choice.click()
}

for (const embed of [null, 'frame', 'dialog'] as const)
	test(`no word of a visitor or an owner widens ${embed ? `the form in a ${embed}` : 'the page of a form'}`, async () => {
		for (const width of [320, 390, 640, 1280]) {
			await page.viewport(width, 800)
			await openForm({ form: owned, embed })
			for (const text of [word, link, `${'י'.repeat(150)} ${link}`]) {
				fillAll(text)
				expect(tooWide(), `${width} px, ${text.slice(0, 12)}`).toEqual([])
			}
		}
		await page.viewport(1280, 800)
	})

test('no word widens the page of a form whose errors name everything, or one in steps', async () => {
	await page.viewport(320, 800)
	const problems = Object.fromEntries(questions.map(({ id }) => [`answer_${id}`, 'This answer must be text.']))
	showForm({ form: owned, problems, summary: link, values: { body: word, name: word } })
	expect(tooWide()).toEqual([])
	showForm({ form: { ...owned, look: { pages: 'steps' } }, values: { body: link } })
	for (const part of document.querySelectorAll('.in-steps .part')) part.removeAttribute('data-later')
	document.querySelector('form')?.setAttribute('data-step', '0')
	expect(tooWide()).toEqual([])
	showForm({ form: { ...owned, is_open: false, closed_text: word }, values: { body: link } })
	expect(tooWide()).toEqual([])
	await page.viewport(1280, 800)
})
