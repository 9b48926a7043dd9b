-- Adds to the bytes that a bucket or folder holds, a negative number too; with `is_growing` it refuses more than the limit. The row stays
-- locked until the transaction ends: two concurrent files could exceed the limit otherwise.
create or replace function storage.add_usage(bucket text, place text, more bigint, is_growing boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
	held bigint;
	most bigint;
begin
	insert into storage.usage as u (bucket_id, folder, bytes) values (bucket, place, more)
	on conflict (bucket_id, folder) do update set bytes = u.bytes + excluded.bytes
	returning u.bytes into held;
	if not is_growing then
		delete from storage.usage u where held = 0 and u.bucket_id = bucket and u.folder = place;
		return;
	end if;
	select case place when '' then b.total_size_limit else b.folder_size_limit end into most
	from storage.buckets b where b.id = bucket;
	-- Open uploads count with their announced size for one day.
	select held + coalesce(sum(a.size), 0) into held from storage.uploads a
	where a.bucket_id = bucket and a.finished_at is null and a.name >= place and starts_with(a.name, place)
		and a.created_at > now() - interval '1 day';
	if held <= most then
		return;
	end if;
	if place = '' then
		raise exception 'The bucket % is full', bucket using errcode = 'QUOTA';
	end if;
	raise exception 'The folder % is full', place using errcode = 'QUOTA';
end
$$;
