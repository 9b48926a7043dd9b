-- Counts what a statement changed, in one order of folders, so that two statements cannot deadlock.
create or replace function storage.count_usage() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	-- The bytes added or removed for each path.
	changes storage.usage[];
begin
	if tg_op = 'INSERT' then
		select array_agg((n.bucket_id, n.name, (n.metadata ->> 'size')::bigint)::storage.usage) into changes from new_objects n;
	elsif tg_op = 'DELETE' then
		select array_agg((o.bucket_id, o.name, -(o.metadata ->> 'size')::bigint)::storage.usage) into changes from old_objects o;
	else
		select array_agg(c::storage.usage) into changes from (
			select n.bucket_id, n.name, (n.metadata ->> 'size')::bigint from new_objects n
			union all
			select o.bucket_id, o.name, -(o.metadata ->> 'size')::bigint from old_objects o) c;
	end if;
	-- A statement that sets a limit waits for writers, and they for it: after this line each sees the other's changes.
	perform pg_advisory_xact_lock_shared(hashtextextended(b.bucket_id, 5917263))
	from (select distinct c.bucket_id from unnest(changes) c order by 1) b;
	perform storage.add_usage(s.bucket_id, s.place, s.more, s.more > 0) from (
		select c.bucket_id, p.place, sum(c.bytes)::bigint as more
		from unnest(changes) c join storage.buckets b on b.id = c.bucket_id
		cross join lateral storage.limited_places(b, c.folder) p (place)
		group by 1, 2 having sum(c.bytes) <> 0 order by 1, 2) s;
	return null;
end
$$;
