import type { Config } from '#platform/config/config.ts'
import type { FileStore } from '#platform/media/files/file-store.ts'
import type { Tracing } from './tracing.ts'

/** Opens traces if OTEL_EXPORTER_OTLP_ENDPOINT is set; the libraries are loaded only then. */
export async function openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config): Promise<Tracing | undefined> {
	if (!endpoint) return undefined
	const { startTracing } = await import('./start-tracing.ts')
	return startTracing(endpoint)
}

/** The same remote file store, whose requests are spans. */
export function traceFiles(files: FileStore, { span }: Tracing): FileStore {
	const traced =
		<Given extends unknown[], T>(name: string, work: (...given: Given) => Promise<T>) =>
		(...given: Given) =>
			span(`s3 ${name}`, { 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': name }, () => work(...given))
	return {
		...files,
		put: traced('put', files.put),
		read: traced('read', files.read),
		copy: traced('copy', files.copy),
		remove: traced('remove', files.remove),
	}
}
