import { sql } from '#platform/pg/sql.ts'
import type { Column, DataRepresentation, MediaAggregate, MediaType, Relation } from './catalog.ts'

/** Identifies the version of the relations and functions of a name by oid and xmin; null when there are none. */
export const findName = (schema: string, name: string) => sql`
	select string_agg(found.version, ' ' order by found.version) as version from (
		select c.oid || ':' || c.xmin as version from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname = ${schema} and c.relname = ${name} and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
		union all
		select p.oid || ':' || p.xmin from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
		where n.nspname = ${schema} and p.proname = ${name} and p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger')
	) found`

/** Relations and their columns, in one pass. Partitions are available through their parents. */
export const readRelations = () => sql`
	with recursive relations as materialized (
		select c.oid, n.nspname, c.relname, c.relkind
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
			and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
	), bases (oid, base) as (
		select oid, typbasetype from pg_type where typtype = 'd'
		union all
		select b.oid, t.typbasetype from bases b join pg_type t on t.oid = b.base where t.typtype = 'd'
	), labels as (
		select enumtypid, json_agg(enumlabel order by enumsortorder) as list from pg_enum group by enumtypid
	), columns as (
		select a.attrelid, json_agg(json_strip_nulls(json_build_object(
			'number', a.attnum, 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'base', coalesce(b.typname, t.typname),
			'notNull', a.attnotnull or (t.typtype = 'd' and t.typnotnull),
			'defaultSql', case when a.attgenerated <> '' then null
				when a.attidentity = 'd' then format('nextval(%L::regclass)', pg_get_serial_sequence(format('%I.%I', c.nspname, c.relname), a.attname))
				else coalesce(pg_get_expr(d.adbin, d.adrelid), t.typdefault) end,
			'comment', o.description, 'labels', l.list,
			'maxLength', case when a.atttypid in (1042, 1043) and a.atttypmod > 4 then a.atttypmod - 4 end
		)) order by a.attnum) as list
		from relations c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
			join pg_type t on t.oid = a.atttypid
			left join (bases d1 join pg_type b on b.oid = d1.base and b.typtype <> 'd') on d1.oid = t.oid
			left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
			left join pg_description o on o.objoid = a.attrelid and o.objsubid = a.attnum and o.classoid = 'pg_class'::regclass
			left join labels l on l.enumtypid = t.oid
		group by a.attrelid
	)
	select c.oid::text as oid, c.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as "isView",
		obj_description(c.oid, 'pg_class') as comment,
		case when c.relkind in ('r', 'p') then 28 else pg_relation_is_updatable(c.oid, true) end as operations,
		coalesce(k.list, '[]') as columns
	from relations c left join columns k on k.attrelid = c.oid
	order by c.nspname, c.relname`

/** Primary keys, unique constraints, foreign keys; unique indexes without a constraint count as unique. */
export const readConstraints = () => sql`
	select k.conname as name, k.contype::text as kind, k.conrelid::text as relation, k.conkey::int[] as columns,
		nullif(k.confrelid, 0)::text as target, k.confkey::int[] as target_columns
	from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
	where k.contype in ('p', 'u', 'f') and k.conparentid = 0
		and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
	union all
	select i.relname, 'u', x.indrelid::text, x.indkey::int2[]::int[], null, null
	from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
		join pg_namespace n on n.oid = c.relnamespace
	where x.indisunique and x.indpred is null and x.indexprs is null and x.indnkeyatts = x.indnatts
		and not exists (select from pg_constraint k where k.conindid = x.indexrelid)
		and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
	order by 3, 1`

/** A page of the rewrite rules of views, which name the source of every plain column. */
export const readViewRules = (after: string, count: number) => sql`
	select r.ev_class::text as view, r.ev_action::text as rule
	from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
	where r.rulename = '_RETURN' and c.relkind in ('v', 'm') and r.ev_class > ${after}::oid
		and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
	order by r.ev_class limit ${count}`

/** Pattern of the domains that are media types. */
const mediaTypeName = '^[a-z0-9*][a-z0-9.+*-]*/[a-z0-9*][a-z0-9.+*-]*$'

/** Functions of the exposed schemas. Modes: i in, b in and out, v variadic, o out, t table. */
export const readRoutines = (schemas: readonly string[]) => sql`
	select n.nspname as schema, p.proname as name, p.provolatile::text as volatility, p.proretset as is_set,
		obj_description(p.oid, 'pg_proc') as comment, p.prorows as rows, p.pronargdefaults as defaults,
		format_type(p.prorettype, null) as return_type,
		case when t.typtype = 'd' and t.typname ~ ${mediaTypeName} then json_build_object('type', t.typname, 'isBinary', b.typname = 'bytea') end as media,
		nullif(coalesce(b.typrelid, t.typrelid), 0)::text as return_relation,
		(select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'base', y.typname) order by a.attnum)
			from pg_attribute a join pg_type y on y.oid = a.atttypid
			where a.attrelid = coalesce(b.typrelid, t.typrelid) and a.attnum > 0 and not a.attisdropped) as return_columns,
		coalesce((select json_agg(json_build_object(
			'name', coalesce(p.proargnames[a.position], ''), 'type', format_type(a.type, null), 'base', y.typname,
			'mode', coalesce(p.proargmodes[a.position]::text, 'i'), 'relation', nullif(y.typrelid, 0)::text
		) order by a.position) from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a(type, position)
			join pg_type y on y.oid = a.type), '[]') as arguments
	from pg_proc p join pg_namespace n on n.oid = p.pronamespace
		join pg_type t on t.oid = p.prorettype left join pg_type b on b.oid = t.typbasetype and t.typtype = 'd'
	where p.prokind = 'f' and n.nspname = any(${schemas}) and t.typname not in ('trigger', 'event_trigger')
	order by n.nspname, p.proname, p.oid`

