-- The contents of a mail about a key to one owner; no row once they are no owner, or where a key that ends soon was revoked or renewed.
create or replace function private.key_mail(space uuid, key uuid, owner uuid, about text,
	out email text, out locale text, out space_name text, out space_locale text, out key_name text, out ends_at timestamptz, out maker text)
returns setof record
language sql stable security definer set search_path = '' as $$
	select u.email, coalesce(nullif(u.raw_user_meta_data ->> 'locale', ''), p.locale), s.name, s.locale, k.name,
		k.expires_at, (select coalesce(x.full_name, x.username) from public.profiles x where x.id = k.created_by)
	from public.api_keys k
	join public.spaces s on s.id = k.space_id
	join public.space_members m on m.space_id = k.space_id and m.user_id = $3 and m.role = 'owner'
	join public.profiles p on p.id = m.user_id
	join auth.users u on u.id = m.user_id
	where k.space_id = $1 and k.id = $2 and u.email is not null
		and case $4 when 'ends' then k.revoked_at is null and k.expires_at > now() else k.revoked_at is not null end
$$;

grant execute on function private.key_mail(uuid, uuid, uuid, text) to service_role;
