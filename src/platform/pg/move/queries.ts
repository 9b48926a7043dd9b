/** Relations of extensions and of PostgreSQL itself are not moved. `c` is a row of pg_class, `n` its schema. */
const isOwn = (catalog: string, oid: string) => `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
	and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** Lets both sides write values as the same text, and lets no timeout end a long copy. Settings that a version lacks are left out. */
export const prepareSession = `select set_config(s.name, v.value, false)
	from (values ('search_path', ''), ('timezone', 'UTC'), ('datestyle', 'ISO, MDY'), ('intervalstyle', 'postgres'),
		('extra_float_digits', '3'), ('bytea_output', 'hex'), ('client_encoding', 'UTF8'), ('lc_monetary', 'C'), ('xmloption', 'content'),
		('statement_timeout', '0'), ('transaction_timeout', '0'), ('idle_in_transaction_session_timeout', '0'), ('lock_timeout', '10s'),
		('maintenance_work_mem', '256MB')
	) v (name, value)
	join pg_catalog.pg_settings s on s.name = v.name`

/** Only the same database knows the lock. */
export const lockAsSource = 'select pg_try_advisory_lock(7268435, $1)'
export const isOtherDatabase = 'select pg_try_advisory_lock(7268435, $1) as "isOther"'
/** One move at a time writes into a database. */
export const lockAsTarget = 'select pg_try_advisory_lock(7268436) as taken'

/** Sessions of servers and commands in this database, but for this one. */
export const readSessions = `select pid, coalesce(nullif(application_name, ''), usename) as name
	from pg_catalog.pg_stat_activity
	where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'plaudit-move'
		and (usename = 'plaudit_login' or application_name like 'plaudit%')
	order by backend_start limit 3`

export const beginReading = 'begin isolation level repeatable read read only'
export const lockForReading = (names: readonly string[]) => `lock table only ${names.join(', only ')} in share mode`

/**
 * Tables that have rows of their own, with the columns that are not generated. The feed of changes stays: it names transactions of
 * one cluster, and its readers end with their server. \`hidden\` is true where row-level security may hide rows from this user.
 */
export const readTables = `select format('%I.%I', n.nspname, c.relname) as name,
		array(select quote_ident(a.attname) from pg_catalog.pg_attribute a
			where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attname) as columns,
		not has_table_privilege(c.oid, 'select') or row_security_active(c.oid) and (
			exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid and not p.polpermissive)
			or not exists (
				select from pg_catalog.pg_policy p cross join unnest(p.polroles) r (oid)
				where p.polrelid = c.oid and p.polcmd in ('*', 'r') and pg_get_expr(p.polqual, c.oid) = 'true'
					and (r.oid = 0 or pg_has_role(r.oid, 'usage')))) as hidden
	from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	where c.relkind = 'r' and c.relpersistence <> 't' and ${isOwn('pg_class', 'c.oid')}
		and (n.nspname, c.relname) not in (('realtime', 'changes'), ('realtime', 'horizon'), ('realtime', 'marks'), ('plaudit', 'unfinished_move'))
	order by n.nspname, c.relname`

export const readSequences = `select format('%I.%I', n.nspname, c.relname) as name
	from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	where c.relkind = 'S' and c.relpersistence <> 't' and ${isOwn('pg_class', 'c.oid')} order by 1`
export const readSequence = (name: string) => `select last_value::text as value, is_called as "isCalled" from ${name}`
export const setSequence = 'select setval($1::regclass, $2::bigint, $3)'

/**
 * Describes the objects that migrations make, a line each. Policies that stand for BYPASSRLS exist for some owners only, and constraints for "not null" in
 * some versions only.
 */
export const describeSchema = `
	select 'schema ' || n.nspname as line from pg_catalog.pg_namespace n where ${isOwn('pg_namespace', 'n.oid')}
	union all
	select case c.relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'S' then 'sequence ' when 'i' then 'index '
			when 'I' then 'index ' when 'f' then 'foreign table ' when 'c' then 'type ' else 'table ' end || format('%I.%I', n.nspname, c.relname)
		from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p', 'v', 'm', 'S', 'i', 'I', 'f', 'c') and c.relpersistence <> 't' and ${isOwn('pg_class', 'c.oid')}
	union all
	select format('column %I of %I.%I, %s', a.attname, n.nspname, c.relname, format_type(a.atttypid, a.atttypmod))
		from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and c.relpersistence <> 't' and a.attnum > 0 and not a.attisdropped and ${isOwn('pg_class', 'c.oid')}
	union all
	select format('function %s', p.oid::regprocedure)
		from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace where ${isOwn('pg_proc', 'p.oid')}
	union all
	select format('trigger %I on %I.%I', t.tgname, n.nspname, c.relname)
		from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where not t.tgisinternal and ${isOwn('pg_class', 'c.oid')}
	union all
	select format('policy %I on %I.%I', p.polname, n.nspname, c.relname)
		from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where p.polname not in ('product_door_passes', 'service_role_passes')
	union all
	select format('constraint %I on %I.%I', k.conname, n.nspname, c.relname)
		from pg_catalog.pg_constraint k join pg_catalog.pg_class c on c.oid = k.conrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where k.contype in ('c', 'f', 'p', 'u', 'x') and ${isOwn('pg_class', 'c.oid')}
	union all
	select format('type %I.%I', n.nspname, t.typname)
		from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace where t.typtype in ('e', 'd', 'r') and ${isOwn('pg_type', 't.oid')}
	union all
	select format('table %I.%I in the publication %I', t.schemaname, t.tablename, t.pubname) from pg_catalog.pg_publication_tables t
		where t.schemaname !~ '^pg_' and t.schemaname <> 'information_schema'
	union all
	select format('large object %s', l.oid) from pg_catalog.pg_largeobject_metadata l`

/** Reads the contents of a database that should be empty, and the mark of a move that has begun to fill it. */
export const readContents = `select count(*)::int as relations, min(format('%I.%I', n.nspname, c.relname)) as first,
		to_regclass('plaudit.unfinished_move') is not null as "isUnfinished"
	from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and c.relpersistence <> 't' and ${isOwn('pg_class', 'c.oid')}`
export const markUnfinished = `begin; create schema if not exists plaudit; create table plaudit.unfinished_move (); commit`
export const markFinished = 'drop table plaudit.unfinished_move'

/**
 * For each table, the statements that let its owner load it: without triggers, foreign keys and forced row-level security, under which
 * COPY is refused. All of it is undone in the same transaction: foreign keys are checked as they are made again.
 */
export const readAlterations = `with changed as (
		select t.tgrelid as oid, 1 as place, format('disable trigger %I', t.tgname) as off,
			format('enable %s trigger %I', case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as on_again, false as is_last
		from pg_catalog.pg_trigger t where not t.tgisinternal and t.tgenabled <> 'D'
		union all
		select k.conrelid, 2, format('drop constraint %I', k.conname),
			format('add constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), false
		from pg_catalog.pg_constraint k where k.contype = 'f' and k.conparentid = 0
		union all
		select c.oid, 3, 'no force row level security', 'force row level security', true
		from pg_catalog.pg_class c where c.relforcerowsecurity
	)
	select string_agg(x.off, ', ' order by x.place, x.off) as before,
		string_agg(x.on_again, ', ' order by x.place, x.off) filter (where not x.is_last) as after,
		string_agg(x.on_again, ', ') filter (where x.is_last) as last,
		format('alter table %s%I.%I ', case c.relkind when 'p' then '' else 'only ' end, n.nspname, c.relname) as alter
	from changed x join pg_catalog.pg_class c on c.oid = x.oid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	where c.relkind in ('r', 'p') and c.relpersistence <> 't' and ${isOwn('pg_class', 'c.oid')}
	group by n.nspname, c.relname, c.relkind order by n.nspname, c.relname`

/**
 * Indexes that no constraint uses, as they are made faster over loaded tables. \`fill\` makes one again as it was.
 */
export const readIndexes = `select format('drop index %I.%I', n.nspname, c.relname) as drop, pg_get_indexdef(c.oid) as fill
	from pg_catalog.pg_index i
	join pg_catalog.pg_class c on c.oid = i.indexrelid join pg_catalog.pg_class t on t.oid = i.indrelid
	join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	where c.relkind = 'i' and t.relkind = 'r' and not c.relispartition and not i.indisreplident and not i.indisclustered and i.indisvalid
		and not exists (select from pg_catalog.pg_constraint k where k.conindid = c.oid)
		and obj_description(c.oid, 'pg_class') is null and ${isOwn('pg_class', 'c.oid')}
	order by n.nspname, c.relname`

export const emptyTables = (names: readonly string[]) => `truncate only ${names.join(', only ')}`
export const copyOut = (name: string, columns: readonly string[]) =>
	`copy (select ${columns.join(', ')} from only ${name}) to stdout`
export const copyIn = (name: string, columns: readonly string[]) => `copy ${name} (${columns.join(', ')}) from stdin`

/** The number of rows, and the sum of the first 64 bits of their SHA-256: equal for the same rows in any order. */
export const hashRows = (name: string, columns: readonly string[]) => `select count(*)::text as rows,
		coalesce(sum(('x' || left(encode(sha256(convert_to(row(${columns.join(', ')})::text, 'UTF8')), 'hex'), 16))::bit(64)::bigint), 0)::text as hash
	from only ${name}`

export const readMaterializedViews = `select format('%I.%I', n.nspname, c.relname) as name
	from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	where c.relkind = 'm' and c.relispopulated and ${isOwn('pg_class', 'c.oid')} order by c.oid`
export const refreshMaterializedView = (name: string) => `refresh materialized view ${name}`
/** Statistics for the planner, which come with no row. */
export const analyzeTables = (names: readonly string[]) => `analyze ${names.join(', ')}`
