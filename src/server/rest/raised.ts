import { z } from 'zod'
import { RestProblem } from './problem.ts'
import { readHeaders } from './response-headers.ts'
import { isHttpStatus } from './sqlstate.ts'

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
			return Object.fromEntries(readHeaders(Object.entries(headers)))
		} catch {
			context.addIssue('not headers')
			return z.NEVER
		}
	}),
})

/** `raise sqlstate 'PGRST'`: the function words the whole answer as JSON (data.md §2.8). */
export function raised(messageText: string, detailText: string | undefined): RestProblem {
	const said = message.safeParse(parse(messageText))
	if (!said.success)
		return malformed(
			`Invalid JSON value for MESSAGE: '${messageText}'`,
			"MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
		)
	const how = detail.safeParse(parse(detailText ?? ''))
	if (!how.success)
		return malformed(
			detailText === undefined
				? 'DETAIL is missing in the RAISE statement'
				: `Invalid JSON value for DETAIL: '${detailText}'`,
			"DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
		)
	return new RestProblem(how.data.status, said.data.code, said.data.message, {
		details: said.data.details,
		hint: said.data.hint ?? undefined,
		headers: how.data.headers,
	})
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

function malformed(details: string, hint: string): RestProblem {
	return new RestProblem(
		500,
		'PGRST121',
		`Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
		{ details, hint },
	)
}
