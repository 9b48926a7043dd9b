-- The buckets of the product, and the policies of their files.

insert into storage.buckets (id, name, public, file_size_limit, folder_size_limit, allowed_mime_types, image_policy) values
	-- 20 MB for each person, 100 MB for each space.
	('avatars', 'avatars', true, 10485760, 20971520, '{image/jpeg,image/png,image/webp}', '{"max_side": 512}'),
	('brand', 'brand', true, 10485760, 104857600, '{image/jpeg,image/png,image/webp}', '{"max_side": 1024}'),
	-- Not public: a submitted file is readable only while its testimonial is published. No limits: what others sent must not
	-- refuse a visitor.
	('photos', 'photos', false, null, null, '{image/jpeg,image/png,image/webp}', '{"max_side": 2048}');

-- avatars: {user id}/{file}
create policy people_keep_their_avatar on storage.objects for all to authenticated
	using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
		and (select private.has_shown_factors()))
	with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
		and (select private.has_shown_factors()));

-- brand: {space id}/{file}, logos
create policy members_read_brand on storage.objects for select to authenticated
	using (bucket_id = 'brand' and (storage.foldername(name))[1] = any ((select private.spaces_as('viewer'))::text[]));
create policy editors_add_brand on storage.objects for insert to authenticated
	with check (bucket_id = 'brand' and (storage.foldername(name))[1] = any ((select private.spaces_as('editor'))::text[]));
create policy editors_change_brand on storage.objects for update to authenticated
	using (bucket_id = 'brand' and (storage.foldername(name))[1] = any ((select private.spaces_as('editor'))::text[]))
	with check (bucket_id = 'brand' and (storage.foldername(name))[1] = any ((select private.spaces_as('editor'))::text[]));
create policy editors_remove_brand on storage.objects for delete to authenticated
	using (bucket_id = 'brand' and (storage.foldername(name))[1] = any ((select private.spaces_as('editor'))::text[]));

-- photos: {space id}/{testimonial id}/{file}, written by the server only
create policy members_read_photos on storage.objects for select to authenticated
	using (bucket_id = 'photos' and (storage.foldername(name))[1] = any ((select private.spaces_as('viewer'))::text[]));
create policy anyone_reads_public_photos on storage.objects for select to anon, authenticated
	using (bucket_id = 'photos' and private.is_public_photo(name));
