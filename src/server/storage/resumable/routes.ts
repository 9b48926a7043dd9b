import { Hono } from 'hono'
import type { Env } from '#server/deps.ts'
import { renderError } from '#server/http/render-error.ts'
import { isKeyProblem, retryAfter } from '#server/storage/render-error.ts'
import type { Parts, StorageContext } from '#server/storage/request.ts'
import { toTusError } from './errors.ts'
import { type Visit, visitByLink, visitByToken } from './visit.ts'

const base = '/storage/v1/upload/resumable'
const version = '1.0.0'
const nobody: Visit = {
	mayWrite() {
		throw new Error('nobody writes')
	},
	isOperator: false,
}

/** Uploads that survive a lost connection and a killed server: TUS 1.0.0 (data.md §4.6). */
export function resumableRoutes(parts: Parts): Hono<Env> {
	const app = new Hono<Env>()
	let opened: ReturnType<typeof openLibrary> | undefined

	const answer = async (
		c: StorageContext,
		path: string,
		come: (parts: Parts, headers: Headers) => Visit,
	) => {
		try {
			const isAsking = c.req.method === 'OPTIONS'
			const visit = isAsking ? nobody : come(parts, c.req.raw.headers)
			if (!isAsking && c.req.header('tus-resumable') !== version) return wrongVersion()
			opened ??= openLibrary(parts)
			const { tusServer, lockers } = await opened
			const server = tusServer(parts, visit, path, lockers)
			return withRetry(await server.handleWeb(withMethod(c.req.raw)))
		} catch (error) {
			if (isKeyProblem(error)) return renderError(error, c)
			const { status_code, body } = toTusError(parts.deps, c.req.method, error as Error)
			const headers = { 'tus-resumable': version, 'content-type': 'text/plain; charset=utf-8' }
			return withRetry(new Response(body, { status: status_code, headers }))
		}
	}
	for (const path of ['/upload/resumable/sign', '/upload/resumable/sign/*'])
		app.all(path, (c) => answer(c, `${base}/sign`, visitByLink))
	for (const path of ['/upload/resumable', '/upload/resumable/*'])
		app.all(path, (c) => answer(c, base, visitByToken))
	return app
}

/** Loaded when the first upload comes: most servers rest without it. */
async function openLibrary({ deps }: Parts) {
	const [{ createLockers }, { tusServer }] = await Promise.all([
		import('./locker.ts'),
		import('./tus-server.ts'),
	])
	return { tusServer, lockers: createLockers(deps) }
}

/** The library has no headers for its errors. */
function withRetry(answer: Response): Response {
	if ([423, 503, 507].includes(answer.status)) answer.headers.set('retry-after', retryAfter)
	return answer
}

/** TUS 1.0.0, "Tus-Version": whoever speaks another version is told of this one. */
function wrongVersion(): Response {
	const headers = { 'tus-resumable': version, 'tus-version': version, 'content-type': 'text/plain' }
	return new Response('Tus-Resumable must be 1.0.0\n', { status: 412, headers })
}

/** For networks that let only POST through. */
function withMethod(request: Request): Request {
	const wanted = request.headers.get('x-http-method-override')?.toUpperCase()
	if (request.method !== 'POST' || !wanted || !['PATCH', 'DELETE', 'HEAD'].includes(wanted))
		return request
	const { url, headers, body } = request
	return new Request(url, { method: wanted, headers, body, duplex: 'half' } as RequestInit)
}
