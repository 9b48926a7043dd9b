const roles = 'anon, authenticated, service_role'

/** The state of the schema, and of the rights that an earlier start granted. */
export const readGrantState = `select to_regnamespace('app') is not null as "hasSchema",
	exists (select from plaudit.own_tables_grant where is_on) as "isOn"`

export const grantByDefault = `
	alter default privileges in schema app grant all on tables to ${roles};
	alter default privileges in schema app grant all on sequences to ${roles};
	alter default privileges in schema app grant all on functions to ${roles}`
export const revokeByDefault = `
	alter default privileges in schema app revoke all on tables from ${roles};
	alter default privileges in schema app revoke all on sequences from ${roles};
	alter default privileges in schema app revoke all on functions from ${roles}`

const tags = [
	'CREATE TABLE',
	'CREATE TABLE AS',
	'SELECT INTO',
	'ALTER TABLE',
	'CREATE VIEW',
	'CREATE MATERIALIZED VIEW',
	'CREATE FOREIGN TABLE',
	'CREATE SEQUENCE',
	'CREATE FUNCTION',
	'CREATE PROCEDURE',
	'CREATE AGGREGATE',
]
	.map((tag) => `'${tag}'`)
	.join(', ')
export const dropTriggers = `
	drop event trigger if exists own_tables_known;
	drop event trigger if exists own_tables_grant`
export const createTriggers = `${dropTriggers};
	create event trigger own_tables_known on ddl_command_start when tag in (${tags})
		execute function plaudit.note_known_objects();
	create event trigger own_tables_grant on ddl_command_end when tag in (${tags})
		execute function plaudit.grant_new_objects()`

export const recordGrantState = `insert into plaudit.own_tables_grant (is_on) values ($1)
	on conflict (id) do update set is_on = excluded.is_on`
