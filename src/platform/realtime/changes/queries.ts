import { quoteIdentifier } from '#platform/pg/identifiers.ts'
import { prepared, type Query, sql } from '#platform/pg/sql.ts'

export const syncPublication = () => sql`select realtime.sync_publication()`

/**
 * Published tables with their published columns, types and primary keys. `format_type(…, -1)` avoids `character`, which
 * as a cast would truncate to one character.
 */
export const readRelations = () => sql`
	select c.oid::text as oid, n.nspname as schema, c.relname as name, c.relrowsecurity as has_policies,
		p.pubinsert as inserts, p.pubupdate as updates, p.pubdelete as deletes,
		exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'realtime.record_change()'::regprocedure)
			as is_attached,
		(select json_agg(json_build_object('name', a.attname, 'type', t.typname, 'cast', format_type(a.atttypid, -1),
				'isEnum', t.typtype = 'e') order by a.attnum)
			from pg_attribute a join pg_type t on t.oid = a.atttypid
			where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname = any(pt.attnames)) as columns,
		coalesce((select json_agg(json_build_object('name', a.attname, 'cast', format_type(a.atttypid, -1)) order by k.n)
			from pg_index i
			cross join unnest(i.indkey) with ordinality k(attnum, n)
			join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
			where i.indrelid = c.oid and i.indisprimary), '[]') as key
	from pg_publication_tables pt
	join pg_publication p on p.pubname = pt.pubname
	join pg_namespace n on n.nspname = pt.schemaname
	join pg_class c on c.relnamespace = n.oid and c.relname = pt.tablename
	where pt.pubname = 'supabase_realtime' and realtime.may_be_live(pt.schemaname, p.puballtables)`

/** The columns of a table that a role may read. */
export const readSelectable = (role: string, oid: string) => sql`
	select a.attname as name from pg_attribute a
	where a.attrelid = ${oid}::oid and a.attnum > 0 and not a.attisdropped
		and has_column_privilege(${role}, a.attrelid, a.attnum, 'select')
		and has_schema_privilege(${role}, (select relnamespace from pg_class where oid = a.attrelid), 'usage')`

/** Continues the transaction as a listener. */
export const becomeListener = (role: string, claims: string) => sql`
	select set_config('role', ${role}, true), set_config('request.jwt.claims', ${claims}, true)`

/** @returns positions (from 1) of the keys whose rows the caller sees; `keys` is one array per key column */
export function visibleKeys(
	relation: { schema: string; name: string; key: { name: string; cast: string }[] },
	keys: string[][],
): Query {
	const arrays = relation.key.map(({ cast }, i) => `$${i + 1}::text[]::${cast}[]`)
	const names = relation.key.map((_, i) => `k${i}`)
	const match = relation.key.map(({ name }, i) => `t.${quoteIdentifier(name)} = k.k${i}`)
	return prepared(
		`select k.n::int as n from unnest(${arrays.join(', ')}) with ordinality k(${names.join(', ')}, n)
		join ${quoteIdentifier(relation.schema)}.${quoteIdentifier(relation.name)} t on ${match.join(' and ')}`,
		keys,
	)
}

/** The given changes whose row was changed again or, with `op`, deleted, by commits visible now. */
export const changedLater = (ids: string[], op?: 'DELETE') => sql`
	select c.id::text as id
	from realtime.changes c
	where c.id = any(${ids}::bigint[]) and exists (
		select from realtime.changes d
		where d.id > (select min(i) from unnest(${ids}::bigint[]) i) and d.id > c.id
			and d.schema_name = c.schema_name and d.table_name = c.table_name and d.key = c.key
			and (${op ?? null}::text is null or d.op = ${op ?? null}))`

/** @returns positions (from 1) of the row images that the caller's policies would show; images are JSON text */
export const wouldSee = (oid: string, images: string[]) => sql`
	select n from realtime.would_see(${oid}::oid, ${images}::text[]::json[]) n`

/** Casts a filter's values to the column's type and returns them as JSON shows them. */
export const canonicalValues = (cast: string, values: string[]): Query =>
	prepared(
		`select to_jsonb(x.v::${cast}) #>> '{}' as value from unnest($1::text[]) with ordinality x(v, n) order by n`,
		[values],
	)

/** Fails for an invalid regular expression. */
export const tryPattern = (pattern: string) => sql`select ('' ~ ${pattern})::text as value`

/** Operators that compare a column with a value, as SQL. */
export const comparisons = {
	eq: (cast: string) => `r.v = f.v::${cast}`,
	neq: (cast: string) => `r.v <> f.v::${cast}`,
	lt: (cast: string) => `r.v < f.v::${cast}`,
	lte: (cast: string) => `r.v <= f.v::${cast}`,
	gt: (cast: string) => `r.v > f.v::${cast}`,
	gte: (cast: string) => `r.v >= f.v::${cast}`,
	isdistinct: (cast: string) => `r.v is distinct from f.v::${cast}`,
	like: () => 'r.v::text like f.v',
	ilike: () => 'r.v::text ilike f.v',
	match: () => 'r.v::text ~ f.v',
	imatch: () => 'r.v::text ~* f.v',
} satisfies Record<string, (cast: string) => string>
export type CompareOperator = keyof typeof comparisons

/**
 * Compares column values with operands in the database.
 * @param values JSON text: `[{"v": value}, …]`
 * @returns pairs of positions (from 1) for which the comparison is known to be true or false
 */
export const compareValues = (operator: CompareOperator, cast: string, values: string, operands: string[]): Query =>
	prepared(
		`select r.n::int as value, f.n::int as operand, ${comparisons[operator](cast)} as holds
		from rows from (json_to_recordset($1::json) as (v ${cast})) with ordinality r(v, n)
		cross join unnest($2::text[]) with ordinality f(v, n)`,
		[values, operands],
	)
