import type { Answer, AnswerHeaders } from '#platform/http/routing/answer.ts'

/** The address of rest/v1. */
export const basePath = '/rest/v1'

/** An answer of rest/v1 before the router adds the wire's headers. The body is null for HEAD. */
export type RestResponse = Answer & {
	headers: AnswerHeaders
	body: string | Uint8Array | null
}
