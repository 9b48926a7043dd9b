import type { Config } from '#platform/config/config.ts'
import { invalid } from '#product/http/errors.ts'
import {
	type ImportColumn,
	type ImportFile,
	type ImportMapping,
	type ImportSource,
	type ImportSummary,
	importFormats,
	importTargets,
} from '#shared/import/import-api.ts'
import { targetOfHeading } from './columns/headings.ts'
import { planColumns } from './columns/plan-columns.ts'
import { dateOrderOf, type Survey, surveyColumns } from './columns/survey-columns.ts'
import { type ChosenMapping, chooseColumns } from './parse-mapping.ts'
import { shown } from './rows/row-notes.ts'
import type { RowRules } from './rows/row-types.ts'
import { findSource, nameOfFormat } from './sources/find-source.ts'
import type { KnownSource } from './sources/known-source.ts'
import { type FileLimits, FileRefused } from './table/file-refused.ts'
import type { Table } from './table/table.ts'

const MiB = 1024 * 1024

/** The plan of an import of a file. */
export type ImportPlan = {
	headings: readonly string[]
	survey: Survey
	source: ImportSource
	sourceName: string
	known: KnownSource | undefined
	headingsLanguage: string
	/** True for columns that could be several things. */
	isUnsure: readonly boolean[]
	mapping: ImportMapping
	isDateOrderCertain: boolean
}

/**
 * Plans an import: what is not chosen is guessed from the file, else as the source has it.
 * @throws FileRefused, AppError 422 for a mapping that does not fit the file
 */
export async function planImport(table: Table, chosen: ChosenMapping): Promise<ImportPlan> {
	const survey = await surveyColumns(table)
	const headings = table.headings()
	const { file } = table
	if (survey.rows === 0)
		throw new FileRefused(
			file.heading_row === null
				? 'There is no list of objects in this file.'
				: 'The file has headings, and no rows below them.',
		)
	requireSource(chosen.source)
	const guessed = planColumns(headings, survey, findSource(chosen.source)?.id)
	const known = isFormat(chosen.source) ? undefined : guessed.source
	const columns = chooseColumns(chosen.columns, headings, guessed.targets)
	const found = dateOrderOf(survey, columns, guessed.headingsLanguage === 'en')
	const source = known?.id ?? file.format
	const mapping: ImportMapping = {
		format: file.format,
		encoding: file.encoding,
		delimiter: file.delimiter as ImportMapping['delimiter'],
		heading_row: file.heading_row,
		sheet: file.sheet,
		source,
		columns,
		date_order: chosen.date_order ?? (found.isCertain ? found.order : (known?.dateOrder ?? found.order)),
		time_zone: chosen.time_zone ?? known?.timeZone ?? 'UTC',
		scale: chosen.scale ?? known?.scale ?? 5,
		half_stars: chosen.half_stars ?? 'down',
		plain_text: chosen.plain_text ?? true,
		unwanted: chosen.unwanted ?? 'leave_out',
		replies: chosen.replies ?? true,
		stars_without_words: chosen.stars_without_words ?? 'leave_out',
		stand_in_name: chosen.stand_in_name ?? null,
		stand_in_date: chosen.stand_in_date ?? null,
		base_url: chosen.base_url ?? null,
		consent: chosen.consent ?? 'private',
		status: chosen.status ?? 'pending',
		form_id: chosen.form_id ?? null,
		locale: chosen.locale ?? null,
	}
	return {
		headings,
		survey,
		source,
		sourceName: known?.name ?? nameOfFormat(file.format),
		known,
		headingsLanguage: guessed.headingsLanguage,
		isUnsure: headings.map((_, at) => chosen.columns === undefined && guessed.isUnsure[at] === true),
		mapping,
		isDateOrderCertain: found.isCertain || known?.dateOrder !== undefined || chosen.date_order !== undefined,
	}
}

const isFormat = (source: string | undefined): boolean => importFormats.some((format) => format === source)

function requireSource(source: string | undefined): void {
	if (source !== undefined && !isFormat(source) && !findSource(source))
		throw invalid({ 'mapping.source': 'This source is not known.' })
}

/** The columns of a file with samples, and what each is taken for. */
export function columnsOf({ headings, survey, mapping, isUnsure }: ImportPlan): ImportColumn[] {
	return headings.map((heading, at) => {
		const column = survey.columns[at]
		return {
			heading,
			samples: column?.samples ?? [],
			filled: column?.filled ?? 0,
			values: column?.values ?? null,
			target: mapping.columns[at] ?? 'none',
			is_unsure: isUnsure[at] ?? false,
			likely: targetOfHeading(heading) ?? null,
		}
	})
}

/** The facts about a file that are kept with its import. */
export function fileOf(
	table: Table,
	{ survey }: Pick<ImportPlan, 'survey'>,
	{ size, fingerprint }: Pick<ImportFile, 'size' | 'fingerprint'>,
): ImportFile {
	return { ...table.file, size, fingerprint, bad_rows: survey.badRows }
}

/** The summary of an import that begins. */
export function emptySummary({ sourceName }: Pick<ImportPlan, 'sourceName'>, file: ImportFile): ImportSummary {
	// A workbook may have thousands of sheets.
	const sheets = file.sheets.slice(0, 100).map(shown)
	return { source_name: sourceName, file: { ...file, sheets }, changes: [], left_out_cells: [] }
}

/** The limits of one file. */
export function fileLimits(
	config: Pick<Config, 'IMPORT_MAX_MB' | 'IMPORT_MAX_ROWS' | 'IMPORT_MAX_COLUMNS'>,
): FileLimits {
	return { bytes: config.IMPORT_MAX_MB * MiB, rows: config.IMPORT_MAX_ROWS, columns: config.IMPORT_MAX_COLUMNS }
}

/** Choices that imports of before they could be made did not store. */
const formerChoices: Partial<ImportMapping> = {
	time_zone: 'UTC',
	half_stars: 'down',
	plain_text: false,
	unwanted: 'leave_out',
	replies: false,
	stars_without_words: 'leave_out',
	stand_in_name: null,
	stand_in_date: null,
	base_url: null,
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
		mapping: {
			...formerChoices,
			...mapping,
			columns: mapping.columns.map((target) => (importTargets.includes(target) ? target : 'none')),
		},
		source,
		known: findSource(source),
		maxTextLength: config.MAX_TEXT_LENGTH,
		maxCellLength: config.IMPORT_MAX_CELL_KB * 1024,
		locale,
		now,
	}
}
