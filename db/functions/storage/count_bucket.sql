-- Counts the files of a bucket when a limit is added to it or removed.
create or replace function storage.count_bucket() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	perform pg_advisory_xact_lock(hashtextextended(new.id, 5917263));
	delete from storage.usage u where u.bucket_id = new.id;
	insert into storage.usage (bucket_id, folder, bytes)
	select new.id, p.place, coalesce(sum((o.metadata ->> 'size')::bigint), 0)
	from storage.objects o cross join lateral storage.limited_places(new, o.name) p (place)
	where o.bucket_id = new.id group by p.place;
	return null;
end
$$;
