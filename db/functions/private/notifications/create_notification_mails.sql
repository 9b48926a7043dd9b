-- Turns events into mails to members by their settings: a mail due now, a bundle, or the digest of the next morning. Returns the
-- number of rows that it took. A member gets at most five mails at once in ten minutes, counted over all spaces; later ones become a
-- bundle of its space. A bundle is due ten minutes after the first of the five mails, and ten minutes after the bundle before it.
create or replace function private.create_notification_mails(most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare
	taken jsonb;
	m record;
	mail uuid;
	recent int;
	apart int;
	due timestamptz;
begin
	-- One transaction at a time: two would count the same ten minutes.
	perform pg_advisory_xact_lock(hashtextextended('create_notification_mails', 7268433));
	with gone as (
		delete from private.notification_events n
		where n.id in (select x.id from private.notification_events x order by x.id limit most for update skip locked)
		returning n.id, n.space_id, n.testimonial_id, n.kind, n.for_member
	)
	select jsonb_agg(to_jsonb(gone)) into taken from gone;
	if taken is null then
		return 0;
	end if;

	for m in
		select n.space_id, s.user_id, coalesce(c.new_testimonial, 'immediate') = 'daily' as is_daily, p.time_zone,
			array_agg(n.id order by n.id) as events, array_agg(n.testimonial_id order by n.id) as testimonials,
			array_agg(n.kind order by n.id) as kinds
		from jsonb_to_recordset(taken) n(id bigint, space_id uuid, testimonial_id uuid, kind text, for_member uuid)
		join public.testimonials t on t.space_id = n.space_id and t.id = n.testimonial_id and t.spam_state <> 'spam'
		join public.space_members s on s.space_id = n.space_id and s.user_id = coalesce(n.for_member, s.user_id)
		join public.profiles p on p.id = s.user_id
		join auth.users u on u.id = s.user_id and u.email is not null and u.email_confirmed_at is not null
			and u.deleted_at is null and coalesce(u.banned_until < now(), true)
		left join public.notification_settings c on c.space_id = s.space_id and c.user_id = s.user_id
		where (s.has_agreed or c.user_id is not null) and case n.kind when 'new' then coalesce(c.new_testimonial, 'immediate') <> 'off'
			else coalesce(c.edited_or_withdrawn, true) end
		group by n.space_id, s.user_id, is_daily, p.time_zone
		order by n.space_id, s.user_id
	loop
		if m.is_daily then
			perform private.add_notification_items(m.space_id, m.user_id, 'digest', private.next_digest(now(), m.time_zone),
				m.events, m.testimonials, m.kinds);
			continue;
		end if;

		select count(*) into recent from (
			select from private.notification_items i
			where i.user_id = m.user_id and i.noted_at > now() - interval '10 minutes' limit 5
		) r;
		apart := least(cardinality(m.events), 5 - recent);
		for i in 1..apart loop
			insert into private.notification_mails (space_id, user_id, kind) values (m.space_id, m.user_id, 'each') returning id into mail;
			insert into private.notification_items (space_id, mail_id, event_id, user_id, testimonial_id, kind)
			values (m.space_id, mail, m.events[i], m.user_id, m.testimonials[i], m.kinds[i]);
		end loop;
		if cardinality(m.events) > apart then
			select i.noted_at + interval '10 minutes' into due from private.notification_items i
			where i.user_id = m.user_id order by i.noted_at desc offset 4 limit 1;
			select greatest(due, max(x.run_at) + interval '10 minutes') into due
			from private.notification_mails x
			where x.space_id = m.space_id and x.user_id = m.user_id and x.kind = 'bundle' and x.closed_at > now() - interval '10 minutes';
			perform private.add_notification_items(m.space_id, m.user_id, 'bundle', greatest(due, now()),
				m.events[apart + 1:], m.testimonials[apart + 1:], m.kinds[apart + 1:]);
		end if;
	end loop;
	return jsonb_array_length(taken);
end
$$;

grant execute on function private.create_notification_mails(int) to service_role;
