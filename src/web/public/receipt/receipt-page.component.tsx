import '#web/public/receipt/receipt.css'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ReceiptProps } from '#shared/page-props.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { showPage } from '#test/support/components/public/public-page.ts'
import { receiptProps, sampleMedia, sampleReceipt } from '#test/support/components/public/sample-receipt.ts'
import { renderReceipt } from './receipt-page.tsx'

const receipt = sampleReceipt
const video = { kind: 'video', body: '' } as const
const peaks = Array.from({ length: 60 }, (_, at) => (at % 10) / 10)

afterEach(() => page.viewport(1280, 800))

const states: [name: string, props: ReceiptProps, sentence: RegExp][] = [
	['a text that waits', receiptProps(receipt()), /four bowls/],
	['a text with a coupon', receiptProps(receipt(coupon())), /Ten off your next frame/],
	['a text that was just sent', receiptProps(receipt(), { news: 'sent' }), /Your private link to this page/],
	['a text that was just sent, with the owner’s thanks', thanked(), /The kettle is on/],
	['a text with a checked proof', receiptProps(receipt(), { proof: proof('good') }), /the signature is good/],
	['a text with a broken proof', receiptProps(receipt(), { proof: proof('bad') }), /something does not fit together/],
	['a withdrawn text', receiptProps(receipt({ withdrawn_at: '2026-01-02T10:00:00Z' })), /Withdrawn on/],
	['a proposal', receiptProps(receipt({ proposal: proposal() })), /I think you meant wheel/],
	[
		'an edit that was refused',
		receiptProps(receipt(), { problems: [{ field: 'body', text: 'Write a few words' }], typed: { body: '' } }),
		/Write a few words/,
	],
	[
		'a public video',
		receiptProps(receipt({ ...video, is_public: true, status: 'approved', media: [sampleMedia()] })),
		/Download what you sent/,
	],
	[
		'a video that is prepared',
		receiptProps(receipt({ ...video, media: [sampleMedia({ state: 'processing', progress: 40, url: null })] })),
		/Your video for Bakery/,
	],
	[
		'a video that failed',
		receiptProps(receipt({ ...video, media: [sampleMedia({ state: 'failed', problem: 'unreadable', url: null })] })),
		/Your video could not be prepared/,
	],
	[
		'two recordings',
		receiptProps(receipt({ ...video, is_public: true, status: 'approved', media: two() })),
		/On the wall now/,
	],
	[
		'a voice recording in Arabic',
		receiptProps(
			receipt({
				kind: 'audio',
				body: '',
				locale: 'ar',
				media: [sampleMedia({ kind: 'audio', width: null, height: null, peaks })],
			}),
		),
		/Bakery/,
	],
]

for (const [name, props, sentence] of states)
	test(`the private page of ${name} is accessible in light and dark, and fits a phone`, async () => {
		await page.viewport(360, 740)
		showPage(renderReceipt(props))
		expect(document.body.textContent).toMatch(sentence)
		expect(document.documentElement.scrollWidth).toBe(360)
		await expectAccessible()
	})

test('the page of a voice recording in Arabic runs from right to left', () => {
	showPage(
		renderReceipt(
			receiptProps(receipt({ kind: 'audio', locale: 'ar', media: [sampleMedia({ kind: 'audio', peaks })] })),
		),
	)
	expect(document.documentElement.dir).toBe('rtl')
	expect(document.querySelector('audio')).not.toBeNull()
})

function thanked() {
	const { form } = sampleReceipt()
	const more = {
		thanks: { title: 'You made our week', message: 'The kettle is on.\nYour bowl stands on the shelf by the door.' },
		link: { url: 'https://shop.example/winter', label: 'See the winter courses' },
		coupon: { code: 'KETTLE10', label: '10% off your next evening' },
	}
	return receiptProps(receipt(form ? { form: { ...form, ...more } } : {}), { news: 'sent' })
}

function coupon() {
	const { form } = sampleReceipt()
	return form ? { form: { ...form, coupon: { code: 'CLAY-10', label: 'Ten off your next frame' } } } : {}
}

function proof(check: ReceiptProps['proof']['check']): ReceiptProps['proof'] {
	return { signer: 'plaudit.example', fileName: 'receipt-bakery.json', check }
}

function proposal() {
	const note = 'I think you meant wheel. Is that right?'
	return { id: '88888888-8888-4888-8888-888888888888', body: 'Four bowls.', note, created_at: '2026-01-02T10:00:00Z' }
}

function two() {
	return [sampleMedia(), sampleMedia({ id: '99999999-9999-4999-8999-999999999999', is_replacement: true })]
}
