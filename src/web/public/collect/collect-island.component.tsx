import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openForm, sentFields, takeSubmissions } from '#test/support/components/public/open-form.ts'

const body = page.getByRole('textbox', { name: 'Your words' })
const send = page.getByRole('button', { name: 'Send', exact: true })

test('missing fields are summed up; the summary takes the focus and links to its fields', async () => {
	await openForm()
	await expect.element(page.getByText('0 of 5,000 characters')).toBeVisible()
	await send.click()
	await expect.element(page.getByRole('alert')).toHaveFocus()
	await expectAccessible()
	await page.getByRole('link', { name: 'Write a few words' }).click()
	await expect.element(body).toHaveFocus()
	await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true')
	expect(sentRequests()).toEqual([])
})

test('a visitor sees no field that is off, and is asked for one that is required before anything is sent', async () => {
	takeSubmissions()
	const author_fields = { avatar: 'off', url: 'off', title: 'off', company: 'required', email: 'required' } as const
	await openForm({ form: { author_fields, locale: 'de' } })
	for (const name of ['avatar', 'url', 'title']) expect(document.querySelector(`[name="${name}"]`)).toBeNull()
	await expect.element(page.getByText('nie sichtbar', { exact: true })).toBeVisible()
	await page.getByRole('textbox', { name: 'Ihre Worte' }).fill('Sie singt.')
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines Okafor')
	await page.getByRole('textbox', { name: /^E-Mail/ }).fill('ines@harbour.org')
	await page.getByRole('button', { name: 'Senden' }).click()
	await expect.element(page.getByText('Füllen Sie dies aus.')).toBeVisible()
	expect(sentRequests()).toEqual([])
	await expectAccessible()
	await page.getByRole('textbox', { name: 'Firma' }).fill('Harbour')
	await page.getByRole('button', { name: 'Senden' }).click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Danke, Ines\./)
	expect(await sentFields()).toMatchObject({ company: 'Harbour', body: 'Sie singt.', locale: 'de' })
})

test('a draft comes along to another browser behind the #, and the address loses it', async () => {
	const bytes = new TextEncoder().encode(JSON.stringify({ name: 'Ines', body: 'Six weeks later 👩‍🎨' }))
	const hash = `#draft=${btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')}`
	history.replaceState(null, '', hash)
	await openForm()
	await expect.element(body).toHaveValue('Six weeks later 👩‍🎨')
	await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ines')
	expect(window.location.hash).toBe('')
})

test('input typed before the script loaded is kept, as a draft too', async () => {
	const type = () => {
		const box = document.querySelector<HTMLTextAreaElement>('#body')
		if (box) box.value = 'Typed early.'
	}
	await openForm({ beforeScript: type })
	await expect.element(body).toHaveValue('Typed early.')
	await expect.element(page.getByText(/^Draft kept/)).toBeVisible()
	await openForm()
	await expect.element(body).toHaveValue('Typed early.')
})

test('the thank-you takes the heading and the focus, and shows the words and the private link', async () => {
	takeSubmissions()
	await openForm()
	await body.fill('They sing.')
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines Okafor')
	await page.getByRole('radio', { name: '5 stars, excellent' }).click()
	await userEvent.keyboard('{ArrowLeft}')
	await page.getByRole('checkbox').click()
	await send.click()
	const heading = page.getByRole('heading', { level: 1 })
	await expect.element(heading).toMatchTextContent(/^Thank you, Ines\./)
	await expect.element(heading).toHaveFocus()
	await expect.element(page.getByText('They sing.')).toBeVisible()
	await expect
		.element(page.getByRole('textbox', { name: 'Your private link' }))
		.toHaveValue(`${window.location.origin}/t/token`)
	await expectAccessible()
	expect(await sentFields()).toMatchObject({ rating: '4', consent: 'yes', scope: 'public', kind: 'text' })
	await openForm()
	await expect.element(body).toHaveValue('')
})

test('a form that React draws again, as where an extension has changed the page, still has the fields of the server', async () => {
	takeSubmissions()
	const change = () => document.querySelector('label[for=body]')?.replaceWith('Changed')
	// React reports that it drew the form again as an error of the page, which vitest would count.
	const reported = new Promise<ErrorEvent>((resolve) => {
		const hold = (event: ErrorEvent) => {
			event.stopImmediatePropagation()
			event.preventDefault()
			resolve(event)
		}
		window.addEventListener('error', hold, { capture: true, once: true })
	})
	await openForm({ beforeScript: change })
	expect((await reported).message).toMatch(/hydrat/i)
	await body.fill('They sing.')
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines')
	await send.click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Thank you, Ines\./)
	expect(await sentFields()).toMatchObject({ form: 'bakery', proof: 'proof', locale: 'en', bdghjkqrxzbd: '' })
})
