import type { ImportAnalysis, ImportMapping } from '#shared/import/import-api.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'

/** The input of an import: a file, or rows that were pasted. */
export type ImportInput = { file: File } | { rows: string }

/** The server refused it: a sentence, and one for each field that is wrong. */
export class ImportRefused extends Error {
	override name = 'ImportRefused'
	readonly status: number
	readonly fields: Record<string, string>
	/** The sentence about the whole request. */
	readonly serverMessage: string

	constructor(status: number, message: string, fields: Record<string, string>) {
		super(Object.values(fields)[0] ?? message)
		this.status = status
		this.fields = fields
		this.serverMessage = message
	}
}

/** Asks what an import would do. Nothing is stored. */
export async function analyseImport(
	client: Client,
	spaceId: string,
	input: ImportInput,
	mapping: Partial<ImportMapping>,
	signal: AbortSignal,
): Promise<ImportAnalysis> {
	return invoke(client, 'import', toForm(spaceId, input, mapping, 'true'), signal)
}

/** The rows that an import would leave out, as CSV. */
export async function fetchOthers(
	client: Client,
	spaceId: string,
	input: ImportInput,
	mapping: ImportMapping,
): Promise<Blob> {
	const text = await invoke<string>(client, 'import', toForm(spaceId, input, mapping, 'others'))
	return new Blob(['\ufeff', text.replace(/^\ufeff/, '')], { type: 'text/csv' })
}

/** @returns the id of the import */
export async function startImport(
	client: Client,
	spaceId: string,
	input: ImportInput,
	mapping: ImportMapping,
): Promise<string> {
	return (await invoke<{ id: string }>(client, 'import', toForm(spaceId, input, mapping, 'false'))).id
}

/** Fetches the pictures of an import again that could not be fetched. */
export async function retryPictures(client: Client, importId: string): Promise<void> {
	throwIfError(await client.rpc('retry_import_pictures', { import_id: importId }))
}

/** Adds a row that was refused, with its cells as they are now. */
export async function mendRow(client: Client, importId: string, row: number, cells: string[]): Promise<void> {
	await invoke(client, 'import-row', { import_id: importId, row, cells })
}

function toForm(spaceId: string, input: ImportInput, mapping: Partial<ImportMapping>, dryRun: string): FormData {
	const form = new FormData()
	form.set('space_id', spaceId)
	form.set('mapping', JSON.stringify(mapping))
	form.set('dry_run', dryRun)
	if ('file' in input) form.set('file', input.file)
	else form.set('rows', input.rows)
	return form
}

async function invoke<Answer>(
	client: Client,
	name: string,
	body: FormData | Record<string, unknown>,
	signal?: AbortSignal,
): Promise<Answer> {
	const { data, error } = await client.functions.invoke(name, { body, ...(signal && { signal }) })
	if (error) throw await toRefusal(error)
	return data
}

/** The client's errors carry the response, or the error of the network. */
async function toRefusal(error: { context?: unknown }): Promise<unknown> {
	const { context } = error
	if (!(context instanceof Response)) return context instanceof Error ? context : error
	const answer: { error?: { message?: string; fields?: Record<string, string> } } = await context
		.json()
		.catch(() => ({}))
	return new ImportRefused(context.status, answer.error?.message ?? '', answer.error?.fields ?? {})
}
