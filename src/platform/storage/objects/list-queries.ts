import { prepared, type Query } from '#platform/pg/sql.ts'

export type Order = {
	column: 'name' | 'created_at' | 'updated_at' | 'last_accessed_at'
	descending: boolean
}
const columns = ['name', 'created_at', 'updated_at', 'last_accessed_at'] as const

/** Sort columns come from a closed list, so no caller's text becomes SQL. */
export function readOrder(sortBy: {
	column?: string | null | undefined
	order?: 'asc' | 'desc' | null | undefined
}): Order {
	const column = columns.find((name) => name === sortBy.column) ?? 'name'
	return { column, descending: sortBy.order === 'desc' }
}

/** One level of a bucket: folders first, then files. @param prefix empty, or ends with a slash */
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

/** Position after the last page: the sort value and the key. */
export type Position = { value: string; key: string }
export type Entries = {
	prefix: string
	/** Only the key that equals the prefix. */
	exact: boolean
	/** Replaces the keys of a folder by one entry `a/b/`. */
	delimited: boolean
	order: Order
	after: Position | undefined
	limit: number
}

/**
 * Entries after a position, ordered by key (bytewise) or date. A folder has the date of its first entry. The next
 * page neither misses nor repeats an entry, whatever was added meanwhile.
 */
export function listEntries(bucket: string, entries: Entries): Query {
	const { prefix, exact, delimited, order, after, limit } = entries
	const direction = order.descending ? 'desc' : 'asc'
	const sorted = order.column === 'name' ? 'key' : order.column
	const kind = order.column === 'name' ? 'text collate "C"' : 'timestamptz'
	const follows = order.descending ? '<' : '>'
	return prepared(
		`with found as (
			select case when $3 and position('/' in substring(name from char_length($2) + 1)) > 0
					then $2 || split_part(substring(name from char_length($2) + 1), '/', 1) || '/'
					else name end collate "C" as key, o.*
			from storage.objects o
			where bucket_id = $1 and name >= $2 collate "C" and starts_with(name, $2) and (not $4 or name = $2)
		), entries as (
			select distinct on (key) key, key <> name as is_folder, id, name, version, updated_at, created_at,
				last_accessed_at, metadata
			from found order by key, ${order.column} ${direction}
		)
		select *, ${sorted}::text as position from entries
		where $5::text is null or (${sorted}, key) ${follows} ($5::${kind}, $6::text collate "C")
		order by ${sorted} ${direction}, key ${direction} limit $7`,
		[bucket, prefix, delimited, exact, after?.value ?? null, after?.key ?? null, limit],
	)
}
