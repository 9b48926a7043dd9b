import { countTestimonials } from './count-answers.ts'

/** The body of an answer as JSON, or a whole response. `undefined` answers 204. */
export type Answer = (request: Request) => unknown
/** Answers by method and path, such as `GET /rest/v1/forms`. */
export type Answers = Record<string, Answer>

const wires = /^\/((auth|rest|storage|functions)\/v1|packages)\//
let known: Answers = {}
let sent: Request[] = []
let refused: string[] = []
const delays = new Set<(request: Request) => unknown>()

/** Adds answers of the server for this test; a later one for the same method and path wins. */
export function answer(answers: Answers): void {
	known = { ...known, ...answers }
}

/** Answers reads of a table with rows, whatever their filter; a single row is the first. Those of testimonials are counted. */
export function answerRows(table: string, rows: object[] | ((request: Request) => object[])): void {
	const read: Answer = (request) => rowsAnswer(request, typeof rows === 'function' ? rows(request) : rows)
	answer({ [`GET /rest/v1/${table}`]: read, [`HEAD /rest/v1/${table}`]: read })
	if (table !== 'testimonials') return
	const counted: Answer = (request) => countTestimonials(typeof rows === 'function' ? rows(request) : rows)
	answer({ 'POST /rest/v1/rpc/testimonial_counts': counted })
}

/** The requests that this test sent to a wire, in order; with `route`, those of one method and path. */
export function sentRequests(route?: string): Request[] {
	return route ? sent.filter((request) => routeOf(request) === route) : sent
}

/**
 * Calls back with each request before its answer is given, which waits for a promise that is returned.
 * @returns what ends it
 */
export function onRequest(delay: (request: Request) => unknown): () => void {
	delays.add(delay)
	return () => void delays.delete(delay)
}

/** Routes that were asked for without an answer; a test that leaves one fails. */
export const unanswered = (): string[] => [...new Set(refused)]

/** Starts a test without answers and requests. */
export function forgetAnswers(): void {
	known = {}
	sent = []
	refused = []
	delays.clear()
}

/** A failed response as our wires send it. */
export const failure = (status: number, code: string, message = code): Response =>
	Response.json({ code, message, error: message, statusCode: String(status) }, { status })

function rowsAnswer(request: Request, rows: unknown[]): Response {
	const range = rows.length > 0 ? `0-${rows.length - 1}/${rows.length}` : '*/0'
	const headers = { 'content-range': range }
	if (request.method === 'HEAD') return new Response(null, { headers })
	if (!request.headers.get('accept')?.includes('vnd.pgrst.object')) return Response.json(rows, { headers })
	return rows.length > 0 ? Response.json(rows[0]) : failure(406, 'PGRST116')
}

// A screen reads many tables; a test names those that have rows.
const isTableRead = (method: string, pathname: string) =>
	/^(GET|HEAD)$/.test(method) && /^\/rest\/v1\/\w+$/.test(pathname)
const noRows: Answer = (request) => rowsAnswer(request, [])

/** Requests of every screen that a test rarely cares about. */
const common: Answers = {
	'GET /functions/v1/operator': () => ({ operator: false }),
	'HEAD /packages/wordpress.zip': () => new Response(null, { headers: { 'content-length': '43008' } }),
	'POST /rest/v1/rpc/record_milestone': () => undefined,
	'POST /rest/v1/rpc/testimonial_counts': () => [],
	'POST /rest/v1/rpc/tag_counts': () => [],
	'POST /rest/v1/rpc/consent_count': () => 0,
	'POST /rest/v1/rpc/form_counts': () => [],
	'POST /rest/v1/rpc/unsearched_testimonials': () => 0,
}

/** The method and path of a request, such as `GET /rest/v1/forms`. */
export const routeOf = (request: Request): string => `${request.method} ${new URL(request.url).pathname}`

const network = window.fetch
// The official client looks `fetch` up at each request.
window.fetch = async (input, init) => {
	const request = new Request(input, init)
	const { origin, pathname } = new URL(request.url)
	if (origin !== window.location.origin || !wires.test(pathname)) return network(input, init)
	sent.push(request.clone())
	const route = routeOf(request)
	const give = known[route] ?? common[route] ?? (isTableRead(request.method, pathname) ? noRows : undefined)
	if (!give) {
		refused.push(route)
		return failure(501, 'not_answered', `The test gives no answer to ${route}.`)
	}
	const body = await give(request)
	await Promise.all([...delays].map((delay) => delay(request)))
	if (body instanceof Response) return body
	return body === undefined ? new Response(null, { status: 204 }) : Response.json(body)
}
