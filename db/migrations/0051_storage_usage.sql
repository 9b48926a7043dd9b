-- What a bucket with a limit holds is counted as it changes: adding up a folder at every write took longer with every file.
create table storage.usage (
	bucket_id text not null references storage.buckets (id) on update restrict on delete cascade,
	-- The first folder of a path with its slash; empty for the whole bucket.
	folder text collate "C" not null,
	bytes bigint not null,
	primary key (bucket_id, folder)
);
alter table storage.usage enable row level security;
alter table storage.usage force row level security;

drop trigger hold_quota_of_new on storage.objects;
drop trigger hold_quota_of_changed on storage.objects;
drop trigger hold_quota_of_announced on storage.uploads;
drop function storage.hold_quota();
drop function storage.bytes_held(text, text);

-- The places of a bucket in which a file counts: the bucket, its first folder, or none where nothing is limited.
create function storage.limited_places(bucket storage.buckets, name text) returns setof text
language sql stable set search_path = '' as $$
	select '' where bucket.total_size_limit is not null
	union all
	select split_part(name, '/', 1) || '/' where bucket.folder_size_limit is not null and position('/' in name) > 0
$$;

-- Adds to what a place holds, less than nothing too, and with `is_growing` refuses more than its limit. The row that it writes
-- stays locked until the transaction ends, or two files that fit alone would both be let in.
create function storage.add_usage(bucket text, place text, more bigint, is_growing boolean) returns void
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
	-- Open uploads count with what they announced, for the day that they live.
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

-- Counts what a statement changed. The places are taken in one order, so that two statements do not wait for each other.
create function storage.count_usage() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	-- Of each path the bytes that came or went.
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
	-- Whoever sets a limit waits for those who write, and they for it: after this line each sees what the other did.
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

create trigger count_usage_of_new after insert on storage.objects referencing new table as new_objects
	for each statement execute function storage.count_usage();
create trigger count_usage_of_changed after update on storage.objects referencing old table as old_objects new table as new_objects
	for each statement execute function storage.count_usage();
create trigger count_usage_of_gone after delete on storage.objects referencing old table as old_objects
	for each statement execute function storage.count_usage();

-- Holds what an upload in pieces announces to the limits, before its first byte.
create function storage.hold_announced() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	perform storage.add_usage(new.bucket_id, p.place, 0, true)
	from storage.buckets b cross join lateral storage.limited_places(b, new.name) p (place)
	where b.id = new.bucket_id;
	return null;
end
$$;
create trigger hold_announced after insert or update of size on storage.uploads for each row
	execute function storage.hold_announced();

-- Counts a bucket from its files, once: when a limit is set where there was none, or taken away.
create function storage.count_bucket() returns trigger
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
create trigger count_bucket after update of total_size_limit, folder_size_limit on storage.buckets for each row
	when ((old.total_size_limit is null) <> (new.total_size_limit is null)
		or (old.folder_size_limit is null) <> (new.folder_size_limit is null))
	execute function storage.count_bucket();

create function storage.forget_usage() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	delete from storage.usage;
	return null;
end
$$;
create trigger forget_usage after truncate on storage.objects for each statement execute function storage.forget_usage();

insert into storage.usage (bucket_id, folder, bytes)
select b.id, p.place, coalesce(sum((o.metadata ->> 'size')::bigint), 0)
from storage.buckets b join storage.objects o on o.bucket_id = b.id
cross join lateral storage.limited_places(b, o.name) p (place)
group by b.id, p.place;
