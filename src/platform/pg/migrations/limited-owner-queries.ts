/** Roles that hold the functions of Plaudit which pass row-level security, or call the operator's hooks. */
export const functionOwners = ['product_door', 'realtime_service', 'supabase_auth_admin']

/** Roles that a transaction runs as. */
export const callerRoles = [
	'anon',
	'authenticated',
	'service_role',
	'auth_service',
	'storage_service',
	'realtime_service',
]

export const requiredRoles = [...new Set([...callerRoles, ...functionOwners, 'plaudit_login'])]

export const attributesOf = (role: string): string =>
	role === 'plaudit_login' ? 'login noinherit' : 'nologin noinherit'

export const readOwnerRights = `select r.rolname as name, r.rolsuper as "isSuperuser", r.rolcreaterole as "canCreateRoles", r.rolinherit as inherits,
		has_database_privilege(current_database(), 'create') as "canCreateSchemas",
		has_schema_privilege('public', 'create') as "canCreateInPublic",
		current_database() as database, current_setting('server_version_num')::int as version
	from pg_catalog.pg_roles r where r.rolname = current_user`

/** Roles that do not exist, callers that the login role may not become, and roles whose objects the owner may not manage. */
export const readRoleGaps = `select
	array(select w from unnest($1::text[]) w where not exists (select from pg_catalog.pg_roles r where r.rolname = w)) as missing,
	array(select w from unnest($2::text[]) w where not exists (
		select from pg_catalog.pg_auth_members m
		where m.roleid = to_regrole(w) and m.member = to_regrole('plaudit_login'))) as ungranted,
	array(select w from unnest($3::text[]) w
		where to_regrole(w) is null or not pg_has_role(current_user, to_regrole(w), 'usage')
			or not pg_has_role(current_user, to_regrole(w), case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
	) as unheld`

const creation = (isAllowed: boolean) => `do $$
declare
	found record;
begin
	for found in
		select n.nspname as name, r.rolname as role
		from pg_catalog.pg_namespace n cross join pg_catalog.pg_roles r
		where n.nspname in ('public', 'private', 'auth', 'storage', 'realtime', 'plaudit') and r.rolname in ('product_door', 'realtime_service')
			and has_schema_privilege(r.oid, n.oid, 'create') <> ${isAllowed}
	loop
		execute format('${isAllowed ? 'grant' : 'revoke'} create on schema %I ${isAllowed ? 'to' : 'from'} %I', found.name, found.role);
	end loop;
end
$$`

/** A role that gets functions and views has to be able to create in their schemas at that moment. */
export const allowCreation = creation(true)
export const endCreation = creation(false)

/**
 * Tables under row-level security whose policies do not yet say what BYPASSRLS says elsewhere. The owner holds `product_door`, and with
 * it the policy, so that migrations and its own functions see all rows; an attribute would not come with a membership.
 */
const tablesWithoutPolicy = `select n.nspname as schema, c.relname as name, w.role, w.role || '_passes' as policy
	from pg_catalog.pg_class c
	join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	join pg_catalog.pg_roles o on o.rolname = current_user
	cross join lateral (
		select r.rolname::text as role from pg_catalog.pg_roles r
		where r.rolname in ('product_door', 'service_role') and not r.rolbypassrls
			or r.rolname = 'product_door' and not o.rolsuper and not o.rolbypassrls
	) w
	where c.relkind in ('r', 'p') and c.relrowsecurity and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
		and (w.role = 'service_role' or n.nspname in ('public', 'private', 'auth', 'storage', 'realtime', 'plaudit'))
		and pg_has_role(c.relowner, 'usage')
		and not exists (select from pg_catalog.pg_policy p where p.polrelid = c.oid and p.polname = w.role || '_passes')`

/**
 * True when a policy is missing. Superusers need none: row-level security never holds for them, nor for roles that they gave BYPASSRLS.
 */
export const findMissingPolicies = `select exists (${tablesWithoutPolicy}) as "isMissing"`

export const createPolicies = `do $$
declare
	found record;
begin
	for found in ${tablesWithoutPolicy}
	loop
		execute format('create policy %I on %I.%I for all to %I using (true) with check (true)',
			found.policy, found.schema, found.name, found.role);
	end loop;
end
$$`

/** Trusted extensions, which the owner of a database may create. Their functions are executable by default. */
export const createExtensions = `do $$
declare
	wanted text;
begin
	foreach wanted in array array['pgcrypto', 'uuid-ossp'] loop
		begin
			if exists (select from pg_catalog.pg_available_extensions where name = wanted)
				and not exists (select from pg_catalog.pg_extension where extname = wanted)
			then
				execute format('create extension %I schema extensions', wanted);
			end if;
		exception
			when insufficient_privilege or feature_not_supported or undefined_file then null;
		end;
	end loop;
end
$$`

export const readEventTriggers = `select to_regclass('plaudit.migrations') is not null
	and not exists (select from pg_catalog.pg_event_trigger where evtname = 'schema_watch') as "areMissing"`

/** Does what the event triggers `schema_watch` and `realtime_ddl` do on each change of the schema. */
export const followChanges = `select realtime.sync_publication();
	notify realtime_schema; notify pgrst, 'reload schema'`
