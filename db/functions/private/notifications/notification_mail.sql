-- The present content of a mail to a member. Items that became spam, were erased, or are switched off by now are left out. A
-- testimonial is one item: withdrawn before new before edited. `to` is null when the member has no confirmed address.
create or replace function private.notification_mail(space uuid, mail uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object(
		'id', m.id, 'kind', m.kind, 'more', m.more, 'since', m.created_at,
		'space', jsonb_build_object('id', s.id, 'name', s.name, 'locale', s.locale),
		'member', jsonb_build_object('id', m.user_id, 'locale', coalesce(nullif(u.raw_user_meta_data ->> 'locale', ''), p.locale), 'time_zone', p.time_zone,
			'to', case when u.email_confirmed_at is not null and u.deleted_at is null and coalesce(u.banned_until < now(), true) then u.email end,
			'choice', coalesce(c.new_testimonial, 'immediate')),
		'pending', (
			select jsonb_build_object('count', count(*), 'oldest', min(w.submitted_at)) from public.testimonials w
			where w.space_id = s.id and w.status = 'pending' and w.spam_state = 'clean' and w.withdrawn_at is null
		),
		-- As the view Spam of the inbox.
		'spam', (
			select count(*) from public.testimonials w
			where w.space_id = s.id and w.status = 'pending' and w.spam_state <> 'clean' and w.withdrawn_at is null
		),
		'items', coalesce((
			select jsonb_agg(to_jsonb(i) order by i.event_id) from (
				select distinct on (t.id) n.event_id, t.id, n.kind, t.kind as testimonial_kind, case when n.kind <> 'withdrawn' then t.title end as title,
					case when n.kind <> 'withdrawn' then left(t.body, 3000) end as body,
					t.rating, t.author_name, t.author_title, t.author_company, t.locale, t.spam_state, t.live_scope as scope, t.is_public,
					f.name as form, exists (select from public.verifications v
						where v.space_id = t.space_id and v.testimonial_id = t.id and v.basis = 'invited') as is_invited,
					(select r.seconds from public.media r where r.space_id = t.space_id and r.testimonial_id = t.id
						and r.kind = t.kind and r.replaces is null limit 1) as seconds
				from private.notification_items n
				join public.testimonials t on t.space_id = n.space_id and t.id = n.testimonial_id and t.spam_state <> 'spam'
				left join public.forms f on f.id = t.form_id
				where n.space_id = m.space_id and n.mail_id = m.id
					and (n.kind = 'withdrawn') = (t.withdrawn_at is not null)
					and case n.kind when 'new' then coalesce(c.new_testimonial, 'immediate') <> 'off' else coalesce(c.edited_or_withdrawn, true) end
				order by t.id, array_position(array['withdrawn', 'new', 'edited', 'accepted', 'refused'], n.kind), n.event_id
			) i
		), '[]')
	)
	from private.notification_mails m
	join public.spaces s on s.id = m.space_id
	join public.profiles p on p.id = m.user_id
	join auth.users u on u.id = m.user_id
	left join public.notification_settings c on c.space_id = m.space_id and c.user_id = m.user_id
	where m.space_id = space and m.id = mail
$$;
