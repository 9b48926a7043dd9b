-- Checks the announced size of a resumable upload against the limits, before its first byte.
create or replace function storage.hold_announced() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	perform storage.add_usage(new.bucket_id, p.place, 0, true)
	from storage.buckets b cross join lateral storage.limited_places(b, new.name) p (place)
	where b.id = new.bucket_id;
	return null;
end
$$;
