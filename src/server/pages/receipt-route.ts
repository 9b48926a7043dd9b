import { type Context, Hono } from 'hono'
import type { Env } from '#server/deps.ts'
import { readSmallText } from '#server/functions/request-body.ts'
import type { Receipt } from '#shared/receipt.ts'
import type { ReceiptNews } from '#shared/rendered-page.ts'
import { answerNotFound } from './not-found.ts'
import { readReceiptAction } from './receipt-action.ts'
import type { ReceiptCall } from './receipt-calls.ts'
import { answerPage, type Site } from './site.ts'

const newsNames: readonly ReceiptNews[] = ['sent', 'edited', 'consented', 'withdrawn', 'returned']

/** The submitter's own page (product.md §2): read, edit, consent, withdraw, erase, download, with or without scripts. */
export function receiptRoute(site: Site, receipt: ReceiptCall): Hono<Env> {
	const routes = new Hono<Env>()
	routes.get('/t/:token', async (c) => {
		const response = await receipt('GET', c.req.param('token'))
		if (!response.ok) return answerNotFound(c, site, 'receipt')
		const query = new URL(c.req.url).searchParams
		const news = newsNames.find((name) => query.has(name)) ?? null
		return answerReceipt(c, site, (await response.json()) as Receipt, { news })
	})

	routes.get('/t/:token/download', async (c) => {
		const response = await receipt('GET', c.req.param('token'))
		if (!response.ok) return answerNotFound(c, site, 'receipt')
		return c.body(`${JSON.stringify(await response.json(), null, '\t')}\n`, 200, {
			...privately,
			'content-type': 'application/json; charset=utf-8',
			'content-disposition': 'attachment; filename="my-words.json"',
		})
	})

	routes.post('/t/:token', async (c) => {
		// The token in the path is the secret, so a foreign page cannot aim here; this costs it the try as well.
		if (c.req.header('sec-fetch-site') === 'cross-site') return answerNotFound(c, site, 'receipt')
		const form = await readForm(c.req.raw, c.var.ip)
		const action = readReceiptAction(form)
		if (action.kind === 'erase') {
			const erased = await receipt('DELETE', c.req.param('token'))
			return erased.ok ? answerErased(c, site) : answerNotFound(c, site, 'receipt')
		}
		const changed = await receipt('PATCH', c.req.param('token'), action.change)
		if (changed.ok) return c.redirect(`${c.req.path}?${action.kind}`, 303)
		const now = await receipt('GET', c.req.param('token'))
		if (!now.ok) return answerNotFound(c, site, 'receipt')
		const { error } = (await changed.json().catch(() => ({}))) as RefusedChange
		const refused = {
			problems: Object.values(
				error?.fields ?? { '': error?.message ?? 'This could not be saved.' },
			),
			typed: typedOf(form),
		}
		return answerReceipt(c, site, (await now.json()) as Receipt, { news: null, ...refused }, 422)
	})
	return routes
}

/** What was typed, of either kind of form; nothing when it is neither. @throws AppError 413, 408 */
async function readForm(request: Request, ip: string): Promise<FormData> {
	const text = await readSmallText(request, ip, mostFormBytes)
	const type = request.headers.get('content-type') ?? ''
	return new Response(text, { headers: { 'content-type': type } })
		.formData()
		.catch(() => new FormData())
}

type RefusedChange = { error?: { message: string; fields?: Record<string, string> } }

/** The longest text that a form takes, as addresses write it. */
const mostFormBytes = 1024 * 1024
const privately = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

function typedOf(form: FormData): Record<string, string> {
	const typed: Record<string, string> = {}
	for (const [name, value] of form) if (typeof value === 'string') typed[name] = value
	return typed
}

function answerReceipt(
	c: Context<Env>,
	site: Site,
	receipt: Receipt,
	state: { news: ReceiptNews | null; problems?: string[]; typed?: Record<string, string> },
	status: 200 | 422 = 200,
): Response {
	const { news, problems = [], typed = {} } = state
	const address = `${site.config.SITE_URL}${c.req.path}`
	return answerPage(c, site, {
		page: site.assets.pages.renderReceipt({
			receipt,
			news,
			problems,
			typed,
			address,
			textLimit: site.config.MAX_TEXT_LENGTH,
		}),
		surface: 'receipt',
		style: 'receipt/receipt.css',
		script: 'receipt/receipt-client.ts',
		robots: 'noindex, nofollow',
		tags: ['<meta name="referrer" content="no-referrer">'],
		cache: 'no-store',
		status,
	})
}

function answerErased(c: Context<Env>, site: Site): Response {
	return answerPage(c, site, {
		page: site.assets.pages.renderErased(),
		surface: 'receipt',
		style: 'not-found/not-found.css',
		robots: 'noindex, nofollow',
		cache: 'no-store',
	})
}
