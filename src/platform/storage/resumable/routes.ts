import { type Answer, text } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { fromFetchResponse, toFetchRequest } from '#platform/http/routing/fetch.ts'
import type { Routes } from '#platform/http/routing/route.ts'
import { isKeyProblem, retryAfter } from '#platform/storage/render-error.ts'
import type { StorageDeps } from '#platform/storage/storage-context.ts'
import { toTusError } from './tus-errors.ts'
import { authorizeByLink, authorizeByToken, type UploadAuthorization } from './upload-authorization.ts'

const base = '/storage/v1/upload/resumable'
const version = '1.0.0'
const noAuthorization: UploadAuthorization = {
	authorize() {
		throw new Error('nobody writes')
	},
	isServiceRole: false,
}

/** Resumable uploads: TUS 1.0.0 (https://tus.io/protocols/resumable-upload). */
export function resumableRoutes(routes: Routes, parts: StorageDeps): void {
	let opened: ReturnType<typeof openLibrary> | undefined

	const answer = async (
		x: Exchange,
		path: string,
		authorize: (
			parts: StorageDeps,
			headers: Pick<Headers, 'get'>,
		) => UploadAuthorization | Promise<UploadAuthorization>,
	): Promise<Answer> => {
		try {
			const isAsking = x.method === 'OPTIONS'
			const authorization = isAsking ? noAuthorization : await authorize(parts, x)
			if (!isAsking && x.header('tus-resumable') !== version) return wrongVersion()
			opened ??= openLibrary(parts)
			const { tusServer, lockers } = await opened
			const server = tusServer(parts, authorization, path, lockers)
			return await toAnswer(await server.handleWeb(withMethodOverride(toFetchRequest(x))))
		} catch (error) {
			if (isKeyProblem(error)) throw error
			const { status_code, body } = toTusError(parts.deps, x.method, error as Error)
			const headers = { 'tus-resumable': version, 'content-type': 'text/plain; charset=utf-8' }
			return toAnswer(new Response(body, { status: status_code, headers }))
		}
	}
	routes.all('/upload/resumable/sign/*', (x) => answer(x, `${base}/sign`, authorizeByLink), {
		trust: 'link',
	})
	routes.all('/upload/resumable/*', (x) => answer(x, base, authorizeByToken))
}

/** Loaded when the first upload comes: most servers rest without it. */
async function openLibrary({ deps }: StorageDeps) {
	const [{ createLockers }, { tusServer }] = await Promise.all([
		import('./upload-locker.ts'),
		import('./tus-server.ts'),
	])
	return { tusServer, lockers: createLockers(deps) }
}

/** The library's answers are short texts. Its errors state no time to retry after. */
async function toAnswer(response: Response): Promise<Answer> {
	const { status, headers, body } = response
	if ([423, 503, 507].includes(status)) headers.set('retry-after', retryAfter)
	const bytes = body && Buffer.from(await response.arrayBuffer())
	return { ...fromFetchResponse(response), body: bytes }
}

/** TUS 1.0.0, "Tus-Version": a client of another version is answered with this one. */
function wrongVersion(): Answer {
	const headers = { 'tus-resumable': version, 'tus-version': version, 'content-type': 'text/plain' }
	return text('Tus-Resumable must be 1.0.0\n', 412, headers)
}

/** For networks that allow only POST. */
function withMethodOverride(request: Request): Request {
	const override = request.headers.get('x-http-method-override')?.toUpperCase()
	if (request.method !== 'POST' || !override || !['PATCH', 'DELETE', 'HEAD'].includes(override)) return request
	const { url, headers, body } = request
	return new Request(url, { method: override, headers, body, duplex: 'half' } as RequestInit)
}
