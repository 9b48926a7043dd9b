-- A paused webhook as the mail to one of its owners tells it; nothing once it is active or gone, or they are no owner.
create or replace function private.webhook_pause(space uuid, webhook uuid, member uuid)
returns table (email text, locale text, space_name text, space_locale text, url text, status int, answer text, waiting bigint)
language sql stable security definer set search_path = '' as $$
	select u.email, coalesce(nullif(u.raw_user_meta_data ->> 'locale', ''), p.locale), s.name, s.locale, w.url, d.status, d.answer,
		(select count(*) from public.webhook_deliveries x where x.space_id = w.space_id and x.webhook_id = w.id and x.state = 'waiting')
	from public.webhooks w
	join public.spaces s on s.id = w.space_id
	join public.space_members m on m.space_id = w.space_id and m.user_id = member and m.role = 'owner'
	join auth.users u on u.id = m.user_id and u.email_confirmed_at is not null and u.deleted_at is null and coalesce(u.banned_until < now(), true)
	left join public.profiles p on p.id = m.user_id
	left join lateral (select y.status, y.answer from public.webhook_deliveries y
		where y.space_id = w.space_id and y.webhook_id = w.id and y.state = 'failed' and y.event <> 'test' order by y.done_at desc limit 1) d on true
	where w.space_id = space and w.id = webhook and not w.is_active and w.paused_reason = 'failed'
$$;

grant execute on function private.webhook_pause(uuid, uuid, uuid) to service_role;
