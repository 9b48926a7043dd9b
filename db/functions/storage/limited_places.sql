-- Where a file counts in a bucket: the whole bucket, its first folder, or nothing where no limit is set.
create or replace function storage.limited_places(bucket storage.buckets, name text) returns setof text
language sql stable set search_path = '' as $$
	select '' where bucket.total_size_limit is not null
	union all
	select split_part(name, '/', 1) || '/' where bucket.folder_size_limit is not null and position('/' in name) > 0
$$;
