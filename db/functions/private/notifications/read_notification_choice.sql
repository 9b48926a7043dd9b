-- Reads the member of a space for the unsubscribe page; null for a former member.
create or replace function private.read_notification_choice(space uuid, member uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object('space', jsonb_build_object('name', s.name, 'locale', s.locale, 'brand', s.brand),
		'email', u.email, 'locale', coalesce(nullif(u.raw_user_meta_data ->> 'locale', ''), p.locale), 'new_testimonial', coalesce(c.new_testimonial, 'immediate'),
		'edited_or_withdrawn', coalesce(c.edited_or_withdrawn, true))
	from public.space_members m
	join public.spaces s on s.id = m.space_id
	join public.profiles p on p.id = m.user_id
	join auth.users u on u.id = m.user_id
	left join public.notification_settings c on c.space_id = m.space_id and c.user_id = m.user_id
	where m.space_id = space and m.user_id = member
$$;

grant execute on function private.read_notification_choice(uuid, uuid) to service_role;
