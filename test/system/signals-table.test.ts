import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { findingCodes } from '#platform/deployment/findings.ts'
import { metricDefinitions } from '#platform/metrics/metric-definitions.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')
const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

it('the table of signals names log lines, parts, metrics, alerts and tests that exist', async () => {
	const document = await read('docs/self-hosting.md')
	const [, section = ''] = document.split('### Signals\n')
	const [table = ''] = section.split('\n### ')
	const rows = [...table.matchAll(/^\| (?!broken|---)(.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
	expect(rows.length).toBeGreaterThan(8)
	const sources = globSync(['src/platform/**/*.ts', 'src/server/*.ts'], { cwd: root })
	const program = (await Promise.all(sources.filter((path) => !path.includes('.test.')).map(read))).join('\n')
	const alerts = await read('deploy/alerts.yaml')
	for (const [broken = '', log = '', ready = '', , metrics = '', alert = '', test = ''] of rows) {
		for (const line of codesIn(log))
			for (const part of line.split('…').map((words) => words.trim()))
				expect(program.includes(part) || findingCodes.includes(part as never), `${broken}: ${part}`).toBe(true)
		for (const part of codesIn(ready)) expect(program, `${broken}: ${part}`).toContain(part)
		for (const name of codesIn(metrics)) expect(Object.keys(metricDefinitions), broken).toContain(name)
		for (const name of codesIn(alert)) expect(alerts, broken).toContain(`alert: ${name}\n`)
		for (const path of codesIn(test)) expect(await read(path), broken).not.toBe('')
	}
})
