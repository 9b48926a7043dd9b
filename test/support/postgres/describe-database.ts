import pg from 'pg'

/** Describes a database in more detail than pg_dump, one line per object, sorted. */
export type DatabaseDescription = string[]

const ours = "n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname !~ '^pg_'"
const acl = (column: string) => `array(select a::text from unnest(${column}) a order by 1)::text`

const queries = [
	`select 'schema', n.nspname, n.nspowner::regrole, ${acl('n.nspacl')} from pg_namespace n where ${ours}`,
	`select 'relation', c.oid::regclass, c.relkind, c.relpersistence, c.relowner::regrole, c.reloptions, c.relrowsecurity,
		c.relforcerowsecurity, c.relreplident, c.relispartition, pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid), ${acl('c.relacl')}
		from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind <> 'i'`,
	`select 'column', a.attrelid::regclass, row_number() over (partition by a.attrelid order by a.attnum), a.attname,
		format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attcollation::regcollation, a.attstorage,
		pg_get_expr(d.adbin, d.adrelid), ${acl('a.attacl')}
		from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
		left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
		where ${ours} and a.attnum > 0 and not a.attisdropped and c.relkind <> 'i'`,
	`select 'view', c.oid::regclass, pg_get_viewdef(c.oid) from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where ${ours} and c.relkind in ('v', 'm')`,
	`select 'constraint', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid), k.convalidated, k.conislocal, k.coninhcount
		from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${ours}`,
	`select 'index', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisclustered, i.indisreplident
		from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where ${ours}`,
	`select 'trigger', pg_get_triggerdef(t.oid), t.tgenabled from pg_trigger t where not t.tgisinternal`,
	`select 'policy', p.polrelid::regclass, p.polname, p.polcmd, p.polpermissive, array(select r::regrole::text from unnest(p.polroles) r order by 1),
		pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid) from pg_policy p`,
	`select 'function', pg_get_functiondef(p.oid), p.proowner::regrole, ${acl('p.proacl')}
		from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prokind in ('f', 'p')`,
	`select 'type', t.oid::regtype, t.typtype from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${ours}`,
	`select 'sequence', seqrelid::regclass, to_jsonb(s) - 'seqrelid' from pg_sequence s`,
	`select 'default grant', d.defaclrole::regrole, d.defaclnamespace::regnamespace, d.defaclobjtype, ${acl('d.defaclacl')} from pg_default_acl d`,
	`select 'event trigger', evtname, evtevent, evtenabled, evttags, evtfoid::regprocedure from pg_event_trigger`,
	`select 'publication', to_jsonb(p) - 'oid' from pg_publication p`,
	`select 'published', to_jsonb(p) from pg_publication_tables p`,
	`select 'extension', e.extname, e.extversion, e.extnamespace::regnamespace from pg_extension e`,
	`select 'setting', s.setrole::regrole, s.setconfig from pg_db_role_setting s
		where s.setdatabase = (select oid from pg_database where datname = current_database())`,
	`select 'comment', pg_describe_object(d.classoid, d.objoid, d.objsubid), d.description from pg_description d
		join pg_depend x on x.classid = d.classoid and x.objid = d.objoid where x.deptype <> 'e' and d.objoid > 16384`,
]

const findTables = `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
	where ${ours} and c.relkind = 'r' order by 1`

/** Describes every object and row of a database, except creation times and generated ids. */
export async function describeDatabase(owner: pg.ClientConfig): Promise<DatabaseDescription> {
	// With an empty search path PostgreSQL qualifies every name with its schema.
	const client = new pg.Client({ ...owner, options: '-c search_path=' })
	await client.connect()
	const lines: string[] = []
	try {
		for (const text of queries) {
			const { rows } = await client.query({ text, rowMode: 'array' })
			lines.push(...rows.map((row) => JSON.stringify(row)))
		}
		for (const { name } of (await client.query(findTables)).rows) {
			const { rows } = await client.query(
				`select to_jsonb(t) - array['created_at', 'updated_at', 'applied_at'] as row from ${name} t`,
			)
			lines.push(...rows.map(({ row }) => `row of ${name}: ${JSON.stringify(row)}`))
		}
	} finally {
		await client.end()
	}
	return lines.sort()
}

/** Function bodies without comments and empty lines. */
export function withoutComments(description: DatabaseDescription): DatabaseDescription {
	return description.map((line) => line.replaceAll(/(\\n|\\t)*--(?:(?!\\n).)*(?=\\n)/g, '')).sort()
}
