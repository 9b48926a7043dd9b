import { type Answer, empty } from '#platform/http/routing/answer.ts'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const requestHeaders = [
	'authorization, apikey, content-type, accept, prefer, range, range-unit, x-client-info',
	'accept-profile, content-profile, x-upsert, x-metadata, cache-control, x-region, x-retry-count',
	'x-supabase-api-version, if-none-match, tus-resumable, upload-length, upload-metadata',
	'upload-offset, upload-defer-length, upload-concat, x-signature, x-http-method-override',
	'traceparent, tracestate, baggage, idempotency-key, receipt-token, x-jwt-aud, x-use-cookie',
	'x-client-ip',
].join(', ')
const responseHeaders = [
	'content-range, content-location, location, preference-applied, range-unit, etag, content-length',
	'tus-resumable, upload-offset, upload-length, upload-expires, upload-metadata, x-relay-error',
	'sb-request-id, x-supabase-api-version, x-total-count, link, x-sb-error-code, retry-after',
	'proxy-status, server-timing, content-profile',
].join(', ')

/** Headers of every answer of a wire. */
export const corsHeaders: Readonly<Record<string, string>> = {
	'access-control-allow-origin': '*',
	'access-control-expose-headers': responseHeaders,
}

/** Paths whose services answer OPTIONS themselves: tables and functions, resumable uploads. */
const handlesOptions = /^\/(rest\/v1|storage\/v1\/upload\/resumable)(\/|$)/

/** The parts of a request that decide a preflight. */
type Preflight = { method: string; path: string; header(name: string): string | undefined }

/** Browsers name the method that they mean to use; hand-made clients and proxies often send their origin alone. */
export function isPreflight(request: Preflight): boolean {
	if (request.method !== 'OPTIONS') return false
	if (request.header('access-control-request-method')) return true
	return Boolean(request.header('origin')) && !handlesOptions.test(request.path)
}

/** A client's own headers are allowed too: a program could send them, and policies and functions may read them. */
function customRequestHeaders(request: Preflight): string[] {
	const names = request.header('access-control-request-headers')?.slice(0, 2000) ?? ''
	return names.split(',').flatMap((name) => /^\s*([\w-]+)\s*$/.exec(name)?.[1] ?? [])
}

/** Every origin is allowed, without credentials: identity travels in headers only. */
export function preflightAnswer(request: Preflight): Answer {
	return empty(204, {
		'access-control-allow-origin': '*',
		'access-control-allow-methods': methods,
		'access-control-allow-headers': [requestHeaders, ...customRequestHeaders(request)].join(', '),
		'access-control-max-age': '7200',
		vary: 'Access-Control-Request-Headers',
	})
}
