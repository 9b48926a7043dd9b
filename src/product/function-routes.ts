import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { errorAnswer, logFailure } from '#platform/http/response/render-error.ts'
import { apiHeaders } from '#platform/http/response/security-headers.ts'
import { createRoutes, type Route } from '#platform/http/routing/route.ts'
import type { RenderForm } from './forms/form-page.ts'
import { getForm } from './forms/get-form.ts'
import { readJsonObject } from './http/json-body.ts'
import { postPageView } from './page-views/post-page-view.ts'
import type { ViewCounter } from './page-views/view-counter.ts'
import { changeReceipt, eraseReceipt, getReceipt } from './receipts/receipt-handlers.ts'
import type { ReceiptService } from './receipts/receipt-service.ts'
import { postSubmission } from './submissions/post-submission.ts'
import { getWall } from './walls/wall-json.ts'
import type { WallStore } from './walls/wall-store.ts'

type Services = {
	walls: WallStore
	receipts: ReceiptService
	views: ViewCounter
	/** Undefined without a build. */
	renderForm: RenderForm | undefined
}

/** Any JSON object: the handler checks its fields. */
const jsonObject = z.record(z.string(), z.unknown())

/**
 * Plaudit's own functions under functions/v1. No key is needed, as a page without a script has none to send, but a key that
 * is sent must be good.
 */
export function functionRoutes(deps: Deps, { walls, receipts, views, renderForm }: Services): Route[] {
	const { config, identify, log } = deps
	const routes = createRoutes({
		prefix: '/functions/v1',
		trust: 'openKey',
		headers: apiHeaders(config),
		cors: true,
		compress: true,
		admit(x) {
			if (x.headers.apikey !== undefined || x.headers.authorization !== undefined) identify(x)
			const { body } = x.options
			return body && readJsonObject(x).then((value) => body.parse(value))
		},
		renderError(error, x) {
			logFailure(log, error, x.requestId)
			return errorAnswer(error, x)
		},
	})
	routes.post('/submit', postSubmission(deps, renderForm), { limit: 'byBody' })
	routes.get('/form', getForm(deps))
	routes.get('/wall', getWall(walls))
	routes.post('/events', postPageView(views), { body: jsonObject })
	routes.get('/receipt', getReceipt(receipts))
	// An unknown link is refused before its body is read.
	routes.patch('/receipt', changeReceipt(receipts), { limit: 'byBody' })
	routes.delete('/receipt', eraseReceipt(receipts))

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
