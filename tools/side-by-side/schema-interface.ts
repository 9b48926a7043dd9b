import type pg from 'pg'

/** The parts of a schema that nodes use: columns, functions, and the rights of each role. */
export type SchemaInterface = { columns: Column[]; functions: Routine[] }
type Column = { name: string; type: string; rights: string }
type Routine = { name: string; parameters: string[]; required: number; result: string; callers: string }

const roles = ['anon', 'authenticated', 'service_role', 'auth_service', 'storage_service', 'realtime_service']
const schemas = ['public', 'private', 'auth', 'storage', 'realtime', 'plaudit']

const selectColumns = `select format('%s.%s.%s', n.nspname, c.relname, a.attname) as name, format_type(a.atttypid, a.atttypmod) as type,
		coalesce((select string_agg(r || ' ' || p, ', ' order by r, p) from unnest($1::text[]) r, unnest(array['select', 'insert', 'update']) p
			where has_column_privilege(r, c.oid, a.attnum, p)), '') as rights
	from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
	where n.nspname = any ($2) and c.relkind in ('r', 'v', 'p') and a.attnum > 0 and not a.attisdropped`
const selectFunctions = `select format('%s.%s', n.nspname, p.proname) as name, p.pronargs - p.pronargdefaults as required,
		array(select t::regtype::text from unnest(p.proargtypes) with ordinality u (t, place) order by place) as parameters,
		pg_get_function_result(p.oid) as result,
		coalesce((select string_agg(r, ', ' order by r) from unnest($1::text[]) r where has_function_privilege(r, p.oid, 'execute')), '') as callers
	from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($2) and p.prorettype <> 'trigger'::regtype`

/** Reads the interface of a migrated database. */
export async function readInterface(client: pg.Client): Promise<SchemaInterface> {
	const columns = await client.query<Column>(selectColumns, [roles, schemas])
	const functions = await client.query<Routine>(selectFunctions, [roles, schemas])
	return { columns: columns.rows, functions: functions.rows }
}

/** @returns a line for each thing of the earlier interface that the later one lacks or has in another way */
export function findMissing(earlier: SchemaInterface, later: SchemaInterface): string[] {
	const columns = new Map(later.columns.map((column) => [column.name, column]))
	const missing: string[] = []
	for (const { name, type, rights } of earlier.columns) {
		const now = columns.get(name)
		if (!now || now.type !== type) missing.push(`${name} ${type} is ${now?.type ?? 'gone'}`)
		for (const right of lost(rights, now?.rights ?? rights)) missing.push(`${name}: ${right} is gone`)
	}
	for (const one of earlier.functions) {
		const now = later.functions.find((other) => takesCallOf(other, one))
		const call = `${one.name}(${one.parameters.join(', ')})`
		if (!now || now.result !== one.result) missing.push(`${call} returns ${one.result} is ${now?.result ?? 'gone'}`)
		for (const role of lost(one.callers, now?.callers ?? one.callers)) missing.push(`${call}: ${role} may not call it`)
	}
	return missing
}

const listOf = (text: string) => text.split(', ').filter(Boolean)
const lost = (before: string, after: string) => listOf(before).filter((one) => !listOf(after).includes(one))

/** True when a call by position finds a function: further parameters have defaults. */
function takesCallOf(later: Routine, earlier: Routine): boolean {
	return (
		later.name === earlier.name &&
		later.required <= earlier.required &&
		earlier.parameters.every((type, at) => later.parameters[at] === type)
	)
}
