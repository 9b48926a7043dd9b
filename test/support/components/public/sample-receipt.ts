import type { ReceiptProps } from '#shared/page-props.ts'
import type { Receipt, ReceiptMedia } from '#shared/receipt.ts'

/** A text that waits for its owner; `more` says what differs. */
export const sampleReceipt = (more: Partial<Receipt> = {}): Receipt => ({
	id: '66666666-6666-4666-8666-666666666666',
	kind: 'text',
	body: 'Six weeks later I have four bowls we eat from every day.',
	rating: 5,
	author: { name: 'Ines Castellanos', title: null, company: 'Harbour', url: null, avatar_url: null },
	email: 'ines@harbour.example',
	locale: 'en',
	status: 'pending',
	edit_pending: false,
	is_public: false,
	excerpt: null,
	submitted_at: '2026-01-01T10:00:00Z',
	approved_at: null,
	withdrawn_at: null,
	kept_until: null,
	consent: { scope: 'public', wording: 'Bakery may show my words.', given_at: '2026-01-01T10:00:00Z' },
	consents: [],
	media: [],
	answers: [{ kind: 'date', label: 'When were you here?', value: '2026-04-30', is_public: false }],
	reply: null,
	walls: [],
	basis: null,
	bases: [],
	provider: null,
	events: [{ kind: 'submitted', by: 'submitter', at: '2026-01-01T10:00:00Z' }],
	seal: { entries: 1, unsealed: 0, sealed_at: '2026-01-01T10:01:00Z' },
	proposal: null,
	form: {
		slug: 'bakery',
		consent_text: 'Bakery may show my words.',
		rating: 'optional',
		max_seconds: 120,
		link: null,
		coupon: null,
	},
	space: { name: 'Bakery', brand: { logo_url: null, color: null, font: null, theme: null } },
	...more,
})

/** A video that is ready; `more` says what differs. */
export const sampleMedia = (more: Partial<ReceiptMedia> = {}): ReceiptMedia => ({
	id: '77777777-7777-4777-8777-777777777777',
	kind: 'video',
	url: '/media/video.mp4',
	width: 640,
	height: 360,
	state: 'ready',
	progress: 100,
	problem: null,
	seconds: 12,
	poster_url: null,
	original_url: '/t/token/original',
	peaks: null,
	trim: null,
	quote: null,
	captions: [],
	is_replacement: false,
	...more,
})

/** Data of a receipt's page. */
export const receiptProps = (receipt: Receipt, more: Partial<ReceiptProps> = {}): ReceiptProps => ({
	receipt,
	locale: receipt.locale,
	news: null,
	isWhole: false,
	proof: { signer: 'plaudit.example', fileName: 'receipt-bakery.json', check: null },
	problems: [],
	typed: {},
	address: 'https://plaudit.example/t/token',
	textLimit: 5000,
	limits: { videoBytes: 524_288_000, audioBytes: 104_857_600 },
	...more,
})
