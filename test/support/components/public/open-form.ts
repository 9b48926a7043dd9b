import '#web/public/collect/collect.css'
import '#web/public/collect/account/account.css'
import '#web/public/collect/link-notice/link-notice.css'
import '#web/public/collect/questions/questions.css'
import '#web/public/collect/languages.css'
import { hydrateRoot } from 'react-dom/client'
import { beforeEach, expect } from 'vitest'
import type { PublicForm, PublicQuestion } from '#shared/form/public-form.ts'
import type { CollectProps } from '#shared/page-props.ts'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { lateWords } from '#web/i18n/collect-messages.ts'
import { recordingWords } from '#web/i18n/recording-messages.ts'
import { renderCollect } from '#web/public/collect/collect-page.tsx'
import { readPageIsland } from '#web/public/collect/read-page-island.tsx'
import { hidePage, jsonAddress, onPageClose, showPage } from './public-page.ts'

let formId = ''
// Each test has a form of its own, because drafts stay on the device.
beforeEach(() => {
	formId = crypto.randomUUID()
})

export type FormOptions = Omit<Partial<CollectProps>, 'form'> & {
	form?: Partial<PublicForm>
	/** Steps before the form's script runs. */
	beforeScript?: () => void
	/** Further addresses that scripts read. */
	metas?: Record<string, string>
}

/** A question of a form; `more` says what differs from an optional short one. */
export const makeQuestion = (more: Partial<PublicQuestion> & { label: string }): PublicQuestion => ({
	id: `33333333-3333-4333-8333-33333333333${more.position ?? 0}`,
	position: 0,
	kind: 'short',
	tip: null,
	options: [],
	most: null,
	low_label: null,
	high_label: null,
	required: false,
	...more,
})

/** Opens the page of a form as its server renders it, with its script. Opened again, it is a reload. */
export async function openForm(options: FormOptions = {}): Promise<void> {
	showForm(options)
	options.beforeScript?.()
	const island = await readPageIsland()
	const root = island && hydrateRoot(island.root, island.element)
	// Until then, the browser itself posts the form.
	await expect.poll(() => document.querySelector('form[novalidate]')).not.toBeNull()
	onPageClose(() => {
		hidePage()
		root?.unmount()
	})
}

/** Shows the page of a form as long as no script of it runs. */
export function showForm({ form, metas, beforeScript: _, ...more }: FormOptions = {}): void {
	const page = renderCollect({
		form: {
			id: formId,
			slug: 'bakery',
			name: 'Bakery',
			title: 'How was it?',
			intro: null,
			accepts: ['text'],
			rating: 'optional',
			title_rule: 'off',
			max_seconds: 120,
			consent_text: 'Bakery may show my words.',
			consent_texts: {},
			prompts: null,
			reward_disclosure: null,
			thank_you: {},
			locale: 'en-GB',
			is_open: true,
			author_fields: {},
			look: {},
			closed_text: null,
			wall: null,
			space: { name: 'Bakery', brand: { logo_url: null, color: null, font: null, theme: null } },
			questions: [],
			...form,
		},
		proof: 'proof',
		waitSeconds: null,
		sendKey: crypto.randomUUID(),
		trap: 'bdghjkqrxzbd',
		values: {},
		prefilled: {},
		linkState: null,
		providers: [],
		link: {},
		problems: {},
		summary: null,
		limits: { text: 5000, photoBytes: 10_485_760, videoBytes: 524_288_000, audioBytes: 104_857_600 },
		languages: [],
		isPreview: false,
		embed: null,
		...more,
	})
	showPage(page, {
		words: jsonAddress(lateWords(page.lang)),
		'recording-words': jsonAddress(recordingWords(page.lang)),
		...metas,
	})
}

/** Answers `submit` as our server does when it has stored a testimonial. */
export function takeSubmissions(): void {
	answer({
		'POST /functions/v1/submit': () => Response.json({ receipt_url: receiptUrl, status: 'pending' }, { status: 201 }),
	})
}

/** Fields of the last form post to `submit`. */
export async function sentFields(): Promise<Record<string, FormDataEntryValue>> {
	const request = sentRequests('POST /functions/v1/submit').at(-1)
	return Object.fromEntries((await request?.clone().formData()) ?? [])
}

const receiptUrl = `${window.location.origin}/t/token`
