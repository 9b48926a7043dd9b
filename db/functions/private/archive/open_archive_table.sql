-- Opens the cursor `archive_rows` over the rows of a table for an archive, as JSON texts, and returns its name. A cursor reads with the
-- rights of the role that opened it, and holds one row at a time.
create or replace function private.open_archive_table(space uuid, "table" text) returns refcursor
language plpgsql volatile security definer set search_path = '' as $$
declare
	t record;
	rows refcursor := 'archive_rows';
begin
	select * into strict t from private.archive_tables() a where a.name = "table";
	open rows no scroll for execute format('select row_to_json(x)::text as line from (select %s from %s r where %s order by %s) x',
		(select string_agg(format('r.%I', c), ', ') from unnest(private.archive_columns(t.name)) c),
		t.name::regclass, private.archive_condition(t.key), (select string_agg(format('r.%I', c), ', ') from unnest(t.sorted) c))
		using space;
	return rows;
end
$$;

grant execute on function private.open_archive_table(uuid, text) to service_role;
