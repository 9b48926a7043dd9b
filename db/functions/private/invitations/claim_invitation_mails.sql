-- Takes up to `wanted` due mails of the space that has waited longest, within its budgets; no rows when nothing is due. After
-- `lease_seconds` another node may take them. One node at a time takes mails of a space.
create or replace function private.claim_invitation_mails(
	wanted int, lease_seconds int,
	out mail_id uuid, out kind text, out attempts int, out invitation_id uuid, out space_id uuid,
	out email text, out name text, out expires_at timestamptz, out subject text, out message text, out reply_to text, out asked_at timestamptz,
	out form_slug text, out form_title text, out locale text, out space_name text, out brand jsonb
)
returns setof record
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
	sender uuid;
	due uuid[];
	budget record;
	next_due timestamptz;
	-- Not the start of the transaction: mails that came since must not leave their queue due without being taken.
	present timestamptz;
begin
	-- Repeated for the next space when all due mails of one ended without being sent.
	loop
		present := clock_timestamp();
		-- Budgets are those of the hour in which the transaction began: after it they would hold the same mails in every turn.
		exit when date_trunc('hour', present) > date_trunc('hour', now());
		select q.space_id into sender from private.invitation_queues q
		where q.due_at <= present order by q.due_at limit 1 for update skip locked;
		if not found then
			-- Another node is taking mails of the last due space, which may have more than that node takes.
			select q.space_id into sender from private.invitation_queues q
			where q.due_at <= present order by q.due_at limit 1 for update;
		end if;
		if not found then
			return;
		end if;
		due := array(select m.id from private.invitation_mails m
			where m.space_id = sender and m.sent_at is null and m.due_at <= present order by m.due_at, m.id limit greatest(wanted, 200) for update);
		perform private.settle_invitation_mails(due);
		due := array(select m.id from private.invitation_mails m where m.id = any (due) order by m.due_at, m.id limit wanted);
		due := private.take_mailbox_budgets(due);
		select b.* into budget from private.take_invitation_budget(sender, cardinality(due)) b;
		-- A mail that the limits of the space hold back takes nothing from its mailbox.
		update private.space_budgets b set used = b.used - 1
		from private.invitation_mails x
		join public.invitations i on i.space_id = x.space_id and i.id = x.invitation_id
		where x.id = any (due[budget.granted + 1:])
			and (b.space_id, b.key) = (private.key_space(private.invitation_mailbox(i.email)), private.invitation_mailbox(i.email))
			and b.hour = date_trunc('day', now()) and b.used > 0;
		due := due[:budget.granted];
		update private.invitation_mails m
		set attempts = m.attempts + 1, due_at = now() + make_interval(secs => lease_seconds), last_error = null
		where m.id = any (due);
		select min(m.due_at) into next_due from private.invitation_mails m where m.space_id = sender and m.sent_at is null;
		if next_due is null then
			delete from private.invitation_queues q where q.space_id = sender;
		else
			update private.invitation_queues q set due_at = greatest(next_due, budget.more_at, present)
			where q.space_id = sender;
		end if;
		exit when cardinality(due) > 0;
	end loop;
	return query
		select m.id, m.kind, m.attempts, i.id, i.space_id, i.email, i.name,
			coalesce(i.expires_at, now() + interval '90 days'), b.subject, b.message, b.reply_to, coalesce(i.sent_at, i.created_at),
			f.slug, f.title, f.locale, s.name, s.brand
		from private.invitation_mails m
		join public.invitations i on i.space_id = m.space_id and i.id = m.invitation_id
		join private.invitation_batches b on b.space_id = i.space_id and b.id = i.batch_id
		join public.forms f on f.space_id = i.space_id and f.id = i.form_id
		join public.spaces s on s.id = i.space_id
		where m.id = any (due)
		order by m.created_at, m.id;
end
$$;

grant execute on function private.claim_invitation_mails(int, int) to service_role;
