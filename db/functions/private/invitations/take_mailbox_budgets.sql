-- Selects the invitation mails, in their order, whose mailbox may get one more today (UTC); the others wait until tomorrow. A mailbox gets
-- five from all spaces together: anybody may make spaces, and type any address.
create or replace function private.take_mailbox_budgets(mails uuid[]) returns uuid[]
language plpgsql volatile set search_path = '' as $$
declare
	today constant timestamptz := date_trunc('day', now());
	granted uuid[] := '{}';
	m record;
begin
	if not exists (select from private.limits l where l.name = 'invitations_daily' and l.most is not null) then
		return mails;
	end if;
	-- Rows are taken in the order of the keys: two nodes that lock the same mailboxes must not wait for each other.
	for m in
		select x.id, private.invitation_mailbox(i.email) as key
		from private.invitation_mails x
		join public.invitations i on i.space_id = x.space_id and i.id = x.invitation_id
		where x.id = any (mails) order by key, x.due_at, x.id
	loop
		-- Mailboxes that had theirs are not locked.
		if not exists (select from private.space_budgets b where b.space_id = private.key_space(m.key) and b.key = m.key and b.hour = today and b.used >= 5) then
			insert into private.space_budgets as b (space_id, key, hour, used) values (private.key_space(m.key), m.key, today, 1)
			on conflict on constraint space_budgets_pkey do update set used = b.used + 1 where b.used < 5;
			if found then
				granted := granted || m.id;
				continue;
			end if;
		end if;
		update private.invitation_mails x set due_at = today + interval '1 day' where x.id = m.id;
	end loop;
	return array(select x.id from unnest(mails) with ordinality x (id, n) where x.id = any (granted) order by x.n);
end
$$;
