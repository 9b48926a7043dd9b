import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { type MetricDefinition, metricDefinitions } from '#platform/metrics/metric-definitions.ts'

const definitions: Record<string, MetricDefinition> = metricDefinitions
const read = (path: string) => readFile(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')
/** Names that Prometheus itself makes. */
const foreign = ['up']

/** Names of metrics in an expression: what stands before a brace, a bracket or an operator, and is no function or label. */
function metricsIn(expression: string): string[] {
	const plain = expression.replace(/\{[^}]*\}/g, '').replace(/\b(by|without|on) ?\([^)]*\)/g, '')
	const words = [...plain.matchAll(/\b[a-z][a-z_\d]*\b(?!\s*\()/g)].map(([word]) => word)
	return words.filter((word) => !/^(and|or|unless|[smhd]|e\d+)$/.test(word))
}

/** Each metric with its labels in braces, and the labels of aggregations. */
function labelsIn(expression: string): string[] {
	const inBraces = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, text = '']) => [
		...text.matchAll(/(\w+)(?==|!|~)/g),
	])
	const grouped = [...expression.matchAll(/\b(?:by|without) ?\(([^)]*)\)/g)].flatMap(([, text = '']) => [
		...text.matchAll(/(\w+)/g),
	])
	return [...inBraces, ...grouped].map(([, label = '']) => label)
}

function check(expressions: string[]): void {
	for (const expression of expressions) {
		const names = metricsIn(expression)
		expect(names.length, expression).toBeGreaterThan(0)
		const known = names.flatMap((name) => {
			const base = name.replace(/_(bucket|sum|count)$/, '')
			const found = definitions[name] ?? (definitions[base]?.type === 'histogram' ? definitions[base] : undefined)
			expect(found !== undefined || foreign.includes(name), `${name} in ${expression}`).toBe(true)
			return found?.labels ?? []
		})
		const labels = [...known, 'job', 'instance', 'le']
		for (const label of labelsIn(expression)) expect(labels, `${label} in ${expression}`).toContain(label)
	}
}

type Rule = { alert: string; expr: string; labels: object; annotations: object }

it('the alert rules name only metrics and labels that exist, each with what to do', async () => {
	const { groups } = parse(await read('alerts.yaml')) as { groups: { rules: Rule[] }[] }
	const rules = groups.flatMap((group) => group.rules)
	expect(rules.length).toBeGreaterThan(10)
	check(rules.map(({ expr }) => expr))
	for (const { labels, annotations } of rules) {
		expect(labels).toEqual({ severity: expect.stringMatching(/^(warning|critical)$/) })
		expect(annotations).toEqual({ summary: expect.any(String), action: expect.any(String) })
	}
	expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

it('the dashboard names only metrics and labels that exist, and shows nearly all of them', async () => {
	const { panels } = JSON.parse(await read('grafana/plaudit.json')) as {
		panels: { id: number; targets: { expr: string }[] }[]
	}
	const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
	check(expressions)
	expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
	const shown = new Set(expressions.flatMap(metricsIn).map((name) => name.replace(/_bucket$/, '')))
	const hidden = Object.keys(definitions).filter((name) => !shown.has(name))
	expect(hidden).toEqual(['process_start_time_seconds', 'plaudit_postgres_replicas', 'plaudit_data_dir_size_bytes'])
})

it('every panel follows the choice of nodes, and no age counts from the year 1970', async () => {
	const { panels, templating } = JSON.parse(await read('grafana/plaudit.json')) as {
		panels: { targets: { expr: string }[]; fieldConfig: { defaults: { noValue?: string } } }[]
		templating: { list: { name: string; definition?: string; multi?: boolean; includeAll?: boolean }[] }
	}
	expect(templating.list.find(({ name }) => name === 'instance')).toMatchObject({
		definition: 'label_values(plaudit_build_info, instance)',
		multi: true,
		includeAll: true,
	})
	for (const { targets, fieldConfig } of panels)
		for (const { expr } of targets) {
			const selectors = expr.match(/instance=~"\$instance"/g) ?? []
			expect(selectors, expr).toHaveLength(metricsIn(expr).length)
			if (!expr.includes('_timestamp_seconds')) continue
			expect(expr).toMatch(/^time\(\) - \(.* > 0\)$/)
			expect(fieldConfig.defaults.noValue, expr).toBe('never')
		}
})

it('an expression with an unknown metric or label is found', () => {
	expect(() => check(['rate(plaudit_nothing_total[5m])'])).toThrow('plaudit_nothing_total')
	expect(() => check(['plaudit_jobs{colour="red"}'])).toThrow('colour')
})
