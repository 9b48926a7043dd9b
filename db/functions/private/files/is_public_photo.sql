-- True when a file of the buckets `photos` and `recordings`, {space id}/{testimonial id}/{file}, is shown with a public testimonial.
create or replace function private.is_public_photo(name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
	folders text[] := storage.foldername(name);
begin
	if name !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[^/]+$' then
		return false;
	end if;
	return exists (
		select from private.shown_testimonials p
		where p.space_id = folders[1]::uuid and p.id = folders[2]::uuid and (
			p.author_avatar_path = name
			or p.media @> jsonb_build_array(jsonb_build_object('path', name))
			or p.media @> jsonb_build_array(jsonb_build_object('poster_path', name))
			or p.media @> jsonb_build_array(jsonb_build_object('captions_path', name)))
	);
end
$$;

grant execute on function private.is_public_photo(text) to anon, authenticated;
