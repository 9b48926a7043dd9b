import { AppError } from '#platform/http/response/app-error.ts'
import { type Answer, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { readText } from '#product/http/json-body.ts'
import { renderNotFound } from '#product/pages/not-found.ts'
import { renderPage, type Site } from '#product/pages/site.ts'
import type { ReceiptNotice } from '#shared/page-props.ts'
import type { Receipt } from '#shared/receipt.ts'
import { parseReceiptAction } from './receipt-action.ts'
import type { ReceiptService } from './receipt-service.ts'

/** The longest text of a form, URL-encoded. */
const maxFormBytes = 1024 * 1024
const noticeNames: readonly ReceiptNotice[] = ['sent', 'edited', 'consented', 'withdrawn', 'returned']

/** GET /t/{token}: the submitter's own page. */
export function getReceiptPage(site: Site, receipts: ReceiptService): Handler {
	return (x) =>
		orNotFound(site, async () => {
			const news = noticeNames.find((name) => x.searchParams.has(name)) ?? null
			return renderReceiptPage(x, site, await receipts.read(x.param('token')), { news })
		})
}

/** GET /t/{token}/download: the record as a file. */
export function downloadReceipt(site: Site, receipts: ReceiptService): Handler {
	return (x) =>
		orNotFound(site, async () => ({
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

/** POST /t/{token}: edits, consents, withdraws or erases by a plain form. */
export function postReceiptPage(site: Site, receipts: ReceiptService): Handler {
	return async (x) => {
		// The token in the path is a secret that other sites do not know; this stops guesses as well.
		if (x.header('sec-fetch-site') === 'cross-site') return renderNotFound(site, 'receipt')
		const token = x.param('token')
		const form = await readForm(x)
		const action = parseReceiptAction(form)
		return orNotFound(site, async () => {
			if (action.kind === 'erase') {
				await receipts.erase(token)
				return renderErasedPage(site)
			}
			try {
				await receipts.change(token, () => action.change)
				return redirect(`${x.path}?${action.kind}`, 303)
			} catch (error) {
				if (!(error instanceof AppError) || error.code === 'receipt_not_found') throw error
				const problems = Object.values(error.fields ?? { '': error.message })
				const receipt = await receipts.read(token)
				return renderReceiptPage(x, site, receipt, { news: null, problems, typed: typedOf(form) })
			}
		})
	}
}

async function orNotFound(site: Site, answer: () => Promise<Answer>): Promise<Answer> {
	try {
		return await answer()
	} catch (error) {
		if (error instanceof AppError && error.code === 'receipt_not_found') return renderNotFound(site, 'receipt')
		throw error
	}
}

/** Either encoding of a form; empty for any other body. @throws AppError 413, 408 */
async function readForm(x: Exchange): Promise<FormData> {
	const body = await readText(x, maxFormBytes)
	const headers = { 'content-type': x.header('content-type') ?? '' }
	return new Response(body, { headers }).formData().catch(() => new FormData())
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
	state: { news: ReceiptNotice | null; problems?: string[]; typed?: Record<string, string> },
): Answer {
	const { news, problems, typed = {} } = state
	const { config, assets } = site
	return renderPage(site, {
		page: assets.pages.renderReceipt({
			receipt,
			news,
			problems: problems ?? [],
			typed,
			address: `${config.SITE_URL}${x.path}`,
			textLimit: config.MAX_TEXT_LENGTH,
		}),
		surface: 'receipt',
		style: 'receipt/receipt.css',
		script: 'receipt/receipt-client.ts',
		robots: 'noindex, nofollow',
		tags: ['<meta name="referrer" content="no-referrer">'],
		cache: 'no-store',
		status: problems ? 422 : 200,
	})
}

function renderErasedPage(site: Site): Answer {
	return renderPage(site, {
		page: site.assets.pages.renderErased(),
		surface: 'receipt',
		style: 'not-found/not-found.css',
		robots: 'noindex, nofollow',
		cache: 'no-store',
	})
}
