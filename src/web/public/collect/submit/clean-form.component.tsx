import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeQuestion, openForm, sentFields, takeSubmissions } from '#test/support/components/public/open-form.ts'

const body = page.getByRole('textbox', { name: 'Your words' })
const name = page.getByRole('textbox', { name: 'Name' })
const website = page.getByRole('textbox', { name: /^Website/ })
const send = page.getByRole('button', { name: 'Send' })

/** A paste as the browser reports it; without a script that handles it, a browser inserts the text itself. */
function paste(text: string): boolean {
	const clipboardData = new DataTransfer()
	clipboardData.setData('text/plain', text)
	const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
	return document.activeElement?.dispatchEvent(event) ?? false
}

test('a paste loses its invisible characters where it is inserted, and can be undone', async () => {
	await openForm()
	await body.fill('Before.  After.')
	;(body.element() as HTMLTextAreaElement).setSelectionRange(8, 8)
	// The code that cleans is loaded once a field has the focus; until then nothing handles a paste.
	await expect.poll(() => paste('Two\u000byears\u0007\tlater 👨‍👩‍👧 می‌خواهم')).toBe(false)
	await expect.element(body).toHaveValue('Before. Two\nyears later 👨‍👩‍👧 می‌خواهم After.')
	await userEvent.keyboard('{Control>}z{/Control}')
	await expect.element(body).toHaveValue('Before.  After.')
	await name.click()
	expect(paste('\u200eInes\u202e\tCastellanos\r\n')).toBe(false)
	await expect.element(name).toHaveValue('Ines Castellanos ')
	// A paste that needs no change is left to the browser.
	expect(paste('It sings.')).toBe(true)
})

test('a paste of two million characters is refused in words at its field, and nothing typed is lost', async () => {
	await openForm()
	await body.fill('What I wrote.')
	await expect.poll(() => paste('a\u0007')).toBe(false)
	await body.fill('What I wrote.')
	const start = performance.now()
	expect(paste('word\u0007 '.repeat(333_334))).toBe(false)
	await expect
		.element(body)
		.toHaveAccessibleDescription(/Nothing was pasted: it has 2,000,004 characters, and at most 5,000 fit here/)
	expect(performance.now() - start).toBeLessThan(3000)
	await expect.element(body).toHaveValue('What I wrote.')
	await expect.element(body).toHaveFocus()
})

test('typed, filled in and restored text is sent as it is shown then: clean, and with whole addresses', async () => {
	takeSubmissions()
	const questions = [
		makeQuestion({ kind: 'link', label: 'Your shop?' }),
		makeQuestion({ kind: 'short', label: 'Where?', position: 1 }),
	]
	await openForm({ form: { questions } })
	const set = (field: Element, value: string) => Object.assign(field, { value })
	set(body.element(), 'It\u000bsings.\u0000')
	set(name.element(), 'Ines\u202e\u0007')
	set(website.element(), ' harbour.org ')
	set(page.getByRole('textbox', { name: /^Your shop/ }).element(), '//shop.exa\u200bmple/a')
	set(page.getByRole('textbox', { name: /^Where/ }).element(), 'At\u0085home')
	await send.click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Thank you, Ines.')
	expect(await sentFields()).toMatchObject({
		// A form post ends lines as RFC 7578 has it.
		body: 'It\r\nsings.',
		name: 'Ines',
		url: 'https://harbour.org',
		[`answer_${questions[0]?.id}`]: 'https://shop.example/a',
		[`answer_${questions[1]?.id}`]: 'At home',
	})
})

test('a single problem takes the focus to its field, several to their list, and an e-mail address is called one', async () => {
	await openForm()
	await body.fill('It sings.')
	await name.fill('Ines')
	await website.fill('ines@harbour.org')
	await send.click()
	await expect.element(website).toHaveFocus()
	await expect.element(website).toHaveAccessibleDescription(/This is an e-mail address\./)
	await name.fill('')
	await send.click()
	await expect.element(page.getByRole('alert')).toHaveFocus()
})

test('the trap has no label, no place in the tab order, and asks every filler to leave it alone', async () => {
	await openForm({ trap: 'zzqxkjhgdbrb' })
	const trap = document.querySelector<HTMLInputElement>('[name=zzqxkjhgdbrb]')
	expect(trap?.labels).toHaveLength(0)
	expect(trap?.closest('[aria-hidden=true]')).not.toBeNull()
	expect(trap?.tabIndex).toBe(-1)
	expect(trap?.outerHTML).not.toMatch(/website|url|mail|phone|label/i)
	expect({ ...trap?.dataset }).toEqual({
		'1pIgnore': '',
		bwignore: '',
		formType: 'other',
		lpignore: 'true',
		protonpassIgnore: '',
	})
	expect(trap?.autocomplete).toBe('off')
	expect(document.querySelector('[name=website]')).toBeNull()
})

/** Pastes before any code of the form but its page is there, as the browser does it. */
function pasteEarly(field: HTMLTextAreaElement | HTMLInputElement, text: string): boolean {
	const clipboardData = new DataTransfer()
	clipboardData.setData('text/plain', text)
	const isLeft = field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
	if (isLeft) field.setRangeText(text, field.value.length, field.value.length, 'end')
	return isLeft
}

test('a paste that comes before the code which cleans it is cleaned as soon as that is there', async () => {
	await openForm()
	const box = body.element() as HTMLTextAreaElement
	expect(pasteEarly(box, 'Two\u000byears\u0007\tlater.')).toBe(true)
	await expect.element(body).toHaveValue('Two\nyears later.')
	expect(box.selectionStart).toBe(box.value.length)
})

test('a huge paste that comes before the code which judges it is refused in words', async () => {
	await openForm()
	const box = body.element() as HTMLTextAreaElement
	expect(pasteEarly(box, 'word\u0007 '.repeat(333_334))).toBe(false)
	await expect.element(body).toHaveAccessibleDescription(/Nothing was pasted: it has 2,000,004 characters/)
	await expect.element(body).toHaveValue('')
})
