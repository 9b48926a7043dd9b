import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** A row of the table "Signals" of docs/self-hosting.md, by its columns. */
export type SignalRow = {
	broken: string
	log: string
	ready: string
	status: string
	metrics: string
	alert: string
	test: string
}

/** The rows of the table, and the text of its section. */
export async function readSignals(): Promise<{ rows: SignalRow[]; section: string }> {
	const [, afterTitle = ''] = (await read('docs/self-hosting.md')).split('### Signals\n')
	const [section = ''] = afterTitle.split('\n### ')
	const rows = [...section.matchAll(/^\| (?!broken|---)(.*) \|$/gm)].map(([, row = '']): SignalRow => {
		const [broken = '', log = '', ready = '', status = '', metrics = '', alert = '', test = ''] = row.split(' | ')
		return { broken, log, ready, status, metrics, alert, test }
	})
	return { rows, section }
}

/** The words in backquotes. */
export const codesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** The expressions of deploy/alerts.yaml by the names of their alerts. */
export async function readAlerts(): Promise<Map<string, string>> {
	const { groups } = parse(await read('deploy/alerts.yaml')) as {
		groups: { rules: { alert: string; expr: string }[] }[]
	}
	return new Map(groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)))
}
