import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openForm, sentFields, takeSubmissions } from '#test/support/components/public/open-form.ts'
import { hidePage } from '#test/support/components/public/public-page.ts'

const words = 'Six weeks later I have four bowls we eat from every day.'
const body = page.getByRole('textbox', { name: 'Your words' })
const name = page.getByRole('textbox', { name: 'Name' })
const kept = page.getByText(/^Draft kept/)

test('a draft survives a reload to the last letter, and a refusal keeps every character', async () => {
	await openForm()
	await body.fill(words)
	await page.getByRole('radio', { name: '4 stars, very good' }).click()
	await expect.element(kept).toBeVisible()
	// Not left to the debounce: the page is hidden in the same task.
	const box = body.element() as HTMLTextAreaElement
	box.value += ' And a fifth one.'
	box.dispatchEvent(new Event('input', { bubbles: true }))
	hidePage()
	await openForm()
	await expect.element(page.getByText(/^We kept your draft/)).toBeVisible()
	await expect.element(body).toHaveValue(`${words} And a fifth one.`)
	await expect.element(page.getByRole('radio', { name: '4 stars, very good' })).toBeChecked()
	await page.getByRole('button', { name: 'Send' }).click()
	await expect.element(name).toHaveAttribute('aria-invalid', 'true')
	await expect.element(body).toHaveValue(`${words} And a fifth one.`)
})

test('an older draft does not replace a choice made while it was being read', async () => {
	await openForm()
	await body.fill(words)
	await page.getByRole('radio', { name: '4 stars, very good' }).click()
	await expect.element(kept).toBeVisible()
	hidePage()
	const { get } = IDBObjectStore.prototype
	IDBObjectStore.prototype.get = function (key) {
		document.querySelector<HTMLInputElement>('#star-2')?.click()
		return get.call(this, key)
	}
	try {
		await openForm()
		await expect.element(body).toHaveValue(words)
		expect(document.querySelector<HTMLInputElement>('#star-2')?.checked).toBe(true)
	} finally {
		IDBObjectStore.prototype.get = get
	}
})

test('a page without edits stores nothing when it is left, so that the draft of another tab stays', async () => {
	await openForm()
	await body.fill(words)
	await expect.element(kept).toBeVisible()
	hidePage()
	await openForm()
	await expect.element(body).toHaveValue(words)
	const before = { ...localStorage }
	hidePage()
	expect({ ...localStorage }).toEqual(before)
})

test('in another language the words stay, and consent is asked for again', async () => {
	takeSubmissions()
	const languages = [
		{ lang: 'en', href: '?lang=en' },
		{ lang: 'ar', href: '?lang=ar' },
		{ lang: 'de', href: '?lang=de' },
	]
	await page.viewport(320, 640)
	await openForm({ languages })
	await body.fill('They sing.')
	await name.fill('Ines Okafor')
	await page.getByRole('checkbox').click()
	await expect.element(kept).toBeVisible()
	await expect.element(page.getByRole('link', { name: 'العربية' })).toHaveAttribute('href', '?lang=ar')

	await openForm({ languages, form: { locale: 'ar', consent_text: 'يمكنكم نشر كلماتي.' } })
	expect(document.documentElement.dir).toBe('rtl')
	await expect.poll(() => document.querySelector<HTMLTextAreaElement>('#body')?.value).toBe('They sing.')
	await expect.element(page.getByRole('checkbox', { name: 'يمكنكم نشر كلماتي.' })).not.toBeChecked()
	expect(document.documentElement.scrollWidth).toBe(320)

	const german = { languages, form: { locale: 'de', consent_text: 'Sie dürfen meine Worte drucken.' } }
	const consent = page.getByRole('checkbox', { name: german.form.consent_text })
	await openForm(german)
	await expect.poll(() => document.querySelector<HTMLTextAreaElement>('#body')?.value).toBe('They sing.')
	await expect.element(consent).not.toBeChecked()
	await consent.click()
	await expect.element(page.getByText(/^Entwurf auf diesem Gerät/)).toBeVisible()
	await openForm(german)
	await expect.element(consent).toBeChecked()
	await page.getByRole('button', { name: 'Senden' }).click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Danke, Ines\./)
	expect(await sentFields()).toMatchObject({ consent_asked: german.form.consent_text, locale: 'de', consent: 'yes' })
	await page.viewport(1280, 800)
})

test('values of a personal link are no draft, and its own values are restored over them', async () => {
	const prefilled = { name: 'Ines Castellanos', company: 'Harbour' }
	const options = { prefilled, values: prefilled }
	await openForm(options)
	await expect.element(name).toHaveValue('Ines Castellanos')
	await expect.element(kept).not.toBeInTheDocument()
	await body.fill(words)
	await page.getByLabelText(/^Company/).fill('Another Harbour')
	await expect.element(kept).toBeVisible()
	await openForm(options)
	await expect.element(page.getByLabelText(/^Company/)).toHaveValue('Another Harbour')
	await expect.element(name).toHaveValue('Ines Castellanos')
	// The same form without the link: who is not the invited person.
	await openForm()
	await expect.element(body).toHaveValue(words)
	await expect.element(name).toHaveValue('')
})
