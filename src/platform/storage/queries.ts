import { prepared, type Query, sql } from '#platform/pg/sql.ts'

export type BucketRow = {
	id: string
	public: boolean
	file_size_limit: number | null
	allowed_mime_types: string[] | null
	image_policy: unknown
}

/** `metadata` of an object, as sent to clients. */
export type ObjectMetadata = {
	eTag: string
	size: number
	mimetype: string
	cacheControl: string
	lastModified: string
	contentLength: number
	httpStatusCode: number
	/** Only of bytes that were uploaded encoded. */
	contentEncoding?: string
}
export type ObjectRow = {
	id: string
	bucket_id: string
	name: string
	version: string
	metadata: ObjectMetadata | null
	user_metadata: Record<string, unknown> | null
	created_at: Date
	updated_at: Date
	last_accessed_at: Date
}

/** Row of an upload. The id is made here, because RETURNING needs the right to read. */
export type NewObject = {
	id: string
	bucket: string
	name: string
	owner: string | null
	version: string
	metadata: object
	userMetadata: object | null
}

export const findBucket = (id: string) => sql`
	select id, public, file_size_limit::float8 as file_size_limit, allowed_mime_types, image_policy
	from storage.buckets where id = ${id}`

export const findObject = (bucket: string, name: string) => sql`
	select id, bucket_id, name, version, metadata, user_metadata, created_at, updated_at, last_accessed_at
	from storage.objects where bucket_id = ${bucket} and name = ${name}`

export const findObjects = (bucket: string, names: string[]) => sql`
	select name from storage.objects where bucket_id = ${bucket} and name = any(${names}::text[])`

/** Serializes writers of a name until their transactions end. */
export const lockObject = (bucket: string, name: string) => sql`
	select pg_advisory_xact_lock(hashtextextended(${bucket} || '/' || ${name}, 7268435))`

export const lockVersion = (bucket: string, name: string) => sql`
	select id, version from storage.objects where bucket_id = ${bucket} and name = ${name} for update`

export function insertObject({ id, bucket, name, owner, version, ...object }: NewObject, onConflict = ''): Query {
	const userMetadata = object.userMetadata && JSON.stringify(object.userMetadata)
	return prepared(
		`insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
		values ($1, $2, $3, case when $4 then $5::text::uuid end, $5::text, $6, $7::jsonb, $8::jsonb) ${onConflict}`,
		[id, bucket, name, isUuid(owner), owner, version, JSON.stringify(object.metadata), userMetadata],
	)
}

export const upsertObject = (object: NewObject): Query =>
	insertObject(
		object,
		`on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
		user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`,
	)

export const moveObject = (id: string, bucket: string, name: string) => sql`
	update storage.objects set bucket_id = ${bucket}, name = ${name}, updated_at = now() where id = ${id}`

/** @param versions of the same length as names; null removes a name whatever its version */
export const deleteObjects = (bucket: string, names: string[], versions: (string | null)[]) => sql`
	delete from storage.objects o using unnest(${names}::text[], ${versions}::text[]) wanted (name, version)
	where o.bucket_id = ${bucket} and o.name = wanted.name and (wanted.version is null or o.version = wanted.version)
	returning o.id, o.bucket_id, o.name, o.owner, o.version, o.metadata, o.user_metadata, o.created_at, o.updated_at,
		o.last_accessed_at`

/** Versions without an object. */
export const versionsWithoutObject = (versions: string[]) => sql`
	select v.version from unnest(${versions}::text[]) v(version)
	where not exists (select from storage.objects o where o.version = v.version)`

/** Objects whose version begins with two given digits. */
export const objectsInShard = (start: string) => sql`
	select bucket_id, name, version from storage.objects where version >= ${start} and version < ${`${start}g`}`

export const objectsWithVersions = (versions: string[]) => sql`
	select bucket_id, name, version from storage.objects where version = any(${versions}::text[])`

/** Tokens of other issuers may have owners of another form. */
export function isUuid(text: string | null): boolean {
	return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '')
}
