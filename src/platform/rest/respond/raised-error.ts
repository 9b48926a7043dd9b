import { z } from 'zod'
import { RestError } from '#platform/rest/errors.ts'
import { isHttpStatus } from './http-status.ts'
import { toResponseHeaders } from './respond.ts'

const message = z.object({
	code: z.string(),
	message: z.string(),
	details: z.string().nullish(),
	hint: z.string().nullish(),
})
const detail = z.object({
	status: z.number().refine(isHttpStatus),
	headers: z.record(z.string(), z.string()).transform((headers, context) => {
		try {
			return Object.fromEntries(toResponseHeaders(Object.entries(headers)))
		} catch {
			context.addIssue('not headers')
			return z.NEVER
		}
	}),
})

/** The error of `raise sqlstate 'PGRST'`, whose message and detail are JSON of the whole answer. */
export function raisedError(messageText: string, detailText: string | undefined): RestError {
	const parsedMessage = message.safeParse(parse(messageText))
	if (!parsedMessage.success)
		return malformedRaise(
			`Invalid JSON value for MESSAGE: '${messageText}'`,
			"MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
		)
	const parsedDetail = detail.safeParse(parse(detailText ?? ''))
	if (!parsedDetail.success)
		return malformedRaise(
			detailText === undefined
				? 'DETAIL is missing in the RAISE statement'
				: `Invalid JSON value for DETAIL: '${detailText}'`,
			"DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
		)
	const { status, headers } = parsedDetail.data
	const { code, message: text, details, hint } = parsedMessage.data
	return new RestError(status, code, text, { details, hint: hint ?? undefined, headers })
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

function malformedRaise(details: string, hint: string): RestError {
	const text = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`
	return new RestError(500, 'PGRST121', text, { details, hint })
}
