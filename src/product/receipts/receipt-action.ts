import type { ReceiptChange } from '#shared/form/receipt.ts'
import { cleanTypedText } from '#shared/form/typed-text.ts'
import type { ReceiptNotice } from '#shared/page-props.ts'

export type ReceiptAction =
	| { kind: 'erase' }
	| { kind: 'confirm'; proof: string }
	| { kind: Exclude<ReceiptNotice, 'sent' | 'replaced' | 'closed'>; change: ReceiptChange }

/** Reads which action a plain form of the page requests. `parseReceiptChange` validates the values. */
export function parseReceiptAction(form: FormData): ReceiptAction {
	const text = (name: string) => String(form.get(name) ?? '')
	switch (form.get('do')) {
		case 'erase':
			return { kind: 'erase' }
		case 'confirm':
			return { kind: 'confirm', proof: text('c') }
		case 'withdraw':
			return { kind: 'withdrawn', change: { withdrawn: true } }
		case 'untitle':
			return { kind: 'edited', change: { title: null } }
		case 'return':
			return { kind: 'returned', change: { withdrawn: false } }
		case 'accept':
			return { kind: 'accepted', change: { proposal: { id: text('proposal'), answer: 'accepted' } } }
		case 'refuse':
			return { kind: 'refused', change: { proposal: { id: text('proposal'), answer: 'refused' } } }
		case 'consent': {
			const scope = (['public', 'anonymous'] as const).find((one) => one === form.get('scope'))
			const wording = text('wording')
			return { kind: 'consented', change: { consent: { scope: scope ?? 'private', wording } } }
		}
		default:
			return { kind: 'edited', change: parseEdit(form, text) }
	}
}

function parseEdit(form: FormData, text: (name: string) => string): ReceiptChange {
	const rating = Number(form.get('rating'))
	const line = (name: string) => cleanTypedText(text(name), false)
	return {
		...(form.has('headline') ? { title: line('headline') || null } : {}),
		body: cleanTypedText(text('body'), true),
		...(form.has('rated') ? { rating: rating >= 1 ? rating : null } : {}),
		author: {
			name: line('name'),
			title: line('title') || null,
			company: line('company') || null,
			url: line('url') || null,
		},
	}
}
