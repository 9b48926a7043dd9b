-- Inserts rows of an archive as they are. `people` maps ids of accounts there to ids here; a row whose account is required and missing
-- is left out. Returns the number of inserted rows.
create or replace function private.restore_rows(space uuid, "table" text, columns text[], rows jsonb, people jsonb) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
	t record;
	kept text[];
	unknown text;
	condition text;
	required text;
	strangers int;
	inserted int;
begin
	select * into strict t from private.archive_tables() a where a.name = "table";
	kept := private.archive_columns(t.name);
	select c into unknown from unnest(columns) c where c <> all (kept);
	if unknown is not null then
		raise exception using errcode = '42703', message = format('There is no column "%s".', unknown);
	end if;
	condition := private.archive_condition(t.key);
	execute format('select count(*) from jsonb_populate_recordset(null::%s, $2) r where (%s) is not true', t.name::regclass, condition)
		into strangers using space, rows;
	if strangers > 0 then
		raise exception using errcode = '23503', message = 'The row does not belong to the space of the archive.';
	end if;
	-- The triggers of these tables leave rows of this transaction as they are.
	perform set_config('plaudit.restoring', 'archive', true), set_config('plaudit.first_events', 'written', true),
		set_config('realtime.record', 'off', true);
	select string_agg(format('$3 ? (r.%I::text)', a.attname), ' and ') into required
	from pg_attribute a where a.attrelid = t.name::regclass and a.attname = any (t.people) and a.attnotnull;
	execute format('insert into %s (%s) overriding system value select %s from jsonb_populate_recordset(null::%s, $2) r where %s %s',
		t.name::regclass, (select string_agg(format('%I', c), ', ') from unnest(columns) c),
		(select string_agg(case when c = any (t.people) then format('($3 ->> r.%I::text)::uuid', c) else format('r.%I', c) end, ', ')
			from unnest(columns) c),
		t.name::regclass, coalesce(required, 'true'),
		-- Tombstones outlive a space that was deleted here.
		case when t.name = 'private.tombstones' then 'on conflict do nothing' end)
		using space, rows, people;
	get diagnostics inserted = row_count;
	return inserted;
end
$$;

grant execute on function private.restore_rows(uuid, text, text[], jsonb, jsonb) to service_role;
