import { CallerError } from '#server/http/caller.ts'
import { hintFor } from '#server/http/render-error.ts'
import { tooLongWords } from './bounded-answer.ts'
import { wrongParts } from './check-claims.ts'
import { concealPaths, type PgError } from './conceal-paths.ts'
import { RestProblem, tokenProblem } from './problem.ts'
import { raised } from './raised.ts'
import { statusOf } from './sqlstate.ts'

/** What a failure says on this wire; `unexpected` ones are for the log. */
export type RenderedError = {
	status: number
	body: Record<string, unknown>
	headers: Record<string, string>
	unexpected: boolean
}

/**
 * Words any failure in the shape of data.md §2.8.
 * @param bearer as it came, to say of a token what it lacks
 */
export function renderError(
	error: unknown,
	authenticated: boolean,
	bearer: string | undefined,
): RenderedError {
	if (error instanceof RestProblem) return renderProblem(error)
	if (error instanceof CallerError) return renderCaller(error, bearer ?? '')
	const pg = toPgError(error)
	if (pg) {
		const concealed = concealPaths(pg)
		const isUnexpected = concealed !== undefined || pg.code.startsWith('XX')
		return renderProblem(fromPostgres(concealed ?? pg, authenticated), isUnexpected)
	}
	return { ...renderProblem(connectionProblem(error)), unexpected: true }
}

function renderProblem(problem: RestProblem, unexpected = false): RenderedError {
	const { status, code, message, details, hint, headers } = problem
	// What a function raises may be called anything; a header takes tokens (RFC 9209).
	const proxyStatus: Record<string, string> = /^[\w.-]+$/.test(code)
		? { 'proxy-status': `PostgREST; error=${code}` }
		: {}
	return {
		status,
		body: { code, details, hint, message },
		headers: { ...proxyStatus, ...headers },
		unexpected,
	}
}

/** Keys are the gateway's business and answered in its own short shape (data.md §1). */
function renderCaller(error: CallerError, bearer: string): RenderedError {
	const { problem, message } = error
	if (problem === 'no_key' || problem === 'bad_key')
		return { status: 401, body: { message, hint: hintFor(error) }, headers: {}, unexpected: false }
	if (problem === 'bad_role')
		return renderProblem(new RestProblem(403, '42501', 'permission denied to set role'))
	if (problem === 'expired_token') return renderProblem(tokenProblem('PGRST303', 'JWT expired'))
	if (problem === 'ended_session')
		return renderProblem(tokenProblem('PGRST303', 'JWT session has ended'))
	if (message === 'token is not valid yet')
		return renderProblem(tokenProblem('PGRST303', 'JWT not yet valid'))
	if (message.startsWith("The JWT '")) return renderProblem(tokenProblem('PGRST303', message))
	if (message === 'signature is invalid')
		return renderProblem(
			tokenProblem(
				'PGRST301',
				'No suitable key or wrong key type',
				'None of the keys was able to decode the JWT',
			),
		)
	const isToken = bearer.split('.').length === 3
	const couldNot = () => tokenProblem('PGRST301', "JWT couldn't be decoded")
	return renderProblem(isToken ? couldNot() : wrongParts(bearer))
}

function toPgError(error: unknown): PgError | undefined {
	if (!(error instanceof Error)) return undefined
	const { code, detail, hint, severity } = error as Error & Record<string, unknown>
	if (typeof code !== 'string' || typeof severity !== 'string') return undefined
	const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
	return { code, message: error.message, detail: text(detail), hint: text(hint) }
}

function fromPostgres({ code, message, detail, hint }: PgError, authenticated: boolean) {
	if (code === 'PGRST') return raised(message, detail)
	const status = statusOf(code, message, authenticated)
	const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
	const isTooLong = code === '54000' && message === tooLongWords
	const told = isTooLong ? 'Ask for fewer rows or columns: the answer is too large.' : hint
	return new RestProblem(status, code, message, { details: detail, hint: told, headers })
}

/** What is neither ours nor PostgreSQL's answer: no connection, or a fault of the program. */
function connectionProblem(error: unknown): RestProblem {
	const message = error instanceof Error ? error.message : ''
	if (message.includes('timeout exceeded when trying to connect'))
		return new RestProblem(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
	const code = (error as { code?: unknown } | null)?.code
	if (typeof code === 'string' && /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(code))
		return new RestProblem(503, 'PGRST000', 'Database connection error. Retrying the connection.')
	if (/connection (terminated|ended)|client has encountered a connection error/i.test(message))
		return new RestProblem(503, 'PGRST001', 'Database client error. Retrying the connection.')
	return new RestProblem(500, 'PGRSTX00', 'Internal error')
}
