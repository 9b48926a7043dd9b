import type { HonoRequest } from 'hono'
import { createMiddleware } from 'hono/factory'

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

/** On every answer of a wire. */
export const corsHeaders: Readonly<Record<string, string>> = {
	'access-control-allow-origin': '*',
	'access-control-expose-headers': responseHeaders,
}

/** What says by OPTIONS what it can do: tables and functions, resumable uploads. */
const tellsOptions = /^\/(rest\/v1|storage\/v1\/upload\/resumable)(\/|$)/

/** Browsers name the method that they mean to use; hand-made clients and proxies often send their origin alone. */
function isPreflight(request: HonoRequest): boolean {
	if (request.method !== 'OPTIONS') return false
	if (request.header('access-control-request-method')) return true
	return Boolean(request.header('origin')) && !tellsOptions.test(request.path)
}

/** What a client adds of its own, for policies and functions that look at it: nothing is let in that a program could not send. */
function furtherHeaders(request: HonoRequest): string[] {
	const asked = request.header('access-control-request-headers')?.slice(0, 2000) ?? ''
	return asked.split(',').flatMap((name) => /^\s*([\w-]+)\s*$/.exec(name)?.[1] ?? [])
}

/** The wires answer every origin, without credentials: identity travels in headers only (data.md §1). */
export const cors = createMiddleware(async (c, next) => {
	if (isPreflight(c.req)) {
		return c.body(null, 204, {
			'access-control-allow-origin': '*',
			'access-control-allow-methods': methods,
			'access-control-allow-headers': [requestHeaders, ...furtherHeaders(c.req)].join(', '),
			'access-control-max-age': '7200',
			vary: 'Access-Control-Request-Headers',
		})
	}
	await next()
	// A function of the operator's may be for some pages only.
	for (const [name, value] of Object.entries(corsHeaders))
		if (!c.res.headers.has(name)) c.res.headers.set(name, value)
})
