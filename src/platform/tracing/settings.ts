import type { z } from 'zod'
import { httpUrl } from '#platform/config/setting-types.ts'

/** Settings of traces. */
export const tracingSettings = {
	OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
}

type TracingSettings = z.output<z.ZodObject<typeof tracingSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<TracingSettings> {}
}
