import type pg from 'pg'

/** A column that members may read. `check` is the constraint of a column that lists its values. */
export type Column = {
	relation: string
	is_view: boolean
	name: string
	type: string
	is_nullable: boolean
	check: string | null
}

/** A foreign key between two public tables. */
export type ForeignKey = {
	relation: string
	name: string
	columns: string[]
	parent: string
	parent_columns: string[]
	is_one_to_one: boolean
}

/** A function that members may call. The names and types are those of arguments, then those of the columns of its result. */
export type DatabaseFunction = {
	name: string
	result: string
	is_set: boolean
	names: string[] | null
	types: string[]
	arguments: number
	/** The defaults of the last arguments, in SQL. */
	defaults: string[]
}

/** The part of the public schema that members reach through rest/v1. */
export type Catalogue = { columns: Column[]; foreignKeys: ForeignKey[]; functions: DatabaseFunction[] }

const columns = `
	select relname as relation, relkind = 'v' as is_view, attname as name, typname as type, not attnotnull as is_nullable,
		(select pg_get_constraintdef(k.oid) from pg_constraint k
			where conrelid = attrelid and conkey = array[attnum] and typname in ('text', '_text')
				and pg_get_constraintdef(k.oid) ~ (attname || ' (= ANY \\(|<@ )ARRAY')) as check
	from pg_attribute a join pg_class c on c.oid = attrelid join pg_type t on t.oid = atttypid
	where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped
		and has_column_privilege('authenticated', attrelid, attnum, 'select')
	order by relname, attnum`

const names = (numbers: string, relation: string) => `
	(select array_agg(attname::text order by place) from unnest(${numbers}) with ordinality as key (attnum, place)
		join pg_attribute a using (attnum) where attrelid = ${relation})`

const foreignKeys = `
	select child.relname as relation, conname as name, ${names('conkey', 'conrelid')} as columns,
		parent.relname as parent, ${names('confkey', 'confrelid')} as parent_columns,
		exists (select from pg_index where indrelid = conrelid and indisunique and indpred is null
			and indkey::int2[] <@ conkey) as is_one_to_one
	from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
	where contype = 'f' and child.relnamespace = 'public'::regnamespace and parent.relnamespace = child.relnamespace
	order by child.relname, conname`

/** A function of a row is a column in rest/v1, and not called. */
const functions = `
	select proname as name, (select typname from pg_type where oid = prorettype) as result, proretset as is_set, proargnames as names,
		(select coalesce(array_agg(typname::text order by place), '{}') from pg_type t
			join unnest(coalesce(proallargtypes, proargtypes::oid[])) with ordinality as argument (type, place) on t.oid = type) as types,
		pronargs as arguments, array(select pg_get_function_arg_default(pg_proc.oid, place)
			from generate_series(pronargs - pronargdefaults + 1, pronargs) place) as defaults
	from pg_proc
	where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', pg_proc.oid, 'execute')
		and not exists (select from pg_class where reltype = any (proargtypes::oid[]))
	order by proname`

/** Reads what members reach of the public schema. */
export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
	return {
		columns: (await client.query<Column>(columns)).rows,
		foreignKeys: (await client.query<ForeignKey>(foreignKeys)).rows,
		functions: (await client.query<DatabaseFunction>(functions)).rows,
	}
}