/** Aggregates that return a domain named after a media type. */
export const readMediaAggregates = (schemas: readonly string[]) => sql`
	select n.nspname as schema, p.proname as name, t.typname as media, b.typname = 'bytea' as "isBinary", nullif(y.typrelid, 0)::text as relation
	from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type y on y.oid = p.proargtypes[0]
		join pg_type t on t.oid = p.prorettype and t.typtype = 'd' join pg_type b on b.oid = t.typbasetype
	where p.prokind = 'a' and n.nspname = any(${schemas}) and p.pronargs = 1
		and t.typname ~ ${mediaTypeName} and (y.typrelid <> 0 or y.typname = 'anyelement')
	order by p.proname, p.oid`

/** The schema of PostGIS. */
export const readGeoJson = () => sql`
	select n.nspname as schema from pg_proc p join pg_namespace n on n.oid = p.pronamespace
	where p.proname = 'st_asgeojson' and p.proargtypes[0] = 'record'::regtype`

/** Functions of casts from and to domains. PostgreSQL ignores such casts; PostgREST uses them as data representations. */
export const readRepresentations = () => sql`
	select format_type(case when s.typtype = 'd' then s.oid else t.oid end, null) as domain, n.nspname as schema, p.proname as name,
		case when s.typtype = 'd' then 'toJson' when s.oid = 'json'::regtype then 'fromJson' else 'fromText' end as kind
	from pg_cast c join pg_type s on s.oid = c.castsource join pg_type t on t.oid = c.casttarget
		join pg_proc p on p.oid = c.castfunc join pg_namespace n on n.oid = p.pronamespace
	where c.castmethod = 'f' and c.castcontext = 'i'
		and ((s.typtype = 'd' and t.oid = 'json'::regtype) or (t.typtype = 'd' and s.oid in ('json'::regtype, 'text'::regtype)))`

/** Types that a cast may use, and SQL's own spelling of each; those of PostgreSQL last. */
export const readTypes = (schemas: readonly string[]) => sql`
	select n.nspname as schema, t.typname as name, format_type(t.oid, null) as spelling
	from pg_type t join pg_namespace n on n.oid = t.typnamespace
	where (n.nspname = 'pg_catalog' or n.nspname = any(${schemas}))
		and t.typtype in ('b', 'd', 'e', 'r', 'm')
	order by n.nspname = 'pg_catalog'`

/** Text search configurations for `fts(config)`. */
export const readSearchConfigs = () => sql`
	select c.cfgname as name, quote_literal(c.oid::regconfig::text) as literal
	from pg_ts_config c where pg_ts_config_is_visible(c.oid) or c.cfgnamespace <> 'pg_catalog'::regnamespace`

export type ColumnRow = Omit<Column, 'representation'> & { number: number }

export type RelationRow = Pick<Relation, 'schema' | 'name' | 'isView'> & {
	oid: string
	comment: string | null
	/** Bits of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
	operations: number
	columns: ColumnRow[]
}

export type ConstraintRow = {
	name: string
	kind: 'p' | 'u' | 'f'
	relation: string
	columns: number[]
	target: string | null
	target_columns: number[] | null
}

/** A named value: an argument, or a column of what is returned. */
export type Value = { name: string; type: string; base: string }

export type RoutineRow = {
	schema: string
	name: string
	volatility: 'v' | 's' | 'i'
	is_set: boolean
	comment: string | null
	/** The planner's estimate for a set. */
	rows: number
	defaults: number
	return_type: string
	media: MediaType | null
	return_relation: string | null
	/** The columns of a table or composite type. */
	return_columns: Value[] | null
	arguments: (Value & { mode: string; relation: string | null })[]
}

export type CatalogRows = {
	relations: RelationRow[]
	constraints: ConstraintRow[]
	rules: { view: string; rule: string }[]
	routines: RoutineRow[]
	types: { schema: string; name: string; spelling: string }[]
	searchConfigs: { name: string; literal: string }[]
	/** With the relation of the argument; null for any. */
	mediaAggregates: (Omit<MediaAggregate, 'of'> & { relation: string | null })[]
	geoJson: { schema: string }[]
	/** Casts between a domain and json or text. */
	representations: { domain: string; kind: keyof DataRepresentation; schema: string; name: string }[]
}
