-- Creates the trigger of every published table, and drops it from all others. It may run at any time.
create or replace function realtime.sync_publication() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	found record;
begin
	perform pg_advisory_xact_lock(7268434);
	for found in
		with published as (
			select p.schemaname, p.tablename, c.oid,
				array[case when c.relreplident = 'f' then 'full' else 'key' end, case when c.relkind = 'p' then 'root' else '' end,
					coalesce(p.rowfilter, '')] || coalesce(k.names, '{}') as arguments
			from pg_catalog.pg_publication_tables p
			join pg_catalog.pg_publication b on b.pubname = p.pubname
			join pg_catalog.pg_namespace n on n.nspname = p.schemaname
			join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename and c.relkind in ('r', 'p')
			cross join lateral (
				select array_agg(a.attname::text order by u.n) as names
				from pg_catalog.pg_index i
				cross join unnest(i.indkey) with ordinality u (attnum, n)
				join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = u.attnum
				where i.indrelid = c.oid and i.indisprimary
			) k
			where p.pubname = 'supabase_realtime' and realtime.may_be_live(p.schemaname, b.puballtables)
		),
		attached as (
			select t.tgrelid, n.nspname, c.relname, t.tgargs
			from pg_catalog.pg_trigger t
			join pg_catalog.pg_class c on c.oid = t.tgrelid
			join pg_catalog.pg_namespace n on n.oid = c.relnamespace
			where t.tgfoid = 'realtime.record_change()'::pg_catalog.regprocedure and t.tgparentid = 0
		)
		select coalesce(p.schemaname, a.nspname) as schema_name, coalesce(p.tablename, a.relname) as table_name,
			p.oid is not null as wanted, a.tgrelid is not null as present,
			(select string_agg(quote_literal(x), ', ' order by n) from unnest(p.arguments) with ordinality u (x, n)) as arguments,
			a.tgargs is not distinct from (
				select string_agg(convert_to(x, getdatabaseencoding()) || '\x00', '' order by n)
				from unnest(p.arguments) with ordinality u (x, n)) as fits
		from published p full join attached a on a.tgrelid = p.oid
		-- Drops come first: a partition must have no trigger of its own before its root gets one.
		order by p.oid is not null
	loop
		continue when found.wanted and found.present and found.fits;
		if found.present then
			execute format('drop trigger realtime_changes on %I.%I', found.schema_name, found.table_name);
		end if;
		if found.wanted then
			execute format('create trigger realtime_changes after insert or update or delete on %I.%I for each row execute function realtime.record_change(%s)',
				found.schema_name, found.table_name, found.arguments);
			-- The service parses filter values by the table's own types.
			execute format('grant usage on schema %I to realtime_service', found.schema_name);
		end if;
	end loop;
end
$$;

grant execute on function realtime.sync_publication() to service_role, realtime_service;
