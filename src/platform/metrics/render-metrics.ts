import { type MetricDefinition, type MetricName, metricDefinitions } from './metric-definitions.ts'

/** One value. `series` is a suffix such as `_bucket`, for the parts of a histogram or a summary. */
export type Sample = {
	name: MetricName
	labels?: Readonly<Record<string, string>> | undefined
	value: number
	series?: '_bucket' | '_sum' | '_count'
}

/** The text format of Prometheus, version 0.0.4. Metrics without a value are left out. */
export function renderMetrics(samples: readonly Sample[]): string {
	const byName = Map.groupBy(samples, ({ name }) => name)
	const lines: string[] = []
	for (const [name, { type, help }] of Object.entries(metricDefinitions) as [MetricName, MetricDefinition][]) {
		const own = byName.get(name)
		if (!own) continue
		lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
		for (const sample of own) lines.push(renderSample(sample))
	}
	return `${lines.join('\n')}\n`
}

function renderSample({ name, series = undefined, labels, value }: Sample): string {
	const pairs = Object.entries(labels ?? {}).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
	return `${name}${series ?? ''}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

const escapeLabel = (text: string) => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
