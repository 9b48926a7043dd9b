import { sql } from '#platform/pg/sql.ts'

/** Checks deferred constraints before a rollback, which otherwise skips them. */
export const checkConstraints = () => sql`set constraints all immediate`

/** Names in a schema for which the current role has any privilege, and the comment of the schema. */
export const readVisible = (schema: string) => sql`
	select coalesce((select json_agg(c.relname) from pg_class c where c.relnamespace = n.oid
			and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
			and (has_table_privilege(c.oid, 'select, insert, update, delete') or has_any_column_privilege(c.oid, 'select, insert, update'))), '[]') as relations,
		coalesce((select json_agg(distinct p.proname) from pg_proc p
			where p.pronamespace = n.oid and has_function_privilege(p.oid, 'execute')), '[]') as routines,
		obj_description(n.oid, 'pg_namespace') as comment
	from pg_namespace n where n.nspname = ${schema}`
