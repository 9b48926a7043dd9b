const mayUse = (role: string) =>
	`has_schema_privilege('${role}', n.oid, 'usage') and (has_table_privilege('${role}', c.oid, 'select, insert, update, delete, truncate')
		or has_any_column_privilege('${role}', c.oid, 'select, insert, update'))`

/**
 * Relations of the exposed schemas that callers have a right on and that bypass row-level security: tables without
 * it, views with the owner's rights, materialized views and foreign tables.
 */
export const findOpenRelations = `select format('%I.%I', n.nspname, c.relname) as name, c.relkind as kind,
	${mayUse('anon')} as "byAnon"
	from pg_class c join pg_namespace n on n.oid = c.relnamespace
	where n.nspname = any ($1) and (${mayUse('anon')} or ${mayUse('authenticated')}) and not c.relispartition
		and (c.relkind in ('r', 'p') and not c.relrowsecurity
			or c.relkind in ('m', 'f')
			or c.relkind = 'v' and c.relowner = current_user::regrole
				and not coalesce(lower(array_to_string(c.reloptions, ',')) ~ 'security_invoker=(true|on|1|yes)', false))
	order by 1`

export const readGrantTriggers = `select to_regclass('plaudit.own_tables_grant') is not null as "isThere",
	exists (select from pg_event_trigger where evtname = 'own_tables_grant') as "hasTrigger",
	has_schema_privilege('anon', to_regnamespace('app'), 'usage')
		or has_schema_privilege('authenticated', to_regnamespace('app'), 'usage') as "opensApp"`
