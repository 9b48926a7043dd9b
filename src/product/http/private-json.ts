import { type Answer, json } from '#platform/http/routing/answer.ts'

/** JSON that no cache keeps. */
export function privateJson(body: unknown, status = 200): Answer {
	return json(body, status, { 'cache-control': 'no-store' })
}
