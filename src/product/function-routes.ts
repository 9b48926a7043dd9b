import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { errorAnswer, logFailure } from '#platform/http/response/render-error.ts'
import { apiHeaders } from '#platform/http/response/security-headers.ts'
import { createRoutes, type Route } from '#platform/http/routing/route.ts'
import type { BatchWorker } from '#platform/jobs/batch-worker.ts'
import { customerEventLimits, mcpLimits } from '#shared/parser-limits.ts'
import { postTestimonial } from './added-testimonials/post-testimonial.ts'
import { requireScope } from './api-keys/require-scope.ts'
import { postArchive } from './archive-imports/post-archive.ts'
import { deleteFont, putFont } from './brand-fonts/put-font.ts'
import { bulkRequestBytes, postBulk, postBulkStop, postBulkSummary, postBulkUndo } from './bulk/post-bulk.ts'
import { postEvent } from './customer-events/post-event.ts'
import { postCustomerMailPreview } from './customer-mails/post-customer-mail-preview.ts'
import { deleteCustomerMail, putCustomerMail } from './customer-mails/put-customer-mail.ts'
import { getExport } from './exports/get-export.ts'
import { createFormCache } from './forms/form-cache.ts'
import type { RenderForm } from './forms/form-page.ts'
import { getForm } from './forms/get-form.ts'
import { postFormPreview } from './forms/post-form-preview.ts'
import { readJsonObject } from './http/json-body.ts'
import { postImport } from './imports/post-import.ts'
import { postImportRow } from './imports/post-import-row.ts'
import { getInstance, postInstance } from './instance/instance-handlers.ts'
import { getOperator, postOperator } from './instance/operator-handlers.ts'
import { postBounce } from './invitations/bounces/post-bounce.ts'
import { previewInvitation } from './invitations/preview-invitation.ts'
import { postLinkPreview } from './link-preview/post-link-preview.ts'
import { postMcp } from './mcp/post-mcp.ts'
import type { ToolContext } from './mcp/tool.ts'
import { getOpenApi } from './openapi/get-openapi.ts'
import type { DailyViews } from './page-views/daily-views.ts'
import { postPageView } from './page-views/post-page-view.ts'
import type { ViewCounter } from './page-views/view-counter.ts'
import type { LandingStore } from './pages/landing/landing-store.ts'
import { getPerson } from './people/get-person.ts'
import { postPersonLink } from './people/post-person-link.ts'
import { changeReceipt, eraseReceipt, getReceipt } from './receipts/receipt-handlers.ts'
import type { ReceiptService } from './receipts/receipt-service.ts'
import { captionRequestBytes, deleteCaptions, putCaptions } from './recordings/captions.ts'
import { postUpload, type SignUploadLink } from './recordings/post-upload.ts'
import { postSiteCheck } from './site-check/post-site-check.ts'
import { postSubmission } from './submissions/post-submission.ts'
import { postMemberLink } from './team/post-member-link.ts'
import { postOpened } from './verifications/post-opened.ts'
import { postOrderKey } from './verifications/post-order-key.ts'
import { getWall } from './walls/get-wall.ts'
import type { WallReader } from './walls/wall-reader.ts'
import { postWebhookBody } from './webhooks/post-webhook-body.ts'
import { postWebhookReplay } from './webhooks/post-webhook-replay.ts'
import { postWebhookTest } from './webhooks/post-webhook-test.ts'

type Services = {
	walls: WallReader
	receipts: ReceiptService
	notifications: BatchWorker
	indexing: BatchWorker
	views: ViewCounter
	dailyViews: DailyViews
	landings: LandingStore
	/** Undefined without a build. */
	renderForm: RenderForm | undefined
	/** Script that solves challenges; undefined without a build. */
	solverUrl: string | undefined
	signUploadLink: SignUploadLink
	/** Bytes of a public picture by its path; null where nothing is published. */
	readPicture: ToolContext['readPicture']
}

/** Any JSON object: the handler checks its fields. */
const jsonObject = z.record(z.string(), z.unknown())

const needsToken = 'Sign in and send the token of your session.'
const needsTokenOrKey = `${needsToken} Programs send a key of the space: Authorization: Bearer plk_….`

/** A row that is mended: its largest cells, escaped as JSON. */
const importRowBytes = 4 * 1024 * 1024

/**
 * Plaudit's own functions under functions/v1. Where a line declares no other trust, no key is needed, as a page without a script
 * has none to send, but a key that is sent must be good.
 */
