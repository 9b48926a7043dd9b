import papa from 'papaparse'
import { planColumns } from '#product/imports/columns/plan-columns.ts'
import { surveyColumns } from '#product/imports/columns/survey-columns.ts'

/** A table of the survey from CSV text whose first line has the headings. */
export function surveyedTable(csv: string) {
	const { data } = papa.parse<string[]>(csv.trim(), { skipEmptyLines: 'greedy' })
	const [headings = [], ...rows] = data
	return {
		headings: () => headings,
		async *batches() {
			yield rows.map((cells, at) => ({ row: at + 1, line: at + 2, cells }))
		},
	}
}

/** The targets of the columns of a file, in order, and the headings that a member would be asked about. */
export async function planOf(csv: string, chosenSource?: string) {
	const table = surveyedTable(csv)
	const { source, targets, isUnsure } = planColumns(table.headings(), await surveyColumns(table), chosenSource)
	const unsure = table.headings().filter((_, at) => isUnsure[at])
	return { targets: targets.join(' '), source: source?.id, unsure: unsure.join(', ') }
}
