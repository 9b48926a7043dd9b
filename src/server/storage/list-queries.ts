import { prepared, type Query, sql } from '#server/pg/sql.ts'

export type Order = {
	column: 'name' | 'created_at' | 'updated_at' | 'last_accessed_at'
	descending: boolean
}
const columns = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const

/** Only columns of the closed list get into a text. */
export function readOrder(sortBy: {
	column?: string | undefined
	order?: string | undefined
}): Order {
	const column = columns.find((name) => name === sortBy.column) ?? 'name'
	return { column, descending: sortBy.order?.toLowerCase() === 'desc' }
}

/**
 * One level of a bucket: folders first, then files (data.md §4.4).
 * @param prefix empty, or ends with a slash
 */
export function listLevel(
	bucket: string,
	prefix: string,
	{ column, descending }: Order,
	page: { search: string; limit: number; offset: number },
): Query {
	const direction = descending ? 'desc' : 'asc'
	return prepared(
		`with found as (
			select o.*, substring(o.name from char_length($2) + 1) as rest
			from storage.objects o
			where o.bucket_id = $1 and o.name >= $2 collate "C" and starts_with(o.name, $2)
		), level as (
			select split_part(rest, '/', 1) as part, position('/' in rest) > 0 as is_folder, f.*
			from found f where $3 = '' or starts_with(lower(rest), lower($3))
		)
		select * from (
			select distinct part as name, true as is_folder, null::uuid as id, null::timestamptz as updated_at,
				null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
			from level where is_folder
			union all
			select part, false, id, updated_at, created_at, last_accessed_at, metadata from level where not is_folder
		) entries
		order by is_folder desc, ${column} ${direction}, name ${direction}
		limit $4 offset $5`,
		[bucket, prefix, page.search, page.limit, page.offset],
	)
}

/** Keys after a key: files, and with a delimiter folders as `a/b/`. */
export const listKeys = (
	bucket: string,
	prefix: string,
	after: string,
	limit: number,
	delimited: boolean,
) => sql`
	with found as (
		select case when ${delimited} and position('/' in substring(name from char_length(${prefix}) + 1)) > 0
				then ${prefix} || split_part(substring(name from char_length(${prefix}) + 1), '/', 1) || '/'
				else name end as key, o.*
		from storage.objects o
		where bucket_id = ${bucket} and name >= ${prefix} collate "C" and starts_with(name, ${prefix})
	)
	select distinct on (key) key, key <> name as is_folder, id, name, version, updated_at, created_at, last_accessed_at, metadata
	from found where key > ${after} collate "C" order by key, name limit ${limit}`

/** The same by another column; pages are counted, so a change between two pages may shift them. */
export function listSorted(
	bucket: string,
	prefix: string,
	{ column, descending }: Order,
	{ limit, offset }: { limit: number; offset: number },
): Query {
	const direction = descending ? 'desc' : 'asc'
	return prepared(
		`select name as key, false as is_folder, id, name, version, updated_at, created_at, last_accessed_at, metadata
		from storage.objects
		where bucket_id = $1 and name >= $2 collate "C" and starts_with(name, $2)
		order by ${column} ${direction}, name ${direction} limit $3 offset $4`,
		[bucket, prefix, limit, offset],
	)
}
