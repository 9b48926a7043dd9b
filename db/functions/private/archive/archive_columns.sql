-- The columns of a table that an archive holds: all but generated and omitted ones, so that a new column is in it without a change here.
create or replace function private.archive_columns("table" text) returns text[]
language sql stable set search_path = '' as $$
	select array_agg(a.attname::text order by a.attnum)
	from private.archive_tables() t
	join pg_attribute a on a.attrelid = t.name::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
	where t.name = $1 and a.attname <> all (t.omitted)
$$;

alter function private.archive_columns(text) owner to product_door;
grant execute on function private.archive_columns(text) to service_role;