export function functionRoutes(deps: Deps, services: Services): Route[] {
	const { config, db, identify, issuedKeys, log, metrics } = deps
	const { walls, receipts, views, dailyViews, landings, renderForm, solverUrl, signUploadLink, readPicture } = services
	const onSubmitted = () => {
		services.notifications.wake()
		services.indexing.wake()
	}
	const forms = createFormCache(db)
	metrics.cache('forms', forms.stats)
	const routes = createRoutes({
		prefix: '/functions/v1',
		trust: 'openKey',
		headers: apiHeaders(config),
		cors: true,
		compress: true,
		async admit(x) {
			const { body, trust, maxBytes } = x.options
			const isKeyInAddress = x.search.includes(issuedKeys.prefix)
			const hasKey = isKeyInAddress || x.headers.apikey !== undefined || x.headers.authorization !== undefined
			const claims = hasKey && (trust === 'user' || trust === 'openKey') ? (await identify(x)).claims : undefined
			if (trust === 'user' && claims?.role !== 'authenticated')
				throw new AppError(401, 'unauthorized', x.options.scope ? needsTokenOrKey : needsToken)
			if (trust === 'user') requireScope(claims, x.options.scope)
			return body?.parse(await readJsonObject(x, maxBytes))
		},
		renderError(error, x) {
			logFailure(log, error, x.requestId)
			return errorAnswer(error, x)
		},
	})
	routes.post('/testimonial', postTestimonial(deps), { trust: 'user', scope: 'submissions:write' })
	routes.post('/archive', postArchive(deps), { trust: 'user' })
	routes.post('/import', postImport(deps), { trust: 'user' })
	routes.post('/import-row', postImportRow(deps), { trust: 'user', body: jsonObject, maxBytes: importRowBytes })
	routes.post('/bulk', postBulk(deps), { trust: 'user', body: jsonObject, maxBytes: bulkRequestBytes })
	routes.post('/bulk/:id/stop', postBulkStop(deps), { trust: 'user' })
	routes.post('/bulk/:id/undo', postBulkUndo(deps), { trust: 'user' })
	routes.post('/bulk-summary', postBulkSummary(deps), { trust: 'user', body: jsonObject, maxBytes: bulkRequestBytes })
	routes.post('/link-preview', postLinkPreview(deps), { trust: 'user', body: jsonObject })
	routes.post('/site-check', postSiteCheck(deps), { trust: 'user', body: jsonObject })
	routes.post('/submit', postSubmission(deps, forms, renderForm, onSubmitted, solverUrl), { limit: 'byBody' })
	routes.post('/upload', postUpload(deps, forms, signUploadLink), { limit: 'byBody' })
	routes.put('/captions', putCaptions(deps), { trust: 'user', body: jsonObject, maxBytes: captionRequestBytes })
	routes.delete('/captions', deleteCaptions(deps), { trust: 'user', body: jsonObject })
	routes.put('/font', putFont(deps), { trust: 'user' })
	routes.delete('/font', deleteFont(deps), { trust: 'user' })
	routes.put('/customer-mail', putCustomerMail(deps), { trust: 'user', body: jsonObject })
	routes.delete('/customer-mail', deleteCustomerMail(deps), { trust: 'user', body: jsonObject })
	routes.post('/customer-mail-preview', postCustomerMailPreview(deps), { trust: 'user', body: jsonObject })
	routes.get('/export', getExport(deps), { trust: 'user' })
	routes.get('/instance', getInstance(deps, landings), { trust: 'user' })
	routes.get('/operator', getOperator(deps), { trust: 'user' })
	routes.post('/operator', postOperator(deps), { trust: 'user', body: jsonObject })
	routes.post('/instance', postInstance(deps, landings), { trust: 'user', body: jsonObject })
	routes.get('/form', getForm(deps))
	routes.post('/form-preview', postFormPreview(deps), { trust: 'user', body: jsonObject })
	routes.post('/events-in', postEvent(deps), {
		trust: 'user',
		scope: 'invitations:write',
		body: jsonObject,
		maxBytes: customerEventLimits.bytes,
	})
	routes.get('/wall', getWall(walls))
	routes.post('/webhook-test', postWebhookTest(deps), { trust: 'user', scope: 'testimonials:read', body: jsonObject })
	routes.post('/webhook-body', postWebhookBody(deps), { trust: 'user', scope: 'testimonials:read', body: jsonObject })
	routes.post('/webhook-replay', postWebhookReplay(deps), {
		trust: 'user',
		scope: 'testimonials:read',
		body: jsonObject,
	})
	routes.post('/events', postPageView(views, dailyViews, new URL(config.SITE_URL).host), { body: jsonObject })
	routes.post('/opened', postOpened(deps.db), { body: jsonObject })
	routes.post('/member-link', postMemberLink(deps), { trust: 'user', body: jsonObject })
	routes.post('/order-key', postOrderKey(deps), { trust: 'user', body: jsonObject })
	routes.post('/bounce', postBounce(deps), { trust: 'operator' })
	routes.post('/invitation-preview', previewInvitation(deps), { trust: 'user', body: jsonObject })
	routes.post('/person-link', postPersonLink(deps), { trust: 'user', body: jsonObject })
	routes.get('/person', getPerson(deps), { trust: 'link' })
	routes.get('/receipt', getReceipt(receipts))
	// An unknown link is refused before its body is read.
	routes.patch('/receipt', changeReceipt(receipts), { limit: 'byBody' })
	routes.delete('/receipt', eraseReceipt(receipts))

	routes.get(
		'/openapi.json',
		getOpenApi(deps, () => routes.list),
	)
	routes.post('/mcp', postMcp(deps, walls, readPicture), {
		trust: 'user',
		scope: 'testimonials:read',
		body: jsonObject,
		maxBytes: mcpLimits.requestBytes,
	})

	for (const path of new Set(routes.list.map((route) => route.path.slice('/functions/v1'.length)))) {
		const own = routes.list.filter((route) => route.path.endsWith(path))
		const allow = own.map(({ method }) => method).join(', ')
		routes.all(path, () => {
			throw new AppError(405, 'method_not_allowed', `This function takes ${allow}.`, {
				headers: { allow },
			})
		})
	}
	return routes.list
}
