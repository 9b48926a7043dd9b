import { prepared, type Query, sql } from '#platform/pg/sql.ts'
import { isUuid } from '#platform/storage/queries.ts'

export type BucketChange = {
	public?: boolean | null | undefined
	file_size_limit?: number | null | undefined
	allowed_mime_types?: string[] | null | undefined
}
type NewBucket = { id: string; name: string; owner: string | null } & BucketChange

const columns = `id, name, coalesce(owner::text, '') as owner, public, file_size_limit::float8 as file_size_limit,
	allowed_mime_types, created_at, updated_at`

export const insertBucket = ({ id, name, owner, ...rest }: NewBucket) => sql`
	insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
	values (${id}, ${name}, case when ${isUuid(owner)} then ${owner}::text::uuid end, ${owner}::text, ${rest.public ?? false}, ${rest.file_size_limit ?? null}, ${rest.allowed_mime_types ?? null})`

export const readBucket = (id: string): Query => prepared(`select ${columns} from storage.buckets where id = $1`, [id])

const sortColumns = ['id', 'name', 'created_at', 'updated_at'] as const
export type BucketSort = { column: (typeof sortColumns)[number]; descending: boolean }

/** Sort columns come from a closed list, so no caller's text becomes SQL. */
export function readBucketSort(column: string | undefined, order: string | undefined): BucketSort {
	const known = sortColumns.find((name) => name === column) ?? 'name'
	return { column: known, descending: order?.toLowerCase() === 'desc' }
}

export const listBuckets = (
	{ column, descending }: BucketSort,
	{ search, limit, offset }: { search: string; limit: number; offset: number },
): Query =>
	prepared(
		`select ${columns}, type from storage.buckets
		where $1 = '' or position(lower($1) in lower(name)) > 0
		order by ${column} ${descending ? 'desc' : 'asc'}, id limit $2 offset $3`,
		[search, limit, offset],
	)

/** Missing keys keep their values, and so does `public` when it is null. */
export const updateBucket = (id: string, change: BucketChange) => sql`
	update storage.buckets set
		public = coalesce(${change.public ?? null}::boolean, public),
		file_size_limit = case when ${change.file_size_limit !== undefined} then ${change.file_size_limit ?? null}::bigint else file_size_limit end,
		allowed_mime_types = case when ${change.allowed_mime_types !== undefined} then ${change.allowed_mime_types ?? null}::text[] else allowed_mime_types end,
		updated_at = now()
	where id = ${id}`

export const deleteBucket = (id: string) => sql`delete from storage.buckets where id = ${id}`

/** Rows that the caller may delete, in batches. */
export const emptyBucket = (id: string) => sql`
	delete from storage.objects
	where id in (select id from storage.objects where bucket_id = ${id} limit 1000) returning version`
