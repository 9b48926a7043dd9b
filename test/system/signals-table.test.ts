import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { findingCodes, findings } from '#platform/deployment/findings.ts'
import { metricDefinitions } from '#platform/metrics/metric-definitions.ts'
import { codesIn, readAlerts, readSignals } from '#test/support/signals/signals-table.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')
const readinessParts = ['database', 'migrations', 'files', 'disk']
/** Rows of This server. */
const healthNames = ['Database', 'Migrations', 'Files', 'Disk', 'Jobs', 'Certificate', 'Clock']
const settings = ['MIN_FREE_DISK_MB', 'READY_NEEDS_S3']
const nothing = /^(—|no answer|no report.*|No server runs\.|the same( two lines)?)$/

it('the table of signals names log lines, parts, rows, metrics, alerts and tests that exist', async () => {
	const { rows } = await readSignals()
	expect(rows.length).toBeGreaterThan(20)
	const sources = globSync(['src/platform/**/*.ts', 'src/product/**/*.ts', 'src/server/*.ts'], { cwd: root })
	const program = (await Promise.all(sources.filter((path) => !path.includes('.test.')).map(read))).join('\n')
	const alerts = await readAlerts()
	const subjects = [...healthNames, ...Object.values(findings).map(({ subject }) => subject)]
	for (const { broken, log, ready, status, metrics, alert, test } of rows) {
		for (const line of codesIn(log))
			for (const part of line.split('…').map((words) => words.trim()))
				expect(program.includes(part) || findingCodes.includes(part as never), `${broken}: ${part}`).toBe(true)
		for (const part of codesIn(ready)) expect([...readinessParts, ...settings], broken).toContain(part)
		const [row = ''] = /^\w+(?= (?:fails|warns))/.exec(status) ?? []
		if (row) expect(subjects, broken).toContain(row)
		for (const [, sentence = ''] of status.matchAll(/“(?:\d+ mail )?([^”]+)”/g))
			expect(program, broken).toContain(sentence)
		for (const name of codesIn(metrics)) expect(Object.keys(metricDefinitions), broken).toContain(name)
		for (const name of codesIn(alert)) expect([...alerts.keys()], broken).toContain(name)
		for (const path of codesIn(test)) expect(await read(path), broken).not.toBe('')
		for (const cell of [log, ready, status, metrics, alert].filter((text) => codesIn(text).length === 0))
			expect(nothing.test(cell) || cell.includes('“') || row !== '' || /^the line Pool/.test(cell), cell).toBe(true)
		expect(
			[log, ready, status, metrics, alert].some((cell) => cell !== '—'),
			`${broken} has no light`,
		).toBe(true)
	}
})

it('every alert is in the section of signals, and every finding of the server has a row or is told as that of the proxy', async () => {
	const { section } = await readSignals()
	for (const name of (await readAlerts()).keys()) expect(section).toContain(`\`${name}\``)
	expect(section).toContain('Every other [finding](findings.md) is shown as that of the proxy.')
})
