import { z } from 'zod'

/** Settings of /metrics. */
export const metricsSettings = {
	METRICS_TOKEN: z.string().min(16).optional(),
}

type MetricsSettings = z.output<z.ZodObject<typeof metricsSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<MetricsSettings> {}
}
