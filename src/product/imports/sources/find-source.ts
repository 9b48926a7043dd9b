import type { ImportAnalysis, ImportFormat } from '#shared/import/import-api.ts'
import type { KnownSource } from './known-source.ts'
import { knownSources } from './load-sources.ts'

const formats: Record<ImportFormat, string> = {
	csv: 'CSV file',
	json: 'JSON file',
	xlsx: 'Excel workbook',
	ods: 'OpenDocument sheet',
	html: 'Table of a web page',
	xml: 'XML file',
	yaml: 'YAML file',
}

export const nameOfFormat = (format: ImportFormat): string => formats[format]

/** The description of a known source; undefined for formats and for what is not known. */
export function findSource(id: string | undefined): KnownSource | undefined {
	return knownSources.find((source) => source.id === id)
}

/** All sources that a member may choose. */
export const listSources = (): ImportAnalysis['sources'] => knownSources.map(({ id, name }) => ({ id, name }))
