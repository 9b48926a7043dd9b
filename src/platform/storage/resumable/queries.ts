import { sql } from '#platform/pg/sql.ts'

/** A resumable upload. `metadata` is what the sender declared, `pieces` the state of the file store. */
export type UploadRow = {
	id: string
	bucket_id: string
	name: string
	owner_id: string | null
	is_upsert: boolean
	version: string
	size: number | null
	metadata: Record<string, string | null>
	pieces: unknown
	created_at: Date
	finished_at: Date | null
}
type NewUpload = Omit<UploadRow, 'pieces' | 'created_at' | 'finished_at'>

/** Lifetime of an upload in seconds, finished or not. */
export const uploadLifetime = 86_400

export const insertUpload = (upload: NewUpload) => sql`
	insert into storage.uploads (id, bucket_id, name, owner_id, is_upsert, version, size, metadata)
	values (${upload.id}, ${upload.bucket_id}, ${upload.name}, ${upload.owner_id}, ${upload.is_upsert}, ${upload.version},
		${upload.size}::bigint, ${JSON.stringify(upload.metadata)}::jsonb)`

export const findUpload = (id: string) => sql`
	select id, bucket_id, name, owner_id, is_upsert, version, size::float8 as size, metadata, pieces, created_at, finished_at
	from storage.uploads where id = ${id}`

export const countOpenUploads = (owner: string) => sql`
	select count(*)::int as open from storage.uploads where owner_id = ${owner} and finished_at is null`

export const setUploadSize = (id: string, size: number) => sql`
	update storage.uploads set size = ${size} where id = ${id} and size is null`

export const setUploadPieces = (id: string, pieces: unknown) => sql`
	update storage.uploads set pieces = ${JSON.stringify(pieces)}::jsonb where id = ${id}`

export const deleteUpload = (id: string) => sql`delete from storage.uploads where id = ${id}`

export const expiredUploads = (seconds: number, limit: number) => sql`
	select id, version, pieces, finished_at from storage.uploads
	where created_at < now() - make_interval(secs => ${seconds}) order by created_at limit ${limit}`

/** Notifies the node that writes an upload that another request wants to continue it. */
export const askToStop = (id: string) => sql`select pg_notify('storage_upload', ${id})`
