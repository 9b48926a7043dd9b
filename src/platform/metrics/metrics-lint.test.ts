import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { type MetricDefinition, metricDefinitions } from './metric-definitions.ts'

const definitions = Object.entries(metricDefinitions) as [string, MetricDefinition][]
/** Suffixes of the series that histograms and summaries are made of. */
const partSuffix = /_(bucket|sum|count)$/

/** The complaints of `promtool check metrics` about one metric, by its rules. */
function problemsOf(name: string, { type, help, labels = [] }: MetricDefinition): string[] {
	const rules: [boolean, string][] = [
		[help.trim() === '', 'no help text'],
		[type === 'counter' && !name.endsWith('_total'), 'counter metrics should have "_total" suffix'],
		[type !== 'counter' && name.endsWith('_total'), 'non-counter metrics should not have "_total" suffix'],
		[partSuffix.test(name), 'only parts of histograms and summaries have "_bucket", "_sum" or "_count"'],
		[labels.includes('le'), 'non-histogram metrics should not have "le" label'],
		[type !== 'summary' && labels.includes('quantile'), 'non-summary metrics should not have "quantile" label'],
		[/gauge|counter|histogram|summary/.test(name), 'metric name should not include type'],
		[name.includes(':'), 'metric names should not contain ":"'],
		[/[A-Z]/.test([name, ...labels].join()), 'names should be written in "snake_case" not "camelCase"'],
		[/_(s|ms|us|ns|sec|b|kb|mb|gb|m|h|d)(_|$)/.test(name), 'metric names should not contain abbreviated units'],
		[
			/_(milli|micro|nano|kilo|mega|giga|kibi|mebi|gibi)?(minutes|hours|days|weeks|bits|percent)(_|$)/.test(name),
			'use base units',
		],
		[/_(milli|micro|nano|kilo|mega|giga|kibi|mebi|gibi)(seconds|bytes)(_|$)/.test(name), 'use base units'],
		[labels.some((label) => /^(__.*|job|instance)$/.test(label)), 'labels of Prometheus itself are reserved'],
	]
	return rules.flatMap(([isBroken, text]) => (isBroken ? [`${name} ${text}`] : []))
}

it('every metric keeps the rules of "promtool check metrics"', () => {
	expect(definitions.flatMap(([name, definition]) => problemsOf(name, definition))).toEqual([])
})

it('each rule finds what breaks it', () => {
	const broken: [string, MetricDefinition][] = [
		['a_total', { type: 'gauge', help: 'x' }],
		['a', { type: 'counter', help: 'x' }],
		['a_count', { type: 'gauge', help: 'x' }],
		['a', { type: 'gauge', help: ' ' }],
		['a', { type: 'gauge', help: 'x', labels: ['quantile'] }],
		['a', { type: 'gauge', help: 'x', labels: ['le'] }],
		['a', { type: 'gauge', help: 'x', labels: ['instance'] }],
		['a_milliseconds', { type: 'gauge', help: 'x' }],
		['a_ms', { type: 'gauge', help: 'x' }],
		['a_hours', { type: 'gauge', help: 'x' }],
		['aB', { type: 'gauge', help: 'x' }],
		['a:b', { type: 'gauge', help: 'x' }],
		['a_gauge', { type: 'gauge', help: 'x' }],
	]
	for (const [name, definition] of broken) expect(problemsOf(name, definition), name).toHaveLength(1)
})

describe('the text of /metrics', () => {
	let app: TestApp
	let url: string
	const scrape = async () => (await fetch(`${url}/metrics`)).text()
	beforeAll(async () => {
		app = await createTestApp()
		url = await app.listen()
	})
	afterAll(() => app.close())

	it('each metric has its help and type once, before its series, which stand together and are unique', async () => {
		await scrape()
		const lines = (await scrape()).trimEnd().split('\n')
		const seen: string[] = []
		const series = new Set<string>()
		for (const [index, line] of lines.entries()) {
			const [, kind, named] = /^# (HELP|TYPE) (\w+) /.exec(line) ?? []
			if (kind === 'HELP') {
				expect(seen).not.toContain(named)
				seen.push(named ?? '')
				expect(lines[index + 1]).toMatch(new RegExp(`^# TYPE ${named} (gauge|counter|histogram|summary)$`))
			} else if (!kind) {
				const id = line.slice(0, line.lastIndexOf(' '))
				expect(series).not.toContain(id)
				series.add(id)
				const name = /^\w+/.exec(line)?.[0] ?? ''
				expect([name, name.replace(partSuffix, '')]).toContain(seen.at(-1))
			}
		}
	})

	it('the delays of the event loop are a summary, whose sum and count never fall', async () => {
		const read = async () => {
			const text = await scrape()
			return ['count', 'sum'].map((part) =>
				Number(new RegExp(`^nodejs_eventloop_delay_seconds_${part} (\\S+)$`, 'm').exec(text)?.[1]),
			)
		}
		const [count = 0, sum = 0] = await read()
		await expect.poll(async () => (await read())[0]).toBeGreaterThan(count)
		expect((await read())[1]).toBeGreaterThanOrEqual(sum)
	})

	it('the version is told without the database', async () => {
		const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
		const line = `plaudit_build_info{version="${version}",node="${process.versions.node}"} 1`
		expect((await scrape()).split('\n')).toContain(line)
	})

	it('a time that is not known yet is absent, not the year 1970', async () => {
		const { DATA_DIR } = app.deps.config
		await mkdir(DATA_DIR, { recursive: true })
		await writeFile(join(DATA_DIR, 'last-backup.json'), JSON.stringify({ at: new Date(0).toISOString(), ok: false }))
		const text = await scrape()
		expect(text).toMatch(/^plaudit_last_backup_ok 0$/m)
		expect(text).not.toMatch(/^plaudit_\w+_timestamp_seconds(\{.*\})? 0$/m)
	})
})
