-- Uploads that arrive in pieces (TUS), and how much a bucket may hold.
create table storage.uploads (
	-- Names the bytes while they arrive.
	id uuid primary key,
	bucket_id text not null references storage.buckets (id) on update restrict on delete cascade,
	name text collate "C" not null check (octet_length(name) between 1 and 1024),
	owner_id text,
	is_upsert boolean not null,
	-- The version that the object will have.
	version text collate "C" not null unique,
	-- Null until the sender says.
	size bigint check (size >= 0),
	-- As the sender announced it.
	metadata jsonb not null check (jsonb_typeof(metadata) = 'object'),
	-- What the file store must remember to go on, in its own words.
	pieces jsonb,
	created_at timestamptz not null default now(),
	-- A finished one stays until it expires, so that a sender who missed the last answer hears that all is well.
	finished_at timestamptz
);
create index uploads_created on storage.uploads (created_at);
create index uploads_open on storage.uploads (bucket_id, name) where finished_at is null;
create index uploads_of_owner on storage.uploads (owner_id) where finished_at is null;

alter table storage.uploads enable row level security;
alter table storage.uploads force row level security;
create policy service_keeps_uploads on storage.uploads for all to storage_service using (true) with check (true);
grant select, insert, update, delete on storage.uploads to storage_service;

-- An upload is finished in the transaction that makes its object, neither before nor after.
create function storage.finish_upload() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	update storage.uploads set finished_at = now(), pieces = null where version = new.version and finished_at is null;
	return null;
end
$$;

-- Bytes under a prefix: what lies there, and what open uploads announced.
create function storage.bytes_held(bucket text, prefix text) returns bigint
language sql stable set search_path = '' as $$
	select coalesce((
		select sum((o.metadata ->> 'size')::bigint) from storage.objects o
		where o.bucket_id = bucket and o.name >= prefix and starts_with(o.name, prefix)), 0)::bigint
	+ coalesce((
		select sum(u.size) from storage.uploads u
		where u.bucket_id = bucket and u.finished_at is null and u.name >= prefix and starts_with(u.name, prefix)
			and u.created_at > now() - interval '1 day'), 0)::bigint
$$;

-- Holds a bucket, and each first folder of it, to its limit.
create function storage.hold_quota() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	bucket storage.buckets;
	folder text := case when position('/' in new.name) > 0 then split_part(new.name, '/', 1) || '/' end;
begin
	select * into bucket from storage.buckets b where b.id = new.bucket_id;
	if bucket.total_size_limit is null and (bucket.folder_size_limit is null or folder is null) then
		return null;
	end if;
	-- One at a time, or two that fit alone would both be let in.
	perform pg_advisory_xact_lock(hashtextextended(
		case when bucket.total_size_limit is null then new.bucket_id || '/' || folder else new.bucket_id end, 5917263));
	if storage.bytes_held(new.bucket_id, folder) > bucket.folder_size_limit then
		raise exception 'The folder % is full', folder using errcode = 'QUOTA';
	end if;
	if storage.bytes_held(new.bucket_id, '') > bucket.total_size_limit then
		raise exception 'The bucket % is full', new.bucket_id using errcode = 'QUOTA';
	end if;
	return null;
end
$$;

-- Triggers of one event run in the order of their names: what is finished no longer counts as announced.
create trigger finish_upload after insert or update of version on storage.objects for each row
	execute function storage.finish_upload();
create trigger hold_quota_of_new after insert on storage.objects for each row execute function storage.hold_quota();
-- What becomes smaller where it is may always do so.
create trigger hold_quota_of_changed after update of bucket_id, name, metadata on storage.objects for each row
	when ((new.metadata ->> 'size')::bigint > coalesce((old.metadata ->> 'size')::bigint, 0)
		or new.bucket_id <> old.bucket_id or split_part(new.name, '/', 1) <> split_part(old.name, '/', 1))
	execute function storage.hold_quota();
create trigger hold_quota_of_announced after insert or update of size on storage.uploads for each row
	execute function storage.hold_quota();
