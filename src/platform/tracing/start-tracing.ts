import { AsyncLocalStorage } from 'node:async_hooks'
import {
	type Context,
	isSpanContextValid,
	ROOT_CONTEXT,
	type Span,
	type SpanContext,
	SpanKind,
	SpanStatusCode,
	trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { productVersion } from '#platform/product-version.ts'
import type { Tracing } from './tracing.ts'

/** Sends spans by OTLP over HTTP, in batches. @param endpoint the collector's address, without `/v1/traces` */
export function startTracing(endpoint: string): Tracing {
	const version = productVersion()
	const provider = new TracerProvider({
		resource: resourceFromAttributes({ 'service.name': 'plaudit', 'service.version': version }),
		spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
	})
	const tracer = provider.getTracer('plaudit', version)
	// Not the global context of the library: each server of a process has its own.
	const active = new AsyncLocalStorage<Context>()

	return {
		request(method, route, traceparent, work) {
			const parent = remoteContext(traceparent)
			const attributes = { 'http.request.method': method, 'http.route': route }
			const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
			const end = <T extends { status: number }>(answer: T) => {
				span.setAttribute('http.response.status_code', answer.status)
				if (answer.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
				span.end()
				return answer
			}
			return active.run(trace.setSpan(parent, span), () => {
				const made = work()
				return made instanceof Promise ? made.then(end) : end(made)
			})
		},
		async span(name, attributes, work) {
			const parent = active.getStore() ?? ROOT_CONTEXT
			const span = tracer.startSpan(name, { kind: SpanKind.INTERNAL, attributes }, parent)
			try {
				return await active.run(trace.setSpan(parent, span), work)
			} catch (error) {
				noteFailure(span, error)
				throw error
			} finally {
				span.end()
			}
		},
		close: () => provider.shutdown(),
	}
}

function noteFailure(span: Span, error: unknown): void {
	const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown }
	span.setAttribute('error.type', String(code ?? name ?? 'error'))
	span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The caller's span, if its header has the form of https://www.w3.org/TR/trace-context/#traceparent-header. */
function remoteContext(traceparent: string | undefined): Context {
	const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? '') ?? []
	if (!traceId || !spanId || !flags) return ROOT_CONTEXT
	const caller: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
	return isSpanContextValid(caller) ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT
}
