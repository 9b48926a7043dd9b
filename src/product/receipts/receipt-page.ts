import { AppError } from '#platform/http/response/app-error.ts'
import { type Answer, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { chooseLanguage } from '#platform/mail/translations/read-translations.ts'
import { readForm } from '#product/http/form-body.ts'
import { renderNotFound } from '#product/pages/not-found.ts'
import { recordingWordsTag } from '#product/pages/recording-words.ts'
import { secretPage } from '#product/pages/secret-page.ts'
import { renderPage, type Site } from '#product/pages/site.ts'
import { buildReceipt, type StoredProof } from '#product/proof/build-receipt.ts'
import { proofProps } from '#product/proof/proof-props.ts'
import { receiptFileName } from '#product/proof/receipt-file.ts'
import { recordingLimits } from '#product/testimonials/recording-limits.ts'
import { isRecordingKind } from '#shared/form/public-form.ts'
import type { Receipt } from '#shared/form/receipt.ts'
import type { ConfirmProps, ErasedProps, ReceiptNotice, ReceiptProps } from '#shared/page-props.ts'
import { wallLanguageOf, wallLanguages } from '#shared/wall/wall-languages.ts'
import { parseReceiptAction } from './receipt-action.ts'
import type { ReceiptService } from './receipt-service.ts'

/** The longest text of a form, URL-encoded. */
const maxFormBytes = 1024 * 1024
const noticeNames: readonly ReceiptNotice[] = [
	'sent',
	'edited',
	'replaced',
	'consented',
	'withdrawn',
	'returned',
	'accepted',
	'refused',
	'closed',
]

/** GET /t/{token}: the submitter's own page. */
export function getReceiptPage(site: Site, receipts: ReceiptService): Handler {
	return (x) =>
		orNotFound(x, site, async () => {
			const receipt = await receipts.read(x.param('token'))
			const named = noticeNames.find((name) => x.searchParams.has(name)) ?? null
			const news = named === 'sent' && !isJustSent(receipt) ? null : named
			const proof = x.query('c') ?? ''
			const email = receipts.provenAddress(receipt, proof)
			// A mail about a proposal leads to the proposal; the address can be confirmed by the first mail.
			if (email !== null && !receipt.bases.includes('email') && !receipt.proposal)
				return renderConfirmPage(x, site, { receipt, email, proof, isConfirmed: false })
			const checked = x.searchParams.has('check') ? await receipts.proof(x.param('token')) : null
			return renderReceiptPage(x, site, receipt, { news, checked })
		})
}

const thanksMs = 24 * 60 * 60 * 1000

/**
 * True when the page may thank for sending. Only the redirect after it asks for that, so no scanner of mails uses the thanks up; a
 * bookmark of that address does not repeat them.
 */
function isJustSent({ submitted_at }: Receipt): boolean {
	return Date.now() - Date.parse(submitted_at) < thanksMs
}

/** GET /t/{token}/download: the record as a file. */
export function downloadReceipt(site: Site, receipts: ReceiptService): Handler {
	return (x) =>
		orNotFound(x, site, async () => ({
			status: 200,
			headers: {
				'cache-control': 'no-store',
				'referrer-policy': 'no-referrer',
				'content-type': 'application/json; charset=utf-8',
				'content-disposition': 'attachment; filename="my-words.json"',
			},
			body: `${JSON.stringify(await receipts.read(x.param('token')), null, '\t')}\n`,
		}))
}

/** GET /t/{token}/receipt: the file that proves the words. */
export function downloadProof(site: Site, receipts: ReceiptService): Handler {
	return (x) =>
		orNotFound(x, site, async () => {
			const token = x.param('token')
			const proof = await receipts.proof(token)
			const { locale } = await receipts.read(token)
			const file = buildReceipt(proof, wallLanguageOf(languageOf(x, locale)))
			return {
				status: 200,
				headers: {
					'cache-control': 'no-store',
					'referrer-policy': 'no-referrer',
					'content-type': 'application/json; charset=utf-8',
					'content-disposition': `attachment; filename="${receiptFileName(proof.space)}"`,
				},
				body: `${JSON.stringify(file, null, '\t')}\n`,
			}
		})
}

/** POST /t/{token}: edits, consents, withdraws or erases by a plain form. */
export function postReceiptPage(site: Site, receipts: ReceiptService): Handler {
	return async (x) => {
		// The token in the path is a secret that other sites do not know; this stops guesses as well.
		if (x.header('sec-fetch-site') === 'cross-site') return renderNotFound(site, 'receipt', languageOf(x))
		const token = x.param('token')
		const form = await readForm(x, maxFormBytes)
		const action = parseReceiptAction(form)
		return orNotFound(x, site, async () => {
			if (action.kind === 'erase') {
				const { locale, kind } = await receipts.read(token)
				await receipts.erase(token)
				return renderErasedPage(site, { locale: languageOf(x, locale), kind })
			}
			if (action.kind === 'confirm') {
				const email = await receipts.confirmAddress(token, action.proof)
				if (email === null) return redirect(x.path, 303)
				const receipt = await receipts.read(token)
				return renderConfirmPage(x, site, { receipt, email, proof: action.proof, isConfirmed: true })
			}
			try {
				await receipts.change(token, () => action.change)
				return redirect(`${x.path}?${action.kind}`, 303)
			} catch (error) {
				if (!(error instanceof AppError) || error.code === 'receipt_not_found') throw error
				if (error.code === 'conflict') return redirect(`${x.path}?closed`, 303)
				const problems = Object.entries(error.fields ?? { '': error.message }).map(([field, text]) => ({ field, text }))
				const receipt = await receipts.read(token)
				return renderReceiptPage(x, site, receipt, { news: null, problems, typed: typedOf(form) })
			}
		})
	}
}

/** The language in which the words were written; the reader's for one that has no translation. */
function languageOf(x: Exchange, locale = ''): string {
	return chooseLanguage(`${locale},${x.header('accept-language') ?? ''}`, wallLanguages) ?? 'en'
}

async function orNotFound(x: Exchange, site: Site, answer: () => Promise<Answer>): Promise<Answer> {
	try {
		return await answer()
	} catch (error) {
		if (error instanceof AppError && error.code === 'receipt_not_found')
			return renderNotFound(site, 'receipt', languageOf(x))
		throw error
	}
}

function typedOf(form: FormData): Record<string, string> {
	const typed: Record<string, string> = {}
	for (const [name, value] of form) if (typeof value === 'string') typed[name] = value
	return typed
}

/** @param state with problems, the answer is 422 */
function renderReceiptPage(
	x: Exchange,
	site: Site,
	receipt: Receipt,
	state: {
		news: ReceiptNotice | null
		checked?: StoredProof | null
		problems?: ReceiptProps['problems']
		typed?: Record<string, string>
	},
): Answer {
	const { news, checked = null, problems, typed = {} } = state
	const proof = proofProps(site, receipt, checked)
	const { config, assets } = site
	const page = assets.pages.renderReceipt({
		receipt,
		locale: languageOf(x, receipt.locale),
		news,
		isWhole: x.searchParams.has('all') || news !== null || problems !== undefined || proof.check !== null,
		proof,
		problems: problems ?? [],
		typed,
		address: `${config.SITE_URL}${x.path}`,
		textLimit: config.MAX_TEXT_LENGTH,
		limits: recordingLimits(config),
	})
	const secret = secretPage()
	const isRecording = isRecordingKind(receipt.kind)
	return renderPage(site, {
		page,
		style: 'receipt/receipt.css',
		script: 'receipt/receipt-client.ts',
		isCounterDeferred: true,
		...secret,
		surface: isRecording ? 'receipt' : secret.surface,
		tags: [...secret.tags, ...(isRecording ? replacementTags(site, page.lang) : [])],
		status: problems ? 422 : 200,
	})
}

/** Addresses of what the script loads when a recording is replaced. */
function replacementTags(site: Site, lang: string): string[] {
	return [
		`<meta name="recording" content="${site.assets.script('collect/recording-field/recording.tsx')}">`,
		recordingWordsTag(site, lang),
	]
}

/** The page is in the space's colours, as the mail that leads to it. */
function renderConfirmPage(x: Exchange, site: Site, props: Omit<ConfirmProps, 'path' | 'locale'>): Answer {
	return renderPage(site, {
		page: site.assets.pages.renderConfirm({ ...props, path: x.path, locale: languageOf(x, props.receipt.locale) }),
		style: 'page-shell/one-question.css',
		...secretPage(props.receipt.space.brand),
	})
}

function renderErasedPage(site: Site, props: ErasedProps): Answer {
	return renderPage(site, {
		page: site.assets.pages.renderErased(props),
		style: 'not-found/not-found.css',
		...secretPage(),
	})
}
