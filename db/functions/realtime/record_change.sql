-- Trigger of a published table. Arguments: 'key' or 'full' (which columns of the old row an update sends); 'root' for a partition that is
-- published as its root; the row filter of the publication or ''; then the columns of the primary key.
create or replace function realtime.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	op text := tg_op;
	of_schema text := tg_table_schema;
	of_table text := tg_table_name;
	new_row json;
	old_row json;
	key_columns text[] := tg_argv[3:];
	key_values text[];
	is_cut boolean;
	was_published boolean := true;
	is_published boolean := true;
begin
	-- A transaction that writes thousands of rows and tells its readers in another way, or has none.
	if current_setting('realtime.record', true) = 'off' then
		return null;
	end if;
	if tg_op <> 'DELETE' then
		new_row := to_json(new);
	end if;
	if tg_op <> 'INSERT' then
		old_row := to_json(old);
	end if;
	if tg_argv[2] <> '' then
		if tg_op <> 'INSERT' then
			execute format('select coalesce((%s), false) from (select ($1).*) r', tg_argv[2]) into was_published using old;
		end if;
		if tg_op <> 'DELETE' then
			execute format('select coalesce((%s), false) from (select ($1).*) r', tg_argv[2]) into is_published using new;
		end if;
		-- As in logical replication: a row that enters the filter is an insert, one that leaves it a delete.
		if not was_published and not is_published or tg_op = 'INSERT' and not is_published or tg_op = 'DELETE' and not was_published then
			return null;
		elsif tg_op = 'UPDATE' and not was_published then
			op := 'INSERT';
			old_row := null;
		elsif tg_op = 'UPDATE' and not is_published then
			op := 'DELETE';
			new_row := null;
		end if;
	end if;
	if tg_argv[1] = 'root' then
		select n.nspname, c.relname into of_schema, of_table
		from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
		where c.oid = pg_partition_root(tg_relid);
	end if;
	if cardinality(key_columns) = 1 then
		key_values := array[coalesce(new_row, old_row) ->> key_columns[1]];
	elsif cardinality(key_columns) > 1 then
		select array_agg(coalesce(new_row, old_row) ->> k.name order by k.n) into key_values
		from unnest(key_columns) with ordinality k (name, n);
	end if;
	if tg_argv[0] = 'key' and old_row is not null then
		old_row := realtime.keep_columns(old_row, key_columns);
	end if;
	is_cut := coalesce(octet_length(new_row::text), 0) + coalesce(octet_length(old_row::text), 0) > 1048576;
	if is_cut then
		new_row := realtime.keep_short_values(new_row);
		old_row := realtime.keep_short_values(old_row);
	end if;
	insert into realtime.changes (schema_name, table_name, op, key, new_row, old_row, is_cut)
	values (of_schema, of_table, op, key_values, new_row, old_row, is_cut);
	perform realtime.ring();
	return null;
end
$$;

alter function realtime.record_change() owner to realtime_service;
-- The owner of the database creates the triggers.
do $$
begin
	execute format('grant execute on function realtime.record_change() to %I', current_user);
end
$$;
