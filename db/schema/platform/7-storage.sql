-- Buckets, objects and resumable uploads of storage/v1, and what they count against the limits of a bucket.

create table storage.buckets (
	id text primary key check (id ~ '^[A-Za-z0-9_!.*''() &$@=;:+,?-]{1,100}$' and id = trim(id)),
	name text not null unique check (char_length(name) between 1 and 100),
	owner uuid,
	owner_id text,
	public boolean not null default false,
	-- The largest file, in bytes.
	file_size_limit bigint check (file_size_limit > 0),
	allowed_mime_types text[],
	-- Bytes that the whole bucket, and each first folder of it, may hold; null is no limit.
	total_size_limit bigint check (total_size_limit > 0),
	folder_size_limit bigint check (folder_size_limit > 0),
	type text not null default 'STANDARD' check (type = 'STANDARD'),
	-- When set, only images are accepted, and they are stored re-encoded: {"max_bytes","max_pixels","max_side"}.
	image_policy jsonb check (jsonb_typeof(image_policy) = 'object'),
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);

-- The rows are authoritative; the bytes are in the file store, named by object and version.
create table storage.objects (
	id uuid primary key default gen_random_uuid(),
	bucket_id text not null references storage.buckets (id) on update restrict on delete restrict,
	-- Names are compared in byte order, so that a prefix is a range of the index in any locale.
	name text collate "C" not null check (octet_length(name) between 1 and 1024),
	owner uuid,
	owner_id text,
	-- Names the bytes; each upload has a new one.
	version text collate "C",
	metadata jsonb,
	user_metadata jsonb,
	path_tokens text[] generated always as (string_to_array(name, '/')) stored,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	last_accessed_at timestamptz not null default now(),
	constraint objects_bucket_id_name_key unique (bucket_id, name)
);
-- For the daily search for bytes without a row, and rows without bytes.
create index objects_version on storage.objects (version);

-- Uploads in parts (TUS protocol).
create table storage.uploads (
	-- Names the bytes while they arrive.
	id uuid primary key,
	bucket_id text not null references storage.buckets (id) on update restrict on delete cascade,
	name text collate "C" not null check (octet_length(name) between 1 and 1024),
	owner_id text,
	is_upsert boolean not null,
	-- The version that the object will have.
	version text collate "C" not null unique,
	-- Null until the client names it.
	size bigint check (size >= 0),
	-- As the client sent it.
	metadata jsonb not null check (jsonb_typeof(metadata) = 'object'),
	-- State of the file store, in a format of its own, from which it continues.
	pieces jsonb,
	created_at timestamptz not null default now(),
	-- A finished upload stays until it expires: a client that missed the last response asks again.
	finished_at timestamptz
);
create index uploads_created on storage.uploads (created_at);
create index uploads_open on storage.uploads (bucket_id, name) where finished_at is null;
create index uploads_of_owner on storage.uploads (owner_id) where finished_at is null;

-- Bytes that a bucket with a limit holds, counted by triggers.
create table storage.usage (
	bucket_id text not null references storage.buckets (id) on update restrict on delete cascade,
	-- The first folder of a path with its slash; empty for the whole bucket.
	folder text collate "C" not null,
	bytes bigint not null,
	primary key (bucket_id, folder)
);

-- Triggers of one event run in the order of their names: a finished upload no longer counts with its announced size.
create trigger finish_upload after insert or update of version on storage.objects for each row
	execute function storage.finish_upload();
create trigger count_usage_of_new after insert on storage.objects referencing new table as new_objects
	for each statement execute function storage.count_usage();
create trigger count_usage_of_changed after update on storage.objects referencing old table as old_objects new table as new_objects
	for each statement execute function storage.count_usage();
create trigger count_usage_of_gone after delete on storage.objects referencing old table as old_objects
	for each statement execute function storage.count_usage();
create trigger forget_usage after truncate on storage.objects for each statement execute function storage.forget_usage();
create trigger hold_announced after insert or update of size on storage.uploads for each row
	execute function storage.hold_announced();
create trigger count_bucket after update of total_size_limit, folder_size_limit on storage.buckets for each row
	when ((old.total_size_limit is null) <> (new.total_size_limit is null)
		or (old.folder_size_limit is null) <> (new.folder_size_limit is null))
	execute function storage.count_bucket();

do $$
declare
	name text;
begin
	foreach name in array array['buckets', 'objects', 'uploads', 'usage'] loop
		execute format('alter table storage.%I enable row level security', name);
		execute format('alter table storage.%I force row level security', name);
	end loop;
end
$$;

-- The service itself looks up buckets and commits uploads, after it has checked the rights of the caller.
create policy service_keeps_buckets on storage.buckets for all to storage_service using (true) with check (true);
create policy service_keeps_objects on storage.objects for all to storage_service using (true) with check (true);
create policy service_keeps_uploads on storage.uploads for all to storage_service using (true) with check (true);

-- Callers have the table grants that storage/v1 needs; policies, of which there are none here, decide about rows.
grant select, insert, update, delete on storage.buckets, storage.objects
	to anon, authenticated, service_role, storage_service;
grant select, insert, update, delete on storage.uploads to storage_service;
