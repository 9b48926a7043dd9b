import type { Logger } from 'pino'
import { errorAnswer, logFailure } from '#platform/http/response/render-error.ts'
import type { Wire } from './route.ts'

/** Addresses at the root that belong to no API: each answers with its own headers alone. */
export function rootWire({ log }: { log: Logger }): Wire {
	return {
		prefix: '',
		headers: {},
		cors: false,
		compress: false,
		renderError(error, x) {
			logFailure(log, error, x.requestId)
			return errorAnswer(error, x)
		},
	}
}
