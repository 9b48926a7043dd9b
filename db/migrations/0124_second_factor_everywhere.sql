-- Whoever has a second factor has to show it before anything is read or changed in their name. Spaces asked for it (0100); what goes
-- by the person alone did not: a password was enough to take somebody out of their spaces, and to see with whom they work.
create function private.has_shown_factors() returns boolean
language sql stable security definer set search_path = '' as $$
	select coalesce(auth.jwt() ->> 'aal', 'aal1') <> 'aal1' or not exists (
		select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified'
	)
$$;
alter function private.has_shown_factors() owner to product_door;
grant execute on function private.has_shown_factors() to authenticated, service_role;

create or replace function private.spaces_as(least_role text) returns uuid[]
language sql stable security definer set search_path = '' as $$
	select coalesce(array_agg(m.space_id), '{}')
	from public.space_members m
	where m.user_id = auth.uid()
		and auth.role() = 'authenticated'
		and array_position(array['viewer', 'editor', 'owner'], m.role) >= array_position(array['viewer', 'editor', 'owner'], least_role)
		and private.has_shown_factors()
$$;

create or replace function private.people_known() returns uuid[]
language sql stable security definer set search_path = '' as $$
	select coalesce(array_agg(distinct other.user_id), '{}')
	from public.space_members mine
	join public.space_members other on other.space_id = mine.space_id
	where mine.user_id = auth.uid() and auth.role() = 'authenticated' and private.has_shown_factors()
$$;

alter policy owners_remove_and_members_leave on public.space_members
	using (user_id = (select auth.uid()) and (select private.has_shown_factors())
		or space_id = any ((select private.spaces_as('owner'))::uuid[]));
alter policy people_change_themselves on public.profiles
	using (id = (select auth.uid()) and (select private.has_shown_factors()))
	with check (id = (select auth.uid()) and (select private.has_shown_factors()));
alter policy people_keep_their_avatar on storage.objects
	using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
		and (select private.has_shown_factors()))
	with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text
		and (select private.has_shown_factors()));
