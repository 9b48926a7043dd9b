-- The invitations of a space at a glance, for its members: {states: {queued, …}, sent_this_hour, sent_today, hourly, daily, next_at, put_off}. Mails
-- are counted by the clock hour and the day in UTC, reminders included; `hourly` and `daily` are null without a limit; `next_at` is when the next
-- waiting mail is due, null when none waits; `put_off` are queued invitations whose last attempt the mail server did not take.
create or replace function public.invitation_progress(space_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
begin
	if space_id is null or space_id <> all (private.spaces_as('viewer')) then
		raise exception using errcode = '42501', message = 'Only members of a space may see its invitations.';
	end if;
	return (
		select jsonb_build_object(
			'states', (select coalesce(jsonb_object_agg(c.state, c.number), '{}') from (
				select s.state, sum(p.number) as number from private.counted_parts(space_id, 'i') p
				join unnest(array['queued', 'sent', 'failed', 'opened', 'answered', 'declined', 'expired']) s (state)
					on private.invitation_state_key(s.state) = p.key
				group by s.state having sum(p.number) > 0) c),
			'sent_this_hour', count(*) filter (where m.sent_at >= date_trunc('hour', now())),
			'sent_today', count(*),
			'hourly', (select l.most from private.limits l where l.name = 'invitations_hourly'),
			'daily', (select l.most from private.limits l where l.name = 'invitations_daily'),
			-- Mails that a node is sending at this moment do not wait.
			'next_at', (select greatest(min(w.due_at), min(q.due_at)) from private.invitation_queues q
				join private.invitation_mails w on w.space_id = q.space_id and w.sent_at is null and (w.attempts = 0 or w.last_error is not null)
				where q.space_id = space_id),
			'put_off', (select count(*) from private.invitation_mails w
				where w.space_id = space_id and w.sent_at is null and w.kind = 'invitation' and w.last_error is not null))
		from private.invitation_mails m
		where m.space_id = space_id and m.sent_at >= date_trunc('day', now()));
end
$$;

grant execute on function public.invitation_progress(uuid) to authenticated;
