-- Buckets and objects of storage/v1. The rows are the truth; the bytes lie beside, named by object and version.
create schema storage;
grant usage on schema storage to anon, authenticated, service_role, storage_service;

create table storage.buckets (
	id text primary key check (id ~ '^[A-Za-z0-9_!.*''() &$@=;:+,?-]{1,100}$' and id = trim(id)),
	name text not null unique check (char_length(name) between 1 and 100),
	owner uuid,
	owner_id text,
	public boolean not null default false,
	file_size_limit bigint check (file_size_limit > 0),
	allowed_mime_types text[],
	-- Bytes that the whole bucket, and that each first folder of it, may hold; null is without end (0008).
	total_size_limit bigint check (total_size_limit > 0),
	folder_size_limit bigint check (folder_size_limit > 0),
	type text not null default 'STANDARD' check (type = 'STANDARD'),
	-- When set, only images are taken, and they are stored re-encoded: {"max_bytes","max_pixels","max_side"}.
	image_policy jsonb check (jsonb_typeof(image_policy) = 'object'),
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);

create table storage.objects (
	id uuid primary key default gen_random_uuid(),
	bucket_id text not null references storage.buckets (id) on update restrict on delete restrict,
	-- Byte order, so that a prefix is a range of the index whatever the database's locale.
	name text collate "C" not null check (octet_length(name) between 1 and 1024),
	owner uuid,
	owner_id text,
	-- Names the bytes: a new one for each upload.
	version text collate "C",
	metadata jsonb,
	user_metadata jsonb,
	path_tokens text[] generated always as (string_to_array(name, '/')) stored,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	last_accessed_at timestamptz not null default now(),
	constraint objects_bucket_id_name_key unique (bucket_id, name)
);

-- The daily search for bytes without a row, and for rows without bytes.
create index objects_version on storage.objects (version);

alter table storage.buckets enable row level security;
alter table storage.buckets force row level security;
alter table storage.objects enable row level security;
alter table storage.objects force row level security;

-- The service itself finds buckets and commits uploads; who may do what was decided as the caller before.
create policy service_keeps_buckets on storage.buckets for all to storage_service using (true) with check (true);
create policy service_keeps_objects on storage.objects for all to storage_service using (true) with check (true);

-- Callers hold the table rights of the wire; policies, of which there are none here, decide about rows.
grant select, insert, update, delete on storage.buckets, storage.objects
	to anon, authenticated, service_role, storage_service;

-- The folders of a path: {'a','b'} for a/b/c.png.
create function storage.foldername(name text) returns text[] language sql immutable strict parallel safe
return trim_array(string_to_array(name, '/'), 1);

-- The last part of a path: c.png for a/b/c.png.
create function storage.filename(name text) returns text language sql immutable strict parallel safe
return (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))];

-- What follows the last dot of a path: png for a/b/c.png.
create function storage.extension(name text) returns text language sql immutable strict parallel safe
return substring(storage.filename(name) from '\.([^.]*)$');

-- What the caller is doing, e.g. storage.object.upload; null outside of storage/v1.
create function storage.operation() returns text language sql stable parallel safe
return nullif(current_setting('storage.operation', true), '');

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text), storage.operation()
	to anon, authenticated, service_role, storage_service;
