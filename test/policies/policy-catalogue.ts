import type { Client } from 'pg'
import { functions } from './policy-functions.ts'
import { publicRelations, serviceTables, tablesBehindViews, withoutRowSecurity } from './policy-matrix.ts'

/** Schemas of Plaudit. `app` belongs to the operator, so Plaudit must have nothing in it. */
const schemas = ['public', 'private', 'auth', 'storage', 'realtime', 'plaudit', 'app']
const roles = [
	'anon',
	'auth_service',
	'authenticated',
	'realtime_service',
	'service_role',
	'storage_service',
	'supabase_auth_admin',
]

/** Tables and views that the matrix lacks, and entries of the matrix that do not exist. */
export async function unclassifiedRelations(owner: Client): Promise<string[]> {
	const { rows } = await owner.query<{ name: string }>(
		`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname = any ($1) and c.relkind in ('r', 'v', 'm', 'p', 'f')`,
		[schemas],
	)
	const known = new Set([
		...Object.keys(publicRelations).map((name) => `public.${name}`),
		...Object.keys(serviceTables),
		...tablesBehindViews,
	])
	return differing(new Set(rows.map(({ name }) => name)), known)
}

/** Tables whose row-level security is disabled, or not forced for the owner. */
export async function tablesWithoutRls(owner: Client): Promise<string[]> {
	const { rows } = await owner.query<{ name: string }>(
		`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname = any ($1) and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)`,
		[schemas],
	)
	return rows.map(({ name }) => name).filter((name) => !withoutRowSecurity.includes(name))
}

/** Functions that the list lacks, or whose callers or definer rights differ from it. */
export async function unclassifiedFunctions(owner: Client): Promise<string[]> {
	const { rows } = await owner.query<{ name: string; entry: string }>(
		`select n.nspname || '.' || p.proname as name, case when p.prosecdef then 'definer:' else '' end || coalesce((
			select string_agg(r, ',' order by r) from unnest($2::text[]) r where has_function_privilege(r, p.oid, 'execute')), '') as entry
		from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($1)`,
		[schemas, roles],
	)
	const found = new Set(rows.map(({ name, entry }) => `${name} ${entry}`))
	const known = new Set(Object.entries(functions).map(([name, entry]) => `${name} ${entry}`))
	return differing(found, known)
}

/** Security definer functions without a pinned search path, whose names an attacker could shadow. */
export async function unpinnedFunctions(owner: Client): Promise<string[]> {
	const { rows } = await owner.query<{ name: string }>(
		`select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
		where n.nspname = any ($1) and p.prosecdef and not coalesce('search_path=""' = any (p.proconfig), false)`,
		[schemas],
	)
	return rows.map(({ name }) => name)
}

/** Column grants of callers that differ from the matrix. */
export async function unexpectedGrants(owner: Client): Promise<string[]> {
	const { rows } = await owner.query<{ entry: string }>(
		`select format('%s %s %s %s', r, c.relname, p.name, coalesce(string_agg(a.attname, ',' order by a.attnum), '')) as entry
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		cross join unnest(array['anon', 'authenticated']) r
		cross join (values ('SELECT'), ('INSERT'), ('UPDATE')) p (name)
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
			and has_column_privilege(r, c.oid, a.attnum, p.name)
		where n.nspname = 'public' and c.relkind in ('r', 'v') group by r, c.relname, p.name, c.relnatts
		union all
		select format('%s %s DELETE', r, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
		cross join unnest(array['anon', 'authenticated']) r
		where n.nspname = 'public' and c.relkind in ('r', 'v') and has_table_privilege(r, c.oid, 'DELETE')`,
	)
	const found = new Set(rows.map(({ entry }) => entry.replace(/(SELECT) .*/, '$1')))
	const known = new Set<string>()
	for (const [name, { columns, remove, anonMaySelect }] of Object.entries(publicRelations)) {
		known.add(`authenticated ${name} SELECT`)
		if (anonMaySelect) known.add(`anon ${name} SELECT`)
		if (columns?.insert) known.add(`authenticated ${name} INSERT ${columns.insert}`)
		if (columns?.update) known.add(`authenticated ${name} UPDATE ${columns.update}`)
		if (remove) known.add(`authenticated ${name} DELETE`)
	}
	return differing(sorted(found), sorted(known))
}

/** Default privileges for future objects; only the one revoke that every migration relies on is expected. */
export async function unexpectedDefaultGrants(owner: Client): Promise<string[]> {
	const { rows } = await owner.query<{ entry: string }>(
		`select format('%s %s %s', coalesce(n.nspname, '*'), d.defaclobjtype, a.grantee::regrole) as entry
		from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace, aclexplode(d.defaclacl) a
		where a.grantee <> d.defaclrole`,
	)
	const { rows: revoked } = await owner.query(
		"select from pg_default_acl where defaclrole = (select nspowner from pg_namespace where nspname = 'plaudit') and defaclnamespace = 0 and defaclobjtype = 'f'",
	)
	const missing = revoked.length === 1 ? [] : ['new functions are executable by everybody']
	return [...rows.map(({ entry }) => entry), ...missing]
}

/** Roles with too many attributes or memberships: login, inherit, bypassrls, or membership in another role. */
export async function strongRoles(owner: Client): Promise<string[]> {
	const { rows } = await owner.query<{ entry: string }>(
		`select rolname || case when rolsuper then ' superuser' else '' end || case when rolbypassrls then ' bypassrls' else '' end
			|| case when rolcanlogin then ' login' else '' end || case when rolinherit then ' inherit' else '' end as entry
		from pg_roles where rolname = any ($1) order by 1`,
		[[...roles, 'product_door', 'plaudit_login']],
	)
	// Without a superuser no role has the attribute, and policies stand for it.
	const passing = process.env.TEST_LIMITED_OWNER ? '' : ' bypassrls'
	const expected = new Set([
		'anon',
		'auth_service',
		'authenticated',
		'plaudit_login login',
		`product_door${passing}`,
		'realtime_service',
		`service_role${passing}`,
		'storage_service',
		'supabase_auth_admin',
	])
	return differing(new Set(rows.map(({ entry }) => entry)), expected)
}

/** Sorts column lists, because grants have no order. */
function sorted(entry: ReadonlySet<string>): Set<string> {
	return new Set(
		[...entry].map((one) => {
			const [role, table, right, columns = ''] = one.split(' ')
			return [role, table, right, columns.split(',').sort().join()].join(' ').trim()
		}),
	)
}

function differing(found: ReadonlySet<string>, known: ReadonlySet<string>): string[] {
	return [
		...[...found].filter((one) => !known.has(one)).map((one) => `not in the matrix: ${one}`),
		...[...known].filter((one) => !found.has(one)).map((one) => `only in the matrix: ${one}`),
	]
}
