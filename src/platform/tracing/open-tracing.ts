import type { Config } from '#platform/config/config.ts'
import type { Tracing } from './tracing.ts'

/** Opens traces if OTEL_EXPORTER_OTLP_ENDPOINT is set; the libraries are loaded only then. */
export async function openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config): Promise<Tracing | undefined> {
	if (!endpoint) return undefined
	const { startTracing } = await import('./start-tracing.ts')
	return startTracing(endpoint)
}
