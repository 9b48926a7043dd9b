import type { Config } from '#platform/config/config.ts'
import { type ImportMapping, type ImportSource, importTargets } from '#shared/import/import-api.ts'
import type { RowRules } from './check-row.ts'
import { languageOfHeadings } from './columns/headings.ts'
import { recogniseSource } from './columns/known-sources.ts'
import { dateOrderOf, guessTargets, type Survey, surveyColumns } from './columns/survey-columns.ts'
import { type ChosenMapping, chooseColumns } from './parse-mapping.ts'
import { type FileLimits, FileRefused } from './table/file-refused.ts'
import type { Table } from './table/open-table.ts'

const MiB = 1024 * 1024

/** The plan of an import of a file. */
export type ImportPlan = {
	headings: readonly string[]
	survey: Survey
	source: ImportSource
	headingsLanguage: string
	mapping: ImportMapping
	isDateOrderCertain: boolean
}

/** @throws FileRefused, AppError 422 for a mapping that does not fit the file */
export async function planImport(table: Table, chosen: ChosenMapping): Promise<ImportPlan> {
	const survey = await surveyColumns(table)
	const headings = table.headings()
	if (survey.rows === 0)
		throw new FileRefused(
			table.format === 'json'
				? 'There is no list of objects in this file.'
				: 'The file has headings, and no rows below them.',
		)
	const headingsLanguage = languageOfHeadings(headings)
	const columns = chooseColumns(chosen.columns, headings, guessTargets(headings, survey))
	const found = dateOrderOf(survey, columns, headingsLanguage === 'en')
	const mapping: ImportMapping = {
		columns,
		date_order: chosen.date_order ?? found.order,
		scale: chosen.scale ?? 5,
		consent: chosen.consent ?? 'private',
		status: chosen.status ?? 'pending',
		form_id: chosen.form_id ?? null,
		locale: chosen.locale ?? null,
	}
	const source = recogniseSource(headings)?.source ?? table.format
	return { headings, survey, source, headingsLanguage, mapping, isDateOrderCertain: found.isCertain }
}

/** The limits of one file. */
export function fileLimits(
	config: Pick<Config, 'IMPORT_MAX_MB' | 'IMPORT_MAX_ROWS' | 'IMPORT_MAX_COLUMNS'>,
): FileLimits {
	return { bytes: config.IMPORT_MAX_MB * MiB, rows: config.IMPORT_MAX_ROWS, columns: config.IMPORT_MAX_COLUMNS }
}

/** @param locale the language of the space */
export function rowRules(
	config: Pick<Config, 'MAX_TEXT_LENGTH' | 'IMPORT_MAX_CELL_KB'>,
	{ headings, mapping, source }: Pick<ImportPlan, 'headings' | 'mapping' | 'source'>,
	locale: string,
	now: number,
): RowRules {
	return {
		headings,
		mapping: { ...mapping, columns: mapping.columns.filter((target) => importTargets.includes(target)) },
		source,
		maxTextLength: config.MAX_TEXT_LENGTH,
		maxCellLength: config.IMPORT_MAX_CELL_KB * 1024,
		locale,
		now,
	}
}
