-- Which of the given rows the policies of the caller would show: for rows that were deleted before they could be read. The policies
-- are read and evaluated with the rights of the caller.
create or replace function realtime.would_see(relation oid, images json[]) returns setof int
language plpgsql stable security invoker as $$
declare
	session_path text := current_setting('search_path');
	of_schema text;
	of_table text;
	allowing text;
	bounding text;
begin
	-- With an empty search path, PostgreSQL qualifies every name.
	perform set_config('search_path', '', true);
	select n.nspname, c.relname into strict of_schema, of_table
	from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
	where c.oid = relation;
	select string_agg(format('(%s)', pg_get_expr(p.polqual, p.polrelid)), ' or ') filter (where p.polpermissive),
		string_agg(format('(%s)', pg_get_expr(p.polqual, p.polrelid)), ' and ') filter (where not p.polpermissive)
	into allowing, bounding
	from pg_catalog.pg_policy p
	where p.polrelid = relation and p.polcmd in ('r', '*') and p.polqual is not null
		and exists (select from unnest(p.polroles) r where r = 0 or pg_has_role(r, 'usage'));
	perform set_config('search_path', session_path, true);
	if allowing is null then
		return;
	end if;
	-- Aliases that no column has: policies name columns without their table.
	return query execute format(
		'select i."realtime n"::int from unnest($1) with ordinality i ("realtime image", "realtime n")
		cross join lateral json_populate_record(null::%I.%I, i."realtime image") as %I where (%s) and (%s)',
		of_schema, of_table, of_table, allowing, coalesce(bounding, 'true')
	) using images;
end
$$;

grant execute on function realtime.would_see(oid, json[]) to anon, authenticated, service_role, realtime_service;
