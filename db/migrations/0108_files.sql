-- The product's buckets and who may do what in them.
insert into storage.buckets (id, name, public, file_size_limit, folder_size_limit, allowed_mime_types, image_policy) values
	-- 20 MB for each person, 100 MB for each space.
	('avatars', 'avatars', true, 10485760, 20971520, '{image/jpeg,image/png,image/webp}', '{"max_side": 512}'),
	('brand', 'brand', true, 10485760, 104857600, '{image/jpeg,image/png,image/webp}', '{"max_side": 1024}'),
	-- Not public: what a visitor sent is out of reach until its testimonial is published, and again afterwards. Without
	-- quotas: a visitor is never refused because of what others sent.
	('photos', 'photos', false, null, null, '{image/jpeg,image/png,image/webp}', '{"max_side": 2048}');

-- {user id}/…: everybody keeps their own.
create policy people_keep_their_avatar on storage.objects for all to authenticated
	using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
	with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- {space id}/…: logos.
create policy members_read_brand on storage.objects for select to authenticated
	using (bucket_id = 'brand' and (storage.foldername(name))[1] = any ((select private.spaces_as('viewer'))::text[]));
create policy editors_add_brand on storage.objects for insert to authenticated
	with check (bucket_id = 'brand' and (storage.foldername(name))[1] = any ((select private.spaces_as('editor'))::text[]));
create policy editors_change_brand on storage.objects for update to authenticated
	using (bucket_id = 'brand' and (storage.foldername(name))[1] = any ((select private.spaces_as('editor'))::text[]))
	with check (bucket_id = 'brand' and (storage.foldername(name))[1] = any ((select private.spaces_as('editor'))::text[]));
create policy editors_remove_brand on storage.objects for delete to authenticated
	using (bucket_id = 'brand' and (storage.foldername(name))[1] = any ((select private.spaces_as('editor'))::text[]));

-- {space id}/{testimonial id}/…: written by the server only.
create function private.is_public_photo(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
	folders text[] := storage.foldername(name);
begin
	if name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$' then
		return false;
	end if;
	return exists (
		select from public.public_testimonials p
		where p.space_id = folders[1]::uuid and p.id = folders[2]::uuid and (
			p.author_avatar_path = name
			or p.media @> jsonb_build_array(jsonb_build_object('path', name))
			or p.media @> jsonb_build_array(jsonb_build_object('poster_path', name))
			or p.media @> jsonb_build_array(jsonb_build_object('captions_path', name)))
	);
end
$$;
grant execute on function storage.foldername(text) to product_door;
alter function private.is_public_photo(text) owner to product_door;
grant execute on function private.is_public_photo(text) to anon, authenticated;

create policy members_read_photos on storage.objects for select to authenticated
	using (bucket_id = 'photos' and (storage.foldername(name))[1] = any ((select private.spaces_as('viewer'))::text[]));
create policy anyone_reads_public_photos on storage.objects for select to anon, authenticated
	using (bucket_id = 'photos' and private.is_public_photo(name));

-- The files of what is deleted leave with it: their rows at once, their bytes by a job.
create function private.remove_files(bucket text, folder text) returns void
language plpgsql volatile set search_path = '' as $$
declare
	gone text[];
begin
	with deleted as (
		delete from storage.objects o
		-- "0" follows "/" in byte order.
		where o.bucket_id = bucket and o.name >= folder || '/' and o.name < folder || '0'
		returning o.version
	)
	select array_agg(deleted.version) into gone from deleted;
	if gone is not null then
		insert into plaudit.jobs (kind, payload) values ('remove_files', jsonb_build_object('versions', gone));
	end if;
end
$$;
alter function private.remove_files(text, text) owner to product_door;

create function private.remove_files_of_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	case tg_table_name
		when 'testimonials' then perform private.remove_files('photos', format('%s/%s', old.space_id, old.id));
		when 'spaces' then perform private.remove_files('brand', old.id::text);
		when 'profiles' then perform private.remove_files('avatars', old.id::text);
	end case;
	return null;
end
$$;
alter function private.remove_files_of_deleted() owner to product_door;
create trigger remove_files after delete on public.testimonials for each row execute function private.remove_files_of_deleted();
create trigger remove_files after delete on public.spaces for each row execute function private.remove_files_of_deleted();
create trigger remove_files after delete on public.profiles for each row execute function private.remove_files_of_deleted();
