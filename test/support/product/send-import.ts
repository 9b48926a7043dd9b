import type { SupabaseClient } from '@supabase/supabase-js'
import type { ImportMapping } from '#shared/import/import-api.ts'
import type { ImportRow, ImportRowRow } from '#shared/rows.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

/** The input of an import: a file, or pasted rows. */
export type SentImport = {
	file?: string | Uint8Array
	name?: string
	rows?: string
	mapping?: Partial<ImportMapping>
	dry_run?: string
}

/** Posts a file or rows to `import` as a browser does. */
export function sendImport(app: TestApp, token: string, space: string, sent: SentImport): Promise<Response> {
	const { file, name = 'praise.csv', rows, mapping, dry_run } = sent
	const form = new FormData()
	form.set('space_id', space)
	if (mapping) form.set('mapping', JSON.stringify(mapping))
	if (dry_run) form.set('dry_run', dry_run)
	if (rows !== undefined) form.set('rows', rows)
	if (file !== undefined) form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name)
	const headers = { authorization: `Bearer ${token}` }
	return app.fetch(`${app.url}/functions/v1/import`, { method: 'POST', headers, body: form })
}

/** Imports, waits for the end, and reads the row of the import as a member. @throws when a job failed */
export async function runImport(
	app: TestApp,
	{ client, token }: { client: SupabaseClient; token: string },
	space: string,
	sent: SentImport,
): Promise<ImportRow> {
	const response = await sendImport(app, token, space, sent)
	const body = await response.json()
	if (response.status !== 202) throw new Error(JSON.stringify(body))
	await app.deps.longJobs.idle()
	const failed = await asOwner(app.database, 'select kind, last_error from plaudit.jobs where last_error is not null')
	if (failed.length > 0) throw new Error(JSON.stringify(failed))
	const { data } = await client.from('imports').select().eq('id', body.id).single().throwOnError()
	return data
}

/** The outcome of each row of an import. */
export async function importRows(client: SupabaseClient, { id }: Pick<ImportRow, 'id'>): Promise<ImportRowRow[]> {
	const { data } = await client.from('import_rows').select().eq('import_id', id).order('row').throwOnError()
	return data
}
