import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { type MetricDefinition, metricDefinitions } from './metric-definitions.ts'
import { createMetrics } from './metrics.ts'

let app: TestApp
let url: string
beforeAll(async () => {
	app = await createTestApp()
	url = await app.listen()
})
afterAll(() => app.close())

const scrape = async () => (await fetch(`${url}/metrics`)).text()
const seriesValue = (text: string, series: string) =>
	Number(
		text
			.split('\n')
			.find((line) => line.startsWith(`${series} `))
			?.slice(series.length + 1),
	)

it('docs/metrics.md lists every metric with its kind, labels and meaning', async () => {
	const document = await readFile(new URL('../../../docs/metrics.md', import.meta.url), 'utf8')
	const rows = (Object.entries(metricDefinitions) as [string, MetricDefinition][]).map(
		([name, { type, labels = [], help }]) =>
			`| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
	)
	expect(document.split('\n').filter((line) => /^\| `\w+` \| (gauge|counter|histogram|summary) /.test(line))).toEqual(
		rows,
	)
})

it('each line of /metrics has the text format of Prometheus and a documented name', async () => {
	const lines = (await scrape()).trimEnd().split('\n')
	const names = new Set<string>()
	for (const line of lines) {
		expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="([^"\\\n]|\\["\\n])*",?)+\})? -?[\d.e+-]+)$/)
		const name = /^(?:# \w+ )?(\w+)/.exec(line)?.[1]?.replace(/_(bucket|sum|count)$/, '') ?? ''
		names.add(name)
	}
	expect([...names].filter((name) => !(name in metricDefinitions))).toEqual([])
	expect(seriesValue(lines.join('\n'), 'plaudit_database_up')).toBe(1)
	for (const name of ['plaudit_postgres_size_bytes', 'plaudit_database_pool_size', 'plaudit_data_dir_free_bytes'])
		expect(seriesValue(lines.join('\n'), name), name).toBeGreaterThan(0)
})

it('requests are counted by the pattern of their route, without ids', async () => {
	for (const id of ['secret-one', 'secret-two']) await fetch(`${url}/media/${id}/${id}/${id}`)
	await fetch(`${url}/rest/v1/testimonials?id=eq.secret-three`, { headers: { apikey: app.deps.keys.anonKey } })
	const text = await scrape()
	expect(text).not.toContain('secret')
	expect(text).toContain(
		'plaudit_http_requests_total{method="GET",route="/media/:space/:testimonial/:file",status="404"} 2',
	)
	expect(
		seriesValue(
			text,
			'plaudit_http_request_duration_seconds_count{method="GET",route="/media/:space/:testimonial/:file"}',
		),
	).toBe(2)
	expect(
		seriesValue(
			text,
			'plaudit_http_request_duration_seconds_bucket{method="GET",route="/media/:space/:testimonial/:file",le="+Inf"}',
		),
	).toBe(2)
})

it('refusals of every wire are counted by their code', async () => {
	const apikey = app.deps.keys.anonKey
	await fetch(`${url}/functions/v1/form?slug=nothing-here`, { headers: { apikey } })
	await fetch(`${url}/rest/v1/nothing_here`, { headers: { apikey } })
	await fetch(`${url}/auth/v1/user`, { headers: { apikey, authorization: 'Bearer a.b.c' } })
	const text = await scrape()
	for (const code of ['form_not_found', 'PGRST205', 'bad_jwt'])
		expect(text).toMatch(new RegExp(`refusals_total.code="${code}". [1-9]`))
})

it('waiting, failed and finished jobs are counted by kind', async () => {
	const { db, jobs } = app.deps
	const service = { role: 'service_role' } as const
	await db.as(service, (tx) => tx.final(jobs.enqueue('mail', { template: 'nothing', to: 'a@example.test', data: {} })))
	await jobs.idle()
	const text = await scrape()
	expect(text).toMatch(/plaudit_jobs\{kind="mail",state="later"\} 1/)
	expect(text).toMatch(/plaudit_jobs_finished_total\{kind="mail",outcome="retried"\} 1/)
})

it('a failing source is left out, and the other values are answered', async () => {
	const metrics = createMetrics()
	metrics.collect(() => Promise.reject(new Error('away')))
	metrics.collect(() => [{ name: 'process_uptime_seconds', value: 1 }])
	expect(await metrics.render()).toContain('process_uptime_seconds 1')
})

it('a counter with too many sets of labels counts the rest together', async () => {
	const metrics = createMetrics()
	for (let code = 0; code < 1000; code++) metrics.add('plaudit_refusals_total', [`c${code}`])
	const lines = (await metrics.render()).split('\n').filter((line) => line.startsWith('plaudit_refusals_total{'))
	expect(lines).toHaveLength(301)
	expect(lines).toContain('plaudit_refusals_total{code="other"} 700')
})

it('the last backup is shown with its time and outcome', async () => {
	expect(await scrape()).not.toContain('plaudit_last_backup_ok ')
	const at = '2026-11-20T03:00:00Z'
	await writeFile(join(app.deps.config.DATA_DIR, 'last-backup.json'), JSON.stringify({ at, ok: false }))
	const text = await scrape()
	expect(seriesValue(text, 'plaudit_last_backup_timestamp_seconds')).toBe(Date.parse(at) / 1000)
	expect(seriesValue(text, 'plaudit_last_backup_ok')).toBe(0)
})
