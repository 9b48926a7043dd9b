-- Records what became of a claimed mail: `sent`, `refused` for good, or `later` after a pause. A reminder is queued when the invitation was sent.
create or replace function private.record_invitation_mail(mail uuid, outcome text, words text, pause_seconds int) returns void
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	m record;
	next_due timestamptz;
begin
	select x.space_id, x.invitation_id, x.kind, b.remind_after_days into m
	from private.invitation_mails x
	join public.invitations i on i.space_id = x.space_id and i.id = x.invitation_id
	join private.invitation_batches b on b.space_id = i.space_id and b.id = i.batch_id
	where x.id = mail and x.sent_at is null;
	if not found then
		return;
	end if;
	next_due := case
		when outcome = 'later' then now() + make_interval(secs => pause_seconds)
		when outcome = 'sent' and m.kind = 'invitation' then now() + make_interval(days => m.remind_after_days) end;
	-- Locked in the order of all functions: queue, invitation, mail.
	if next_due is not null then
		perform private.queue_invitations(m.space_id, next_due);
	end if;
	perform from public.invitations i where i.space_id = m.space_id and i.id = m.invitation_id for update;
	if outcome = 'later' then
		update private.invitation_mails x set due_at = next_due, last_error = left(words, 500) where x.id = mail;
		-- An attempt that sent nothing costs nothing. The mailbox is locked before the limits of the space, as when mails are taken.
		update private.space_budgets b set used = b.used - 1
		from public.invitations i where i.space_id = m.space_id and i.id = m.invitation_id
			and (b.space_id, b.key) = (private.key_space(private.invitation_mailbox(i.email)), private.invitation_mailbox(i.email)) and b.hour = date_trunc('day', now()) and b.used > 0;
		update private.space_budgets b set used = b.used - 1
		from private.invitation_limits(m.space_id) l
		where b.space_id = private.key_space(l.key) and b.key = private.key_hash(l.key) and b.hour = l.since and b.used > 0;
		return;
	elsif outcome = 'refused' then
		delete from private.invitation_mails x where x.id = mail;
		update public.invitations i set state = 'failed', failure = coalesce(private.tidy_line(words, 500), 'The mail server refused it.')
		where i.space_id = m.space_id and i.id = m.invitation_id and i.state in ('queued', 'sent');
		return;
	end if;
	update private.invitation_mails x set sent_at = now() where x.id = mail;
	if m.kind = 'reminder' then
		update public.invitations i set reminded_at = now() where i.space_id = m.space_id and i.id = m.invitation_id;
	else
		update public.invitations i set state = 'sent', sent_at = now(), expires_at = now() + interval '90 days'
		where i.space_id = m.space_id and i.id = m.invitation_id and i.state = 'queued';
		insert into private.invitation_mails (space_id, invitation_id, kind, due_at)
		select m.space_id, m.invitation_id, 'reminder', next_due where next_due is not null
		on conflict (space_id, invitation_id, kind) where sent_at is null do nothing;
	end if;
end
$$;

grant execute on function private.record_invitation_mail(uuid, text, text, int) to service_role;
